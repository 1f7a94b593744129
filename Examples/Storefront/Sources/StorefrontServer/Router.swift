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
      return Reply(refusal)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      // Another process has locked the file. The transaction did not begin or was rolled back, so
      // this refusal states that nothing was done, unlike most replies with status 503.
      return Reply(Refusal(.serviceUnavailable, "The shop is busy", nothingDone: true))
    } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
      // The transaction was rolled back as well.
      return Reply(Refusal(.serviceUnavailable, "The shop's disk is full", nothingDone: true))
    } catch {
      return Reply(Refusal(.internalServerError, "The shop failed"))
    }
  }

  private func answer(_ request: Request) async throws -> Reply {
    let routes = routes(of: try segments(of: request))
    guard !routes.isEmpty else { throw Refusal(.notFound, "The address does not exist") }
    let methods: [String] = routes.flatMap { $0.key == "GET" ? ["GET", "HEAD"] : [$0.key] }
    let allowed = methods + ["OPTIONS"]
    guard request.method != .OPTIONS else { return Reply(body: Data(), allowed: allowed) }
    // The reply to a HEAD is the one to a GET; its body is not sent.
    let method = request.method == .HEAD ? "GET" : request.method.rawValue
    guard let route = routes.first(where: { $0.key == method })?.value else {
      return Reply(
        Refusal(.methodNotAllowed, "The address does not have this method"), allowed: allowed)
    }
    return try await route(request)
  }

  private typealias Route = @Sendable (Request) async throws -> Reply

  /// The routes of a path by method, in the order of `Allow`; empty if the path does not exist.
  private func routes(of path: [String]) -> KeyValuePairs<String, Route> {
    let id = path.dropFirst().first ?? ""
    var pattern = path
    if path.count > 1 { pattern[1] = "ID" }
    switch pattern {
    case ["images", "ID"]: return ["GET": { _ in try await store.image(id) }]
    case ["users", "ID"]: return ["GET": read { try store.user(id, $1) }]
    case ["names", "ID"]: return ["GET": read { try store.isTaken(id, by: $0, $1) }]
    case ["products"]: return ["GET": read { try store.products($1) }]
    case ["posts"]: return ["GET": read { try store.posts(for: $0, $1) }]
    case ["posts", "ID", "like"]:
      return [
        "GET": read { try store.like(id, for: $0, $1) },
        "PUT": change { _ in .like(post: id, true) },
        "DELETE": change { _ in .like(post: id, false) },
      ]
    case ["cart"]: return ["GET": read { try store.cart(of: $0, $1) }]
    case ["cart", "ID"]: return ["PUT": change { .set(product: id, try quantity(of: $0)) }]
    case ["cart", "ID", "add"]:
      return ["POST": change { .add(product: id, try amount(of: $0)) }]
    case ["cart", "ID", "reduce"]:
      return ["POST": change { .reduce(product: id, try amount(of: $0)) }]
    case ["orders"]: return ["POST": change { _ in .checkOut }]
    case ["profile"]:
      return ["GET": read { try store.profile(of: $0, $1) }, "PUT": { try await save($0) }]
    default: return [:]
    }
  }

  /// A route that reads a value for the user.
  private func read<Value: Encodable & Sendable>(
    _ value: @escaping @Sendable (String, Database) throws -> Value
  ) -> Route {
    { request in
      let user = try user(of: request)
      return try await store.queue.read { database in
        try store.signIn(user, database)
        return Reply(value: try value(user, database))
      }
    }
  }

  /// A route that carries out a change for the user.
  private func change(_ change: @escaping @Sendable (Request) throws -> Order.Change) -> Route {
    { request in
      let order = Order(
        user: try user(of: request), change: try change(request), key: try key(of: request),
        version: try version(of: request))
      return try await store.apply(order)
    }
  }

  private func save(_ request: Request) async throws -> Reply {
    let profile = try body(StorefrontProfile.self, of: request)
    return try await store.save(profile, of: try user(of: request))
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

  private func amount(of request: Request) throws -> Int {
    try inRange(try body(Order.Amount.self, of: request).amount, 1...Order.most, "amount")
  }

  private func quantity(of request: Request) throws -> Int {
    try inRange(try body(Order.Quantity.self, of: request).quantity, 0...Order.most, "quantity")
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
