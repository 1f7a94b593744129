package import Foundation
import SelfManaged

/// A client of the storefront's back end, over HTTP.
///
/// ```swift
/// let api = StorefrontAPI(baseURL: server.baseURL, userID: "ada")
/// let like = try await api.setLiked(true, itemID: "sunrise", info)
/// ```
///
/// It is the like service, the cart service and the image loader of one user.
package struct StorefrontAPI: Sendable {
  /// Whether a change sends the version that it is based on, as the header `If-Version`.
  ///
  /// The server then refuses a change of a value that has changed since, with a conflict. By
  /// default `false`: a user's "one more" or "like" is valid whatever has changed, the cart clamps,
  /// and a post's version rises with every other user's like.
  package var sendsVersion: Bool

  let transport: Transport

  /// Creates a client; the user is `nil` if no user is signed in.
  ///
  /// The timeout is the maximum duration of a request, from the call to the last byte of the reply.
  /// On Linux, a refused connection counts as offline only with an IP address such as 127.0.0.1; with
  /// a host name the outcome is unknown.
  package init(
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
}
