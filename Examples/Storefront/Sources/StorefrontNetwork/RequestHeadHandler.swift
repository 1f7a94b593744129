package import NIOCore

/// Holds a request back until its head is complete, and refuses what the decoder would accept.
///
/// The decoder limits neither a head of many short lines nor the number of spaces in the first one,
/// and repairs text that is not UTF-8.
package final class RequestHeadHandler: ChannelInboundHandler {
  package typealias InboundIn = ByteBuffer
  package typealias InboundOut = ByteBuffer

  /// The maximum number of bytes in a head.
  package static let limit = 8192

  /// The event when the first bytes of a request have arrived.
  package struct Began: Sendable {}

  private enum State {
    case reading(ByteBuffer)
    case passed
    case refused
  }

  private var state = State.reading(ByteBuffer())

  package init() {}

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch state {
    case .passed: context.fireChannelRead(data)
    case .refused: break
    case .reading(var bytes):
      if bytes.readableBytes == 0 { context.fireUserInboundEventTriggered(Began()) }
      bytes.writeImmutableBuffer(unwrapInboundIn(data))
      do throws(RequestRefusal) {
        guard try Self.isComplete(bytes.readableBytesView) else { return state = .reading(bytes) }
        state = .passed
        context.fireChannelRead(wrapInboundOut(bytes))
      } catch {
        state = .refused
        context.fireErrorCaught(error)
      }
    }
  }

  private static func isComplete(_ bytes: ByteBufferView) throws(RequestRefusal) -> Bool {
    guard let end = bytes.firstRange(of: "\r\n\r\n".utf8) else {
      guard bytes.count < limit else { throw .headTooLong }
      return false
    }
    guard bytes[..<end.upperBound].count <= limit else { throw .headTooLong }
    guard let head = String(validating: bytes[..<end.lowerBound], as: UTF8.self) else {
      throw .malformed
    }
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    guard lines[0].split(separator: " ", omittingEmptySubsequences: false).count == 3 else {
      throw .malformed
    }
    for line in lines where line.lowercased().hasPrefix("content-length:") {
      let length = line.drop { $0 != ":" }.dropFirst().filter { $0 != " " }
      // A number that exceeds an Int exceeds the limit anyway.
      let isNumber = !length.isEmpty && length.utf8.allSatisfy { (48...57).contains($0) }
      guard !isNumber || Int(length) ?? .max <= Request.maximumBody else { throw .bodyTooLong }
    }
    return true
  }
}
