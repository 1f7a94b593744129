package import NIOCore
package import NIOWebSocket

/// Refuses frames that no browser sends, and that the decoder accepts.
package final class WebSocketFrameHandler: ChannelInboundHandler {
  package typealias InboundIn = WebSocketFrame
  package typealias InboundOut = WebSocketFrame

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    let error: WebSocketError? =
      if frame.rsv1 || frame.rsv2 || frame.rsv3 {
        .broken("reserved bits")
      } else if frame.maskKey == nil {
        .broken("an unmasked frame")
      } else {
        switch frame.opcode {
        case .text, .continuation, .connectionClose, .ping, .pong: nil
        case .binary: .notText
        default: .broken("an unknown kind of frame")
        }
      }
    if let error { context.fireErrorCaught(error) } else { context.fireChannelRead(data) }
  }
}
