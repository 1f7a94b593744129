public import Foundation
import SelfManaged

/// The storefront's back end, over HTTP.
///
/// ```swift
/// let api = StorefrontAPI(baseURL: server.baseURL, userID: "ada")
/// let like = try await api.setLiked(true, itemID: "sunrise", info)
/// ```
///
/// It serves as like service, cart service and image loader at once; one value can be shared by
/// everything that belongs to one person.
public struct StorefrontAPI: Sendable {
  /// Whether a change carries the version it was decided on, as the header `If-Version`.
  ///
  /// The server then refuses a change whose value has moved on, with a conflict. It is off by
  /// default: what people do here ("one more", "like") is meant whatever has happened meanwhile, the
  /// cart clamps what does not fit, and a post's version moves with every stranger's like.
  public var sendsVersion: Bool

  let transport: Transport

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - baseURL: Where the server is. On Linux a refused connection counts as offline only with an
  ///     address, such as 127.0.0.1; with a name it is an unknown outcome, which is always true.
  ///   - userID: The signed-in user; `nil` if no user is signed in.
  ///   - timeout: How long an answer may take, from the call to its last byte.
  ///   - sendsVersion: Whether a change carries the version it was decided on.
  public init(
    baseURL: URL, userID: String?, timeout: Duration = .seconds(10), sendsVersion: Bool = false
  ) {
    transport = Transport(baseURL: baseURL, userID: userID, timeout: timeout)
    self.sendsVersion = sendsVersion
  }

  func change<Body: AnswerBody>(
    _ method: String, _ path: [String], body: [String: Int]? = nil, _ info: RequestInfo,
    answeredBy type: Body.Type
  ) async throws -> Body.Answer {
    var headers = ["Idempotency-Key": info.key.rawValue]
    if sendsVersion, let version = info.version { headers["If-Version"] = String(version) }
    let response = try await transport.change(method, path, headers: headers, body: body)
    return try response.answer(type)
  }

  func read<Body: AnswerBody>(_ path: [String], as type: Body.Type) async throws -> Body.Answer {
    try await transport.read(path).answer(type)
  }
}
