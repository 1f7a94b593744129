package import NIOCore
package import NIOHTTP1

extension LoopbackServer {
  /// The maximum number of connections of an HTTP server.
  package static let mostConnections = 128

  /// Starts a server that answers one request on each connection.
  ///
  /// A request can switch to the protocol of `upgrade`. `refuse` returns the reply to a request that
  /// is not handled, and `answer` the reply to any other; the channel is the one of its connection.
  package convenience init(
    port: UInt16 = 0, upgrade: (any HTTPServerProtocolUpgrader & Sendable)? = nil,
    refuse: @escaping @Sendable (RequestRefusal) -> Reply,
    answer: @escaping @Sendable (Request, any Channel) async -> Reply
  ) async throws {
    let places = Places(Self.mostConnections)
    try await self.init(port: port) { channel in
      let isAccepted = places.enter()
      if isAccepted { channel.closeFuture.whenComplete { _ in places.leave() } }
      let handler = RequestHandler(isRefused: !isAccepted, refuse: refuse) {
        await answer($0, channel)
      }
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(RequestHeadHandler())
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: false,
        withServerUpgrade: upgrade.map {
          // The other handlers of HTTP are removed without this.
          ([$0], { try? $0.pipeline.syncOperations.remove(RequestHandler.self) })
        },
        withErrorHandling: false)
      try pipeline.addHandler(handler)
    }
  }
}

extension ChannelPipeline.SynchronousOperations {
  fileprivate func remove(_ type: (some RemovableChannelHandler).Type) throws {
    removeHandler(try handler(type: type), promise: nil)
  }
}
