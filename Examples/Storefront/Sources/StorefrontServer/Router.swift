import Foundation
import GRDB
import NIOCore
import NIOHTTP1
import StorefrontNetwork
import StorefrontWire

/// Decodes a request, and encodes the store's answer as a reply.
struct Router: Sendable {
  let store: Store

  func reply(to request: Request) async -> Reply {
    do {
      return try await answer(request)
    } catch let refusal as Refusal {
      return Reply(status: refusal.status, value: refusal)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      // Another process has locked the file. The transaction did not begin or was rolled back, so
      // this refusal states that nothing was done, unlike most replies with status 503.
      let refusal = Refusal(.serviceUnavailable, "The shop is busy", nothingDone: true)
      return Reply(status: refusal.status, value: refusal)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
      // The transaction was rolled back as well.
      let refusal = Refusal(.serviceUnavailable, "The shop's disk is full", nothingDone: true)
      return Reply(status: refusal.status, value: refusal)
    } catch {
      return Reply(
        status: .internalServerError, value: Refusal(.internalServerError, "The shop failed"))
    }
  }

  private func answer(_ request: Request) async throws -> Reply {
    let path = try segments(of: request)
    // The reply to a HEAD is the one to a GET; its body is not sent.
    let method = request.method == .HEAD ? "GET" : request.method.rawValue
    let methods = Self.methods(of: path)
    guard !methods.isEmpty else { throw Refusal(.notFound, "The address does not exist") }
    guard method != "OPTIONS" else { return Reply(body: Data(), allowed: methods) }
    guard methods.contains(method) else {
      let refusal = Refusal(.methodNotAllowed, "The address does not have this method")
      return Reply(status: refusal.status, value: refusal, allowed: methods)
    }
    switch (method, path.first, path.count) {
    case ("GET", "images", 2): return try await store.image(path[1])
    case ("GET", "users", 2): return try await store.user(path[1], for: try user(of: request))
    case ("GET", "posts", 1): return try await store.posts(for: try user(of: request))
    case ("GET", "products", 1): return try await store.products(for: try user(of: request))
    case ("GET", "posts", 3) where path[2] == "like":
      return try await store.like(path[1], for: try user(of: request))
    case ("GET", "cart", 1): return try await store.cart(for: try user(of: request))
    case ("GET", "names", 2): return try await store.name(path[1], for: try user(of: request))
    case ("GET", "profile", 1): return try await store.profile(of: try user(of: request))
    case ("PUT", "profile", 1):
      let profile = try body(StorefrontProfile.self, of: request)
      return try await store.save(profile, of: try user(of: request))
    default: return try await store.apply(try order(request, path))
    }
  }

  /// The methods of a path; empty if it does not exist.
  private static func methods(of path: [String]) -> [String] {
    switch (path.first, path.count) {
    case ("images", 2), ("users", 2), ("names", 2), ("posts", 1), ("products", 1), ("cart", 1):
      ["GET", "HEAD", "OPTIONS"]
    case ("posts", 3) where path[2] == "like": ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]
    case ("profile", 1): ["GET", "HEAD", "PUT", "OPTIONS"]
    case ("cart", 2): ["PUT", "OPTIONS"]
    case ("cart", 3) where ["add", "reduce"].contains(path[2]): ["POST", "OPTIONS"]
    case ("orders", 1): ["POST", "OPTIONS"]
    default: []
    }
  }

  private func order(_ request: Request, _ path: [String]) throws -> Order {
    let user = try user(of: request)
    let change: Order.Change
    switch (request.method.rawValue, path.first, path.count) {
    case ("PUT", "posts", 3) where path[2] == "like": change = .like(post: path[1], true)
    case ("DELETE", "posts", 3) where path[2] == "like": change = .like(post: path[1], false)
    case ("POST", "cart", 3) where path[2] == "add":
      let amount = try body(Order.Amount.self, of: request).amount
      change = .add(product: path[1], try inRange(amount, 1...Order.most, "amount"))
    case ("POST", "cart", 3) where path[2] == "reduce":
      let amount = try body(Order.Amount.self, of: request).amount
      change = .reduce(product: path[1], try inRange(amount, 1...Order.most, "amount"))
    case ("PUT", "cart", 2):
      let quantity = try body(Order.Quantity.self, of: request).quantity
      change = .set(product: path[1], try inRange(quantity, 0...Order.most, "quantity"))
    case ("POST", "orders", 1): change = .checkOut
    default: throw Refusal(.notFound, "The address does not exist")
    }
    return Order(
      user: user, change: change, key: try key(of: request), version: try version(of: request))
  }

  /// The path's components, split before they are decoded, so that an ID may contain a slash.
  private func segments(of request: Request) throws(Refusal) -> [String] {
    let path = request.path.split(separator: "/")
    let decoded = path.compactMap { String($0).removingPercentEncoding }
    guard decoded.count == path.count else { throw Refusal(.badRequest, "The path is malformed") }
    for segment in decoded { try Identifier.check(segment, as: "The path") }
    return decoded
  }

  private func user(of request: Request) throws(Refusal) -> String {
    guard let user = request.field("X-User"), !user.isEmpty else {
      throw Refusal(.unauthorized, "No user is signed in")
    }
    try Identifier.check(user, as: "X-User")
    return user
  }

  private func key(of request: Request) throws(Refusal) -> String? {
    guard let key = request.field("Idempotency-Key") else { return nil }
    try Identifier.check(key, as: "Idempotency-Key")
    return key
  }

  private func version(of request: Request) throws(Refusal) -> Int? {
    guard let text = request.field("If-Version") else { return nil }
    guard let version = Int(text) else {
      throw Refusal(.badRequest, "If-Version must be a whole number")
    }
    return version
  }

  private func body<Body: Decodable>(_ type: Body.Type, of request: Request) throws -> Body {
    do {
      return try JSONDecoder().decode(type, from: Data(request.body.readableBytesView))
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
