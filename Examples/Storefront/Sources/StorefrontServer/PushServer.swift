import NIOCore
import SelfManaged
import StorefrontNetwork
import StorefrontWire

/// Sends every change to the devices, each over its own TCP connection.
///
/// A device sends its user and the last change it received. It receives all later changes in order,
/// and then each change as it happens. Several changes of the cart can arrive as one. So its
/// connection can be closed at any time and resumed. If the journal no longer has all later changes,
/// the device receives a ``JournalCut`` instead.
struct PushServer: Sendable {
  /// The maximum number of devices.
  static let mostDevices = 128
  /// The time in which a device must send its user, and in which it must read each push.
  static let patience = TimeAmount.seconds(10)

  let store: Store
  private let places = Places(mostDevices)

  init(store: Store) { self.store = store }

  /// An event of a connection; events are handled one after the other.
  private enum Event: Sendable {
    case received(Received)
    case rung(Bell.Stroke)
  }

  /// Serves a new connection, if there is a place for it.
  func accept(_ channel: any Channel) throws {
    guard places.enter() else { return channel.close(promise: nil) }
    channel.closeFuture.whenComplete { _ in places.leave() }
    let connection = try NIOAsyncChannel<ByteBuffer, Never>(wrappingChannelSynchronously: channel)
    Task { try await connection.executeThenClose { try await serve(channel, $0) } }
  }

  /// Serves one device until it closes the connection, sends invalid bytes, or is too slow.
  private func serve(
    _ channel: any Channel, _ bytes: NIOAsyncChannelInboundStream<ByteBuffer>
  ) async throws {
    // If more events are waiting, the connection is closed: the device resumes it later.
    let (events, continuation) = AsyncStream.makeStream(
      of: Event.self, bufferingPolicy: .bufferingOldest(256))
    let number = store.bell.listen { stroke in
      if case .dropped = continuation.yield(.rung(stroke)) { continuation.finish() }
    }
    defer { store.bell.forget(number) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        defer { continuation.finish() }
        var decoder = try Wire.requests()
        for try await chunk in bytes {
          for received in decoder.feed(chunk.readableBytesView) {
            if case .dropped = continuation.yield(.received(received)) { return }
          }
        }
      }
      var device = Device(store: store, channel: channel)
      for await event in events {
        switch event {
        case .received(.response(let request)):
          guard try await device.answer(request) else { return }
        case .received: return  // The bytes are invalid.
        case .rung(.changed): try await device.push()
        case .rung(.signedOut(let user)): guard try await device.signOut(user) else { return }
        }
      }
    }
  }

  /// One device, and the last change that it knows.
  private struct Device {
    let store: Store
    let channel: any Channel
    /// Closes the connection of a device that does not send its user.
    let deadline: Scheduled<Void>
    var userID: String?
    var sequence = 0

    init(store: Store, channel: any Channel) {
      self.store = store
      self.channel = channel
      deadline = channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
    }

    /// - Returns: Whether the connection continues.
    mutating func answer(_ request: any Response) async throws -> Bool {
      switch request {
      case let request as Subscribe where userID == nil:
        deadline.cancel()
        // SQLite would end the ID at a NUL.
        let isName = (try? Identifier.check(request.userID, as: "The user")) != nil
        guard isName, let answer = try await store.logIn(request.userID) else {
          try await send(LogOut(reason: "There is no user \"\(request.userID)\""))
          return false
        }
        userID = request.userID
        sequence = request.sequence
        try await send(answer)
        try await push()
        return true
      case is AskInfo:
        guard let userID else { return false }
        try await send(try await store.info(userID))
        return true
      case is SignOut:
        guard let userID else { return false }
        store.bell.ring(.signedOut(userID))
        return true
      default: return false
      }
    }

    mutating func push() async throws {
      guard let userID else { return }
      while let next = try await store.pushes(after: sequence, for: userID) {
        for push in next.pushes { try await send(push) }
        sequence = next.last
      }
    }

    func signOut(_ user: String) async throws -> Bool {
      guard user == userID else { return true }
      try await send(LogOut(reason: "Signed out"))
      return false
    }

    /// Writes a message; closing the connection of a slow reader fails the write.
    private func send(_ response: any WritableResponse) async throws {
      let deadline = channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
      defer { deadline.cancel() }
      try await channel.writeAndFlush(ByteBuffer(bytes: try response.encoded())).get()
    }
  }
}
