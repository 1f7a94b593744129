import Foundation
import SelfManaged
import Testing

@testable import ProductCard

@Test(arguments: [
  (400, ServiceError.Code.rejected), (401, .signedOut), (403, .rejected), (404, .rejected),
  (408, .busy), (409, .conflict), (410, .rejected), (412, .conflict), (422, .limit), (425, .busy),
  (429, .busy), (500, .unknownOutcome), (502, .unknownOutcome), (503, .unknownOutcome),
  (307, .unknownOutcome),
])
func aStatusHasTheMeaning(status: Int, code: ServiceError.Code) throws {
  let reply = ShopReply(status: status, body: Data(#"{"quantity": 5, "stock": 5}"#.utf8))
  let error = #expect(throws: ServiceError.self) {
    try reply.answer(gone: CartAnswer(quantity: 0), isVersioned: true, \.cart)
  }
  #expect(error?.code == code)
}

@Test(arguments: [429, 503]) func aBusyServerNamesTheDelay(status: Int) {
  let reply = ShopReply(
    status: status, body: Data(), retryAfter: "Sun, 06 Nov 1994 08:49:47 GMT",
    date: "Sun, 06 Nov 1994 08:49:37 GMT")
  #expect(throws: ServiceError.busy(after: .seconds(10))) {
    try reply.answer(gone: CartAnswer(quantity: 0), \.cart)
  }
}

@Test func aConflictNeedsAVersion() {
  let reply = ShopReply(status: 409, body: Data(#"{"quantity": 5}"#.utf8))
  #expect(throws: ServiceError.rejected("", answer: CartAnswer(quantity: 5))) {
    try reply.answer(gone: CartAnswer(quantity: 0), \.cart)
  }
}

@Test func aProductThatIsGoneHasTheQuantityZero() {
  let gone = CartAnswer(quantity: 0)
  let reply = ShopReply(status: 410, body: Data(#"{"message": "Sold out"}"#.utf8))
  #expect(throws: ServiceError.rejected("Sold out", answer: gone)) {
    try reply.answer(gone: gone, \.cart)
  }
  let proxy = ShopReply(status: 404, body: Data("<html>".utf8))
  #expect(throws: ServiceError.rejected) { try proxy.answer(gone: gone, \.cart) }
}

@Test(arguments: [404, 410]) func aPostThatIsGoneIsNotLiked(status: Int) {
  let gone = LikeAnswer(isLiked: false)
  let reply = ShopReply(status: status, body: Data(#"{"message": "Deleted"}"#.utf8))
  #expect(throws: ServiceError.rejected("Deleted", answer: gone)) {
    try reply.answer(gone: gone, \.like)
  }
}

@Test func aTruncatedBodyIsAnUnknownOutcome() {
  let reply = ShopReply(status: 200, body: Data(#"{"quantity": 5, "#.utf8))
  #expect(throws: ServiceError.unknownOutcome) {
    try reply.answer(gone: CartAnswer(quantity: 0), \.cart)
  }
}
