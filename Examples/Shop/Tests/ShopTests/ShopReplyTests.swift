import Foundation
import SelfManaged
import Testing

@testable import Shop

private let gone = CartAnswer(quantity: 0)
private let fiveTeas = #"""
  {"lines": [{"productID": "tea", "title": "Tea", "price": "3 €", "quantity": 5}], "total": "15 €",
  "message": "", "stock": 5}
  """#

private func reply(_ status: Int, _ body: String = fiveTeas) -> ShopReply {
  ShopReply(
    status: status, body: Data(body.utf8), retryAfter: "Sun, 06 Nov 1994 08:49:47 GMT",
    date: "Sun, 06 Nov 1994 08:49:37 GMT")
}

private func answer(of reply: ShopReply, isVersioned: Bool = true) throws -> CartAnswer {
  try reply.answer(gone: gone, isVersioned: isVersioned) { (body: CartBody) in
    CartAnswer(cart: reply.cart(body))
  }
}

@Test(arguments: [
  (400, ServiceError.Code.rejected), (401, .signedOut), (403, .rejected), (404, .rejected),
  (408, .busy), (409, .conflict), (410, .rejected), (412, .conflict), (422, .limit), (425, .busy),
  (429, .busy), (500, .unknownOutcome), (502, .unknownOutcome), (503, .unknownOutcome),
  (307, .unknownOutcome),
])
func aStatusHasTheMeaning(status: Int, code: ServiceError.Code) {
  var reply = reply(status)
  reply.retryAfter = nil
  let error = #expect(throws: ServiceError.self) { try answer(of: reply) }
  #expect(error?.code == code)
}

@Test(arguments: [429, 503]) func aBusyServerNamesTheDelay(status: Int) {
  #expect(throws: ServiceError.busy(after: .seconds(10))) { try answer(of: reply(status)) }
}

@Test func aConflictNeedsAVersion() throws {
  let cart = try answer(of: reply(200))
  #expect(throws: ServiceError.rejected("", answer: cart)) {
    try answer(of: reply(409), isVersioned: false)
  }
}

@Test(arguments: [404, 410]) func aProductThatIsGoneIsNeitherInTheCartNorLiked(status: Int) {
  let notLiked = LikeAnswer(isLiked: false)
  let refusal = reply(status, #"{"message": "Gone"}"#)
  #expect(throws: ServiceError.rejected("Gone", answer: gone)) { try answer(of: refusal) }
  #expect(throws: ServiceError.rejected("Gone", answer: notLiked)) {
    try refusal.answer(gone: notLiked) { (body: LikeBody) in body.answer }
  }
  // Not the shop's own body.
  #expect(throws: ServiceError.rejected) { try answer(of: reply(status, "<html>")) }
}

@Test func aTruncatedBodyIsAnUnknownOutcome() {
  #expect(throws: ServiceError.unknownOutcome) { try answer(of: reply(200, #"{"lines": [], "#)) }
}
