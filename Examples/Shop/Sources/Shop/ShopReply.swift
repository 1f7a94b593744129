import Foundation
import SelfManaged

/// A complete reply of the shop, whatever its status.
struct ShopReply: Sendable {
  let status: Int
  let body: Data
  /// The opaque version of the cart.
  var tag: String?
  /// The headers of a busy server.
  var retryAfter: String?
  var date: String?

  /// Returns the answer to a change, or throws the error that the status means.
  ///
  /// The table of statuses is in the guide "Implement a service".
  ///
  /// - Parameters:
  ///   - gone: The value of an item that is no longer there.
  ///   - isVersioned: Whether the request had a version.
  ///   - answer: Returns the answer of a body.
  /// - Returns: The answer.
  /// - Throws: The error that the status means.
  func answer<Body: Decodable, Answer: ServerAnswer>(
    gone: Answer, isVersioned: Bool = false, _ answer: (Body) -> Answer
  ) throws(ServiceError) -> Answer {
    let reported = (try? JSONDecoder().decode(Body.self, from: body)).map(answer)
    guard isSuccess else { throw error(or: reported, gone: gone, isVersioned: isVersioned) }
    guard let reported else { throw .unknownOutcome }  // for example, a truncated body
    return reported
  }

  /// Returns the body of a reply that is no answer to a change of an item, or throws the error that
  /// the status means.
  func body<Body: Decodable>(
    as: Body.Type, isVersioned: Bool = false
  ) throws(ServiceError) -> Body {
    guard isSuccess else { throw error(isVersioned: isVersioned) }
    guard let body = try? JSONDecoder().decode(Body.self, from: body) else { throw .unknownOutcome }
    return body
  }

  private var isSuccess: Bool { 200..<300 ~= status }

  private func error(
    or reported: (any ServerAnswer)? = nil, gone: (any ServerAnswer)? = nil, isVersioned: Bool
  ) -> ServiceError {
    let words = refusal?.message ?? ""
    return switch status {
    case 401: .signedOut
    // Without the shop's own body, the reply may come from a proxy.
    case 404, 410: .rejected(words, answer: refusal == nil ? nil : gone)
    case 408, 425, 429: .busy(retryAfter: retryAfter, date: date, words)
    case 409 where isVersioned, 412: .conflict(words, answer: reported)
    case 422: .limit(refusal?.stock, words, answer: reported)
    case 400..<500: .rejected(words, answer: reported)  // the server did nothing
    case 503 where retryAfter != nil: .busy(retryAfter: retryAfter, date: date, words)
    default: .unknownOutcome  // a 5xx may follow a change that was made
    }
  }

  /// The body of a refusal.
  private struct Refusal: Decodable {
    var message: String
    var stock: Int?
  }

  private var refusal: Refusal? { try? JSONDecoder().decode(Refusal.self, from: body) }
}
