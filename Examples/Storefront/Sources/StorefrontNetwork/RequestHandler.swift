import Foundation
package import NIOCore
package import NIOHTTP1

/// Answers the one request of a connection, and limits the time of each step.
///
/// A connection is used for one request, so that idle and slow connections need not be
/// distinguished. On the loopback interface a new connection is cheap.
package final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPServerRequestPart
  package typealias OutboundOut = HTTPServerResponsePart

  /// The time in which a request must begin, in which it must arrive, and in which its reply must
  /// be read.
  static let patience = TimeAmount.seconds(10)

  private enum State {
    case waiting
    case reading(Request)
    case answering
    /// The refusal is written, and the rest of the request is discarded.
    case draining
  }

  private let isRefused: Bool
  private let refuse: @Sendable (RequestRefusal) -> Reply
  private let answer: @Sendable (Request) async -> Reply
  private var state = State.waiting
  private var deadline: Scheduled<Void>?

  /// Creates the handler of a connection, which is refused if there are too many.
  package init(
    isRefused: Bool = false, refuse: @escaping @Sendable (RequestRefusal) -> Reply,
    answer: @escaping @Sendable (Request) async -> Reply
  ) {
    self.isRefused = isRefused
    self.refuse = refuse
    self.answer = answer
  }

  package func channelActive(context: ChannelHandlerContext) {
    guard !isRefused else { return refuse(.tooManyConnections, context) }
    // A browser opens connections early, and would read an answer there as a later reply.
    wait(Self.patience, context) { $0.close(promise: nil) }
  }

  package func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch (event, state) {
    case (is RequestHeadHandler.Began, .waiting):
      wait(Self.patience, context) { [self] in refuse(.tooSlow, $0) }
    case (ChannelEvent.inputClosed, .waiting), (ChannelEvent.inputClosed, .reading),
      (ChannelEvent.inputClosed, .draining):
      context.close(promise: nil)
    default: break
    }
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .waiting):
      do throws(RequestRefusal) {
        state = .reading(try Request(head))
      } catch {
        refuse(error, context)
      }
    case (.body(let bytes), .reading(var request)):
      guard request.body.readableBytes + bytes.readableBytes <= Request.maximumBody else {
        return refuse(.bodyTooLong, context)
      }
      request.body.writeImmutableBuffer(bytes)
      state = .reading(request)
    case (.end, .reading(let request)):
      state = .answering
      deadline?.cancel()
      context.eventLoop.makeFutureWithTask { [answer] in await answer(request) }
        .assumeIsolated().whenSuccess { [self] reply in
          wait(Self.patience, context) { $0.close(promise: nil) }
          write(reply, to: request.method, context).whenComplete { _ in
            context.close(promise: nil)
          }
        }
    default: break
    }
  }

  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case let refusal as RequestRefusal: refuse(refusal, context)
    case is HTTPParserError: refuse(.malformed, context)
    // Another error closes the channel, or belongs to an upgrade, which becomes a normal request.
    default: break
    }
  }

  /// Writes a refusal, ends the output, and reads the remaining input for at most a second.
  ///
  /// If a socket is closed with unread input, the written bytes may be discarded.
  private func refuse(_ refusal: RequestRefusal, _ context: ChannelHandlerContext) {
    switch state {
    case .answering, .draining: return
    case .waiting, .reading: state = .draining
    }
    wait(.seconds(1), context) { $0.close(promise: nil) }
    write(refuse(refusal), to: .GET, context).whenSuccess {
      context.close(mode: .output, promise: nil)
    }
  }

  private func write(
    _ reply: Reply, to method: HTTPMethod, _ context: ChannelHandlerContext
  ) -> EventLoopFuture<Void>.Isolated {
    let head = HTTPResponseHead(version: .http1_1, status: reply.status, headers: reply.headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if method != .HEAD {
      let body = ByteBuffer(bytes: reply.body)
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    }
    return context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated()
  }

  /// Replaces the deadline of the former step.
  private func wait(
    _ time: TimeAmount, _ context: ChannelHandlerContext,
    _ isOver: @escaping (ChannelHandlerContext) -> Void
  ) {
    deadline?.cancel()
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) { isOver(context) }
  }
}
