import Foundation
import SelfManaged

/// An answer that arrived whole, and what it says of the request.
struct Response: Sendable {
  let status: Int
  let contentType: String
  let body: Data

  /// The answer, or what a refusal is to the ones who asked.
  func answer<Body: AnswerBody>(_ type: Body.Type) throws(ServiceError) -> Body.Answer {
    if status == 409 {
      // A conflict without the present value is still one; the value is then read.
      guard let present = try? JSONDecoder().decode(type, from: body) else { throw .conflict }
      throw .conflict(answer: present.answer)
    }
    return try decoded(type).answer
  }

  /// A success's body as a value; garbage says nothing about what was done.
  func decoded<Body: Decodable>(_ type: Body.Type) throws(ServiceError) -> Body {
    let body = try success()
    do {
      return try JSONDecoder().decode(type, from: body)
    } catch {
      throw .unknownOutcome
    }
  }

  /// A success's body, or what is known of the request otherwise.
  func success() throws(ServiceError) -> Data {
    switch status {
    case 200..<300: return body
    case 401: throw .signedOut
    case 409: throw .conflict
    // Also 408 and 429: whoever answers so did not handle the request, and asking again at once
    // would be wrong. A proxy's 404 is as good as the server's: the request ended there.
    case 400..<500: throw .rejected(refusal?.message ?? "")
    // A 503 may come from a proxy that had passed the request on. Only this server's own words say
    // that nothing was done.
    case 503: throw refusal?.nothingDone == true ? .rejected(refusal?.message ?? "") : unknown
    // Anything else came from somewhere that had the request. A redirection is among it: where a
    // change ends up is not something to find out by sending it there.
    default: throw unknown
    }
  }

  private var unknown: ServiceError {
    ServiceError(.unknownOutcome, refusal?.message ?? "")
  }

  var refusal: RefusalBody? { try? JSONDecoder().decode(RefusalBody.self, from: body) }
}
