import Foundation
import SelfManaged

/// A complete reply of the shop, whatever its status.
struct ShopReply: Sendable {
  let status: Int
  let body: Data
  /// The headers of a busy server.
  var retryAfter: String?
  var date: String?

  /// The JSON that the shop sends; a field is missing if the reply is not about it.
  struct Fields: Decodable {
    var isLiked: Bool?
    var likes: Int?
    var quantity: Int?
    var stock: Int?
    var version: Int?
    var message: String?

    var like: LikeAnswer { LikeAnswer(isLiked: isLiked, count: likes, version: version) }

    var cart: CartAnswer {
      CartAnswer(
        quantity: quantity, version: version, limits: stock.map { QuantityLimits(maximum: $0) },
        notice: message)
    }
  }

  /// Returns the answer, or throws the error that the status means.
  ///
  /// The table of statuses is in the guide "Implement a service".
  ///
  /// - Parameters:
  ///   - gone: The value of an item that is no longer there.
  ///   - isVersioned: Whether the request had a version.
  ///   - answer: Returns the answer of a body.
  /// - Returns: The answer.
  /// - Throws: The error that the status means.
  func answer<Answer: ServerAnswer>(
    gone: Answer, isVersioned: Bool = false, _ answer: (Fields) -> Answer
  ) throws(ServiceError) -> Answer {
    let fields = try? JSONDecoder().decode(Fields.self, from: body)
    let reported = fields.map(answer)
    let message = fields?.message ?? ""
    switch status {
    case 200..<300:
      guard let reported else { throw .unknownOutcome }  // for example, a truncated body
      return reported
    case 401: throw .signedOut
    // Without the shop's own body, the reply may come from a proxy.
    case 404, 410: throw .rejected(message, answer: fields == nil ? nil : gone)
    case 408, 425, 429: throw busy(message)
    case 409 where isVersioned, 412: throw .conflict(message, answer: reported)
    case 422: throw .limit(fields?.stock, message, answer: reported)
    case 400..<500: throw .rejected(message, answer: reported)  // the server did nothing
    case 503 where retryAfter != nil: throw busy(message)
    default: throw .unknownOutcome  // a 5xx may follow a change that was made
    }
  }

  private func busy(_ message: String) -> ServiceError {
    .busy(retryAfter: retryAfter, date: date, message)
  }
}
