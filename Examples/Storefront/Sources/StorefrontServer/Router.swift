import FlyingFox
import Foundation
import GRDB

/// Finds out what a request wants, and turns the store's answer into a response.
struct Router: HTTPHandler {
  let store: Store

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    do {
      return try await answer(request).response
    } catch let refusal as Refusal {
      return Reply(status: refusal.status, value: refusal).response
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      // Another process holds the file. The transaction was given up before it began or rolled
      // back, so this refusal can promise what a 503 usually can't.
      let refusal = Refusal(.unavailable, "The shop is busy", nothingDone: true)
      return Reply(status: refusal.status, value: refusal).response
    }
  }

  private func answer(_ request: HTTPRequest) async throws -> Reply {
    let path = try segments(of: request)
    switch (request.method, path.first, path.count) {
    case (.GET, "images", 2): return try await store.image(path[1])
    case (.GET, "users", 2): return try await store.user(path[1], for: try user(of: request))
    case (.GET, "posts", 1): return try await store.posts(for: try user(of: request))
    case (.GET, "products", 1): return try await store.products(for: try user(of: request))
    case (.GET, "posts", 3) where path[2] == "like":
      return try await store.like(path[1], for: try user(of: request))
    case (.GET, "cart", 2): return try await store.quantity(path[1], for: try user(of: request))
    case (.GET, "names", 2): return try await store.name(path[1], for: try user(of: request))
    case (.PUT, "profile", 1):
      let profile = try await body(Profile.self, of: request)
      return try await store.save(profile, of: try user(of: request))
    default: return try await store.apply(try await order(request, path))
    }
  }

  private func order(_ request: HTTPRequest, _ path: [String]) async throws -> Order {
    let user = try user(of: request)
    let change: Order.Change
    switch (request.method, path.first, path.count) {
    case (.PUT, "posts", 3) where path[2] == "like": change = .like(post: path[1], true)
    case (.DELETE, "posts", 3) where path[2] == "like": change = .like(post: path[1], false)
    case (.POST, "cart", 3) where path[2] == "add":
      let amount = try await body(Order.Amount.self, of: request).amount
      change = .add(product: path[1], try inRange(amount, 1...Order.most, "amount"))
    case (.POST, "cart", 3) where path[2] == "reduce":
      let amount = try await body(Order.Amount.self, of: request).amount
      change = .reduce(product: path[1], try inRange(amount, 1...Order.most, "amount"))
    case (.PUT, "cart", 2):
      let quantity = try await body(Order.Quantity.self, of: request).quantity
      change = .set(product: path[1], try inRange(quantity, 0...Order.most, "quantity"))
    default: throw Refusal(.notFound, "There is nothing at that address")
    }
    return Order(
      user: user, change: change, key: try key(of: request), version: try version(of: request))
  }

  /// The path's components, split before they are decoded, so that an id may hold a slash.
  private func segments(of request: HTTPRequest) throws(Refusal) -> [String] {
    let path = request.target.path().split(separator: "/")
    let decoded = path.compactMap { String($0).removingPercentEncoding }
    guard decoded.count == path.count else { throw Refusal(.badRequest, "The path is malformed") }
    return decoded
  }

  private func user(of request: HTTPRequest) throws(Refusal) -> String {
    guard let user = request.headers[HTTPHeader("X-User")], !user.isEmpty else {
      throw Refusal(.unauthorized, "Nobody is signed in")
    }
    return user
  }

  private func key(of request: HTTPRequest) throws(Refusal) -> String? {
    guard let key = request.headers[HTTPHeader("Idempotency-Key")] else { return nil }
    guard (1...200).contains(key.utf8.count) else {
      throw Refusal(.badRequest, "Idempotency-Key must have 1 to 200 bytes")
    }
    return key
  }

  private func version(of request: HTTPRequest) throws(Refusal) -> Int? {
    guard let text = request.headers[HTTPHeader("If-Version")] else { return nil }
    guard let version = Int(text) else {
      throw Refusal(.badRequest, "If-Version must be a whole number")
    }
    return version
  }

  private func body<Body: Decodable>(
    _ type: Body.Type, of request: HTTPRequest
  ) async throws -> Body {
    do {
      return try JSONDecoder().decode(type, from: try await request.bodyData)
    } catch DecodingError.keyNotFound(let key, _) {
      throw Refusal(.badRequest, "The body lacks \"\(key.stringValue)\"")
    } catch DecodingError.typeMismatch(let type, let context),
      DecodingError.valueNotFound(let type, let context)
    {
      throw Refusal(
        .badRequest, wrong(context, "must be a \(type == String.self ? "text" : "number")"))
    } catch DecodingError.dataCorrupted(let context) {
      throw Refusal(.badRequest, wrong(context, "must be a number"))
    }
  }

  private func wrong(_ context: DecodingError.Context, _ words: String) -> String {
    context.codingPath.last.map { "\"\($0.stringValue)\" \(words)" }
      ?? "The body must be a JSON object"
  }

  private func inRange(
    _ number: Double, _ range: ClosedRange<Int>, _ name: String
  ) throws(Refusal) -> Int {
    guard let whole = Int(exactly: number), range.contains(whole) else {
      throw Refusal(
        .badRequest,
        "\"\(name)\" must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return whole
  }
}
