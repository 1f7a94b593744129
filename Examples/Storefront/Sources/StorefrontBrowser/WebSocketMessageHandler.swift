import Foundation
package import NIOCore
package import NIOWebSocket

/// Passes the messages of a browser on, answers its pings, and closes with the reason.
package final class WebSocketMessageHandler<Message>: ChannelInboundHandler {
  package typealias InboundIn = WebSocketFrame
  package typealias InboundOut = Message
  package typealias OutboundOut = WebSocketFrame

  private let limit: Int
  private let decode: (ByteBuffer) throws -> Message
  private var isClosing = false

  private init(limit: Int, _ decode: @escaping (ByteBuffer) throws -> Message) {
    self.limit = limit
    self.decode = decode
  }

  /// Adds the handlers after the frames' decoder and encoder.
  ///
  /// - Parameters:
  ///   - pipeline: The pipeline, on its event loop.
  ///   - limit: The maximum number of bytes in a message.
  ///   - decode: Decodes the text of a message.
  /// - Throws: The error of the pipeline.
  package static func add(
    to pipeline: ChannelPipeline.SynchronousOperations, limit: Int,
    decode: @escaping (ByteBuffer) throws -> Message
  ) throws {
    try pipeline.addHandler(WebSocketFrameHandler())
    try pipeline.addHandler(
      NIOWebSocketFrameAggregator(
        minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: limit,
        maxAccumulatedFrameSize: limit))
    try pipeline.addHandler(WebSocketMessageHandler(limit: limit, decode))
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .text:
      do {
        context.fireChannelRead(wrapInboundOut(try decode(frame.unmaskedData)))
      } catch {
        errorCaught(context: context, error: error)
      }
    case .ping:
      let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
      context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
    case .connectionClose: close(.normalClosure, "", context)
    default: break
    }
  }

  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = WebSocketError(error, limit: limit) else {
      return context.close(promise: nil)
    }
    close(error.code, error.reason, context)
  }

  /// The page reads too slowly: its messages would accumulate.
  package func channelWritabilityChanged(context: ChannelHandlerContext) {
    if !context.channel.isWritable { context.close(promise: nil) }
    context.fireChannelWritabilityChanged()
  }

  /// Writes the reason, and discards input until the page has received it, for at most two seconds.
  ///
  /// If a socket is closed with unread bytes, the page may not receive the reason.
  private func close(
    _ code: WebSocketErrorCode, _ reason: String, _ context: ChannelHandlerContext
  ) {
    guard !isClosing else { return }
    isClosing = true
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    // A control frame has at most 125 bytes, two of which are the code. A reason that ends in the
    // middle of a character would violate the protocol.
    var words = reason
    while words.utf8.count > 123 { words.removeLast() }
    data.writeString(words)
    let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    context.writeAndFlush(wrapOutboundOut(frame)).assumeIsolated().whenComplete { _ in
      context.close(mode: .output, promise: nil)
    }
    context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(2)) {
      context.close(promise: nil)
    }
  }
}
