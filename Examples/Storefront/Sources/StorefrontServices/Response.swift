import Foundation
import SelfManaged

/// A complete reply, and the outcome of its request.
struct Response: Sendable {
  let status: Int
  let contentType: String
  let body: Data
  /// The headers with the delay that the reply asks for.
  var retryAfter: String?
  var date: String?

  /// Returns the answer, or throws the error that the reply means.
  func answer<Body: AnswerBody>(_ type: Body.Type) throws(ServiceError) -> Body.Answer {
    if status == 409 {
      // If a conflict does not report the current value, the session reads it.
      guard let current = try? JSONDecoder().decode(type, from: body) else { throw .conflict }
      throw .conflict(answer: current.answer)
    }
    return try decoded(type).answer
  }

  /// Returns the decoded body of a success; the outcome of an invalid body is unknown.
  func decoded<Body: Decodable>(_ type: Body.Type) throws(ServiceError) -> Body {
    let body = try success()
    do {
      return try JSONDecoder().decode(type, from: body)
    } catch {
      throw .unknownOutcome
    }
  }

  /// Returns the body of a success, or throws the error that the status means.
  ///
  /// The statuses are those of this server. It never replies 410, 412 or 422: its 409 is the reply to a
  /// version that is not the newest, it clamps a quantity with a success, and its 404 is for a path that
  /// the app does not use. `Examples/Shop` has every status of the guide's table.
  func success() throws(ServiceError) -> Data {
    switch status {
    case 200..<300: return body
    case 401: throw .signedOut
    case 409: throw .conflict
    // The request was not handled, and no request is handled before the delay. It counts requests,
    // so all requests of the session wait.
    case 429: throw busy.scoped(to: .session)
    case 408, 425: throw busy  // The request was not handled.
    // If a proxy replies 404, the request did not reach the server.
    case 400..<500: throw .rejected(message)
    // A 503 may come from a proxy that has already passed the request to the server. Only the
    // server's own reply can state that nothing was done. It is busy if it also asks to wait.
    case 503:
      guard refusal?.nothingDone == true else { throw unknown }
      throw retryAfter == nil ? .rejected(message) : busy
    // Any other status means that the request was received, so its outcome is unknown. A redirect
    // is not followed, since the change might then be carried out twice.
    default: throw unknown
    }
  }

  private var busy: ServiceError { .busy(retryAfter: retryAfter, date: date, message) }

  private var unknown: ServiceError {
    ServiceError(.unknownOutcome, message)
  }

  private var message: String { refusal?.message ?? "" }

  var refusal: RefusalBody? { try? JSONDecoder().decode(RefusalBody.self, from: body) }
}
