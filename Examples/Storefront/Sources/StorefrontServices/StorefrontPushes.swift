import NIOCore
import NIOPosix
package import SelfManaged
import StorefrontNetwork
import StorefrontWire

/// Receives the server's pushes over a TCP connection that is resumed when it is lost.
///
/// ```swift
/// let posts = try await api.posts()
/// let pushes = StorefrontPushes(
///   port: server.pushPort, userID: "ada", center: center, after: posts.sequence)
/// session.follow(LikeChanged.self, in: center)
/// session.followCart(in: center)
/// let listening = Task { await pushes.listen() }
/// ```
///
/// It stores the number of the last posted change, and requests the later ones when it reconnects.
/// So each change is posted once, wherever in a frame the connection was lost. If the server no
/// longer has them, ``StorefrontWire/JournalCut`` is posted: read everything again then.
@MainActor
package final class StorefrontPushes {
  /// The number of the last change that was posted.
  package private(set) var sequence: Int

  private let port: UInt16
  private let userID: String
  private let center: ResponseCenter
  private let readLimit: Int
  private let pause: @Sendable () async throws -> Void
  private var writer: NIOAsyncChannelOutboundWriter<ByteBuffer>?
  private var isOver = false

  /// Creates a receiver of the changes after a known one; ``listen()`` connects it.
  ///
  /// It reads at most `readLimit` bytes at once, and calls `pause` before it reconnects.
  package init(
    port: UInt16, userID: String, center: ResponseCenter, after sequence: Int = 0,
    readLimit: Int = 4096,
    pause: @escaping @Sendable () async throws -> Void = {
      try await Task.sleep(for: .milliseconds(200))
    }
  ) {
    self.port = port
    self.userID = userID
    self.center = center
    self.sequence = sequence
    self.readLimit = readLimit
    self.pause = pause
    center.observe(LikeChanged.self, for: self) { $0.sequence = $1.sequence }
    center.observe(CartChanged.self, for: self) { $0.sequence = $1.sequence }
    center.observe(JournalCut.self, for: self) { $0.sequence = $1.sequence }
    center.observe(LogOut.self, for: self) { pushes, _ in pushes.isOver = true }
  }

  /// Receives pushes, over one connection after the other, until the user is signed out or the task
  /// is canceled.
  package func listen() async {
    while !isOver, !Task.isCancelled {
      // The reason for the end of a connection does not matter, since missed changes are requested.
      try? await listenOnce()
      if isOver { return }
      do { try await pause() } catch { return }
    }
  }

  /// Requests ``StorefrontWire/QueryInfo``; without a connection, it does nothing.
  package func askInfo() async throws { try await send(AskInfo()) }

  /// Signs the user out on all devices.
  package func signOut() async throws { try await send(SignOut()) }

  private func listenOnce() async throws {
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .channelOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: readLimit)
      )
      .connect(to: SocketAddress(ipAddress: "127.0.0.1", port: Int(port))) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.closeOnExec()
          return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let connection = center.open()
    defer {
      writer = nil
      center.close(connection)
    }
    try await channel.executeThenClose { bytes, writer in
      self.writer = writer
      try await send(Subscribe(userID: userID, after: sequence))
      try await center.receive(
        bytes.map(\.readableBytesView), through: try Wire.responses(), from: connection)
    }
  }

  private func send(_ request: any WritableResponse) async throws {
    try await writer?.write(ByteBuffer(bytes: try request.encoded()))
  }
}

extension Session {
  /// Reports each pushed cart to this session.
  package func followCart(in center: ResponseCenter) {
    center.observe(CartChanged.self, for: self) { $0.cart.receive($1.cart.report) }
  }
}
