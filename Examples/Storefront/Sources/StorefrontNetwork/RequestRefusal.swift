package import NIOHTTP1

/// The reason why a request is refused before it is handled.
package struct RequestRefusal: Error, Hashable, Sendable {
  package let status: HTTPResponseStatus
  package let words: String

  package static let malformed = Self(status: .badRequest, words: "The request is malformed")
  package static let tooSlow = Self(
    status: .requestTimeout, words: "The request did not arrive in time")
  package static let lengthRequired = Self(
    status: .lengthRequired, words: "A body needs a Content-Length")
  package static let bodyTooLong = Self(
    status: .payloadTooLarge, words: "A body has at most \(Request.maximumBody) bytes")
  package static let anotherHost = Self(
    status: .misdirectedRequest, words: "This is another host")
  package static let headTooLong = Self(
    status: .requestHeaderFieldsTooLarge,
    words: "A head has at most \(RequestHeadHandler.limit) bytes")
  package static let tooManyConnections = Self(
    status: .serviceUnavailable, words: "There are too many connections")
}
