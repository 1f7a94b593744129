import NIOCore

/// Keeps the bytes of a connection until they are read, and asks for more only then.
final class Inbox: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private var bytes = ByteBuffer()
  /// The error of the reads after the last byte.
  private var failure: (any Error)?
  private var reader: (count: Int, promise: EventLoopPromise<[UInt8]>)?

  func read(atMost count: Int, from channel: any Channel) -> EventLoopFuture<[UInt8]> {
    let promise = channel.eventLoop.makePromise(of: [UInt8].self)
    reader = (count, promise)
    // Before the channel is active, the call would have no effect.
    if !answer(), channel.isActive { channel.read() }
    return promise.futureResult
  }

  func channelActive(context: ChannelHandlerContext) {
    if reader != nil { context.read() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    bytes.writeImmutableBuffer(unwrapInboundIn(data))
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if !answer(), reader != nil { context.read() }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event { end(ChannelError.eof) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { end(error) }

  func channelInactive(context: ChannelHandlerContext) { end(ChannelError.eof) }

  private func end(_ error: any Error) {
    failure = failure ?? error
    _ = answer()
  }

  /// - Returns: Whether a reader received bytes or an error.
  private func answer() -> Bool {
    guard let (count, promise) = reader else { return false }
    if let found = bytes.readBytes(length: min(count, bytes.readableBytes)), !found.isEmpty {
      promise.succeed(found)
    } else if let failure {
      promise.fail(failure)
    } else {
      return false
    }
    bytes.discardReadBytes()
    reader = nil
    return true
  }
}
