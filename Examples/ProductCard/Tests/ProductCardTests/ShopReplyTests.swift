import Foundation
import SelfManaged
import Testing

@testable import ProductCard

@Test(arguments: [
  (401, ServiceError.Code.signedOut), (403, .rejected), (409, .conflict), (412, .conflict),
  (422, .limit), (500, .unknownOutcome), (503, .unknownOutcome),
])
func aStatusHasTheMeaning(status: Int, code: ServiceError.Code) throws {
  let reply = ShopReply(status: status, body: Data(#"{"quantity": 5, "stock": 5}"#.utf8))
  let error = #expect(throws: ServiceError.self) { try reply.answer(\.cart) }
  #expect(error?.code == code)
}

@Test func aTruncatedBodyIsAnUnknownOutcome() {
  let reply = ShopReply(status: 200, body: Data(#"{"quantity": 5, "#.utf8))
  #expect(throws: ServiceError.unknownOutcome) { try reply.answer(\.cart) }
}
