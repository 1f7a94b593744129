/// Decodes one HTTP request of limited size.
///
/// It is a value: bytes in, a request out, and an error for a request that is too long or
/// malformed. The length of a body is checked before any of its bytes are kept.
///
/// FlyingFox, whose sockets this package uses, reads the lines of a head without a limit of their
/// number and length, and its decoder is not public. A server that anyone can reach needs limits.
package struct RequestParser: Sendable {
  /// The maximum number of bytes in a body.
  package static let maximumBody = 16_384

  private var bytes: [UInt8] = []
  private var head: (head: RequestHead, length: Int)?

  package init() {}

  /// Adds bytes.
  ///
  /// - Returns: The request, when it is complete; `nil` until then.
  /// - Throws: The reason why the request is refused.
  package mutating func feed(
    _ more: some Sequence<UInt8>
  ) throws(RequestRefusal) -> Request? {
    bytes += more
    if head == nil, let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
      guard end.upperBound <= RequestHead.limit else { throw .headTooLong }
      guard let read = RequestHead(Array(bytes[..<end.lowerBound])) else { throw .malformed }
      head = (read, try Self.bodyLength(of: read))
      bytes.removeSubrange(..<end.upperBound)
    }
    guard let head else {
      guard bytes.count < RequestHead.limit else { throw .headTooLong }
      return nil
    }
    guard bytes.count >= head.length else { return nil }
    return Request(
      head: head.head, body: Array(bytes.prefix(head.length)),
      rest: Array(bytes.dropFirst(head.length)))
  }

  private static func bodyLength(of head: RequestHead) throws(RequestRefusal) -> Int {
    guard head.fields["transfer-encoding"] == nil else { throw .lengthRequired }
    guard let text = head.fields["content-length"] else { return 0 }
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { throw .malformed }
    // A number that exceeds an Int exceeds the limit anyway.
    guard let length = Int(text), length <= maximumBody else { throw .bodyTooLong }
    return length
  }
}

/// An HTTP request.
package struct Request: Sendable {
  package let head: RequestHead
  package let body: [UInt8]
  /// The bytes after the request.
  package let rest: [UInt8]
}

/// The reason why a request is refused before it is handled.
package struct RequestRefusal: Error, Hashable, Sendable {
  /// The status, with its phrase.
  package let status: String
  /// The reason, as a text.
  package let words: String

  package static let malformed = Self(
    status: "400 Bad Request", words: "The request is malformed")
  package static let tooSlow = Self(
    status: "408 Request Timeout", words: "The request did not arrive in time")
  package static let lengthRequired = Self(
    status: "411 Length Required", words: "A body needs a Content-Length")
  package static let bodyTooLong = Self(
    status: "413 Content Too Large",
    words: "A body has at most \(RequestParser.maximumBody) bytes")
  package static let anotherHost = Self(
    status: "421 Misdirected Request", words: "This is another host")
  package static let headTooLong = Self(
    status: "431 Request Header Fields Too Large",
    words: "A head has at most \(RequestHead.limit) bytes")
  package static let tooManyConnections = Self(
    status: "503 Service Unavailable", words: "There are too many connections")
}
