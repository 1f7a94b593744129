import FlyingSocks
import Foundation
public import SelfManaged
import StorefrontSockets
import StorefrontWire

/// What the shop says by itself, over a TCP connection that is taken up again when it is cut.
///
/// ```swift
/// let pushes = StorefrontPushes(port: server.pushPort, userID: "ada", center: center)
/// session.follow(LikeChanged.self, in: center)
/// session.follow(CartChanged.self, in: center)
/// let listening = Task { await pushes.listen() }
/// ```
///
/// It remembers the number of the last change that was posted, and asks for those after it when it
/// connects again. So nothing is missed, and nothing comes twice, wherever in a frame the connection
/// was cut.
@MainActor
public final class StorefrontPushes {
  /// The number of the last change that was posted.
  public private(set) var sequence: Int

  private let port: UInt16
  private let userID: String
  private let center: ResponseCenter
  private let readLimit: Int
  private let pause: @Sendable () async throws -> Void
  private var socket: AsyncSocket?
  private var isOver = false

  /// Creates a listener that does not listen yet.
  ///
  /// - Parameters:
  ///   - port: The server's port for pushes.
  ///   - userID: Who is signed in.
  ///   - center: Where everything is posted.
  ///   - sequence: The last change that is known.
  ///   - readLimit: The most bytes that are read at once.
  ///   - pause: Waits before a connection is taken up again.
  public init(
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
    center.observe(LogOut.self, for: self) { pushes, _ in pushes.isOver = true }
  }

  /// Listens, over one connection after the other, until the person is signed out or the task is
  /// canceled.
  public func listen() async {
    while !isOver, !Task.isCancelled {
      // Why a connection ended makes no difference: what was missed is asked for again.
      try? await listenOnce()
      if isOver { return }
      do { try await pause() } catch { return }
    }
  }

  /// Asks for ``StorefrontWire/QueryInfo``; nothing is asked while there is no connection.
  public func askInfo() async throws { try await send(AskInfo()) }

  /// Signs the person out, on all devices.
  public func signOut() async throws { try await send(SignOut()) }

  private func listenOnce() async throws {
    let socket = try await Sockets.connect(to: port)
    let connection = center.open()
    self.socket = socket
    defer {
      self.socket = nil
      center.close(connection)
      try? socket.close()
    }
    try await send(Subscribe(userID: userID, after: sequence))
    try await center.receive(
      Chunks(socket: socket, limit: readLimit), through: try Wire.responses(), from: connection)
  }

  private func send(_ request: any WritableResponse) async throws {
    try await socket?.write(Data(try request.encoded()))
  }

  /// What a socket reads, until the other side closes it.
  private struct Chunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let socket: AsyncSocket
    let limit: Int

    func makeAsyncIterator() -> Self { self }

    func next() async throws -> [UInt8]? {
      do {
        return try await socket.read(atMost: limit)
      } catch SocketError.disconnected {
        return nil
      }
    }
  }
}
