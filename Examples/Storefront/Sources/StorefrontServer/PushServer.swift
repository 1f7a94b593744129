import FlyingSocks
import Foundation
import SelfManaged
import StorefrontSockets
import StorefrontWire

/// Tells devices of every change, each over a TCP connection of its own.
///
/// A device says who it is and what the last change was it heard of; it is told of all after that, in
/// order, and then of each as it happens. It can so be cut off at any moment and go on later.
struct PushServer: Sendable {
  let store: Store

  func run(port: UInt16, onListening: @Sendable (UInt16) -> Void) async throws {
    let pool = Sockets.pool()
    let (listener, port) = try await Sockets.listen(on: port, in: pool)
    onListening(port)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await pool.run() }
      group.addTask {
        try await withThrowingDiscardingTaskGroup { group in
          defer { try? listener.close() }
          while true {
            let socket = try await Sockets.accept(from: listener)
            group.addTask {
              // A device that goes away, or talks nonsense, is no harm to the others.
              try? await serve(socket)
              try? socket.close()
            }
          }
        }
      }
      while try await group.next() != nil {}
    }
  }

  /// What a connection has to deal with, one after the other.
  private enum Event: Sendable {
    case received(Received)
    case rung(Bell.Stroke)
  }

  private func serve(_ socket: AsyncSocket) async throws {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    let number = store.bell.listen { continuation.yield(.rung($0)) }
    defer { store.bell.forget(number) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        defer { continuation.finish() }
        var decoder = try Wire.requests()
        while true {
          for received in decoder.feed(try await socket.read(atMost: 4096)) {
            continuation.yield(.received(received))
          }
        }
      }
      group.addTask {
        var device = Device(store: store, socket: socket)
        for await event in events {
          switch event {
          case .received(.response(let request)):
            guard try await device.answer(request) else { return }
          case .received: return  // What it says can't be understood.
          case .rung(.changed): try await device.push()
          case .rung(.signedOut(let user)):
            guard try await device.signOut(user) else { return }
          }
        }
      }
      try await group.next()
    }
  }

  /// One device, and what it has been told.
  private struct Device {
    let store: Store
    let socket: AsyncSocket
    var userID: String?
    var sequence = 0

    /// - Returns: Whether the connection goes on.
    mutating func answer(_ request: any Response) async throws -> Bool {
      switch request {
      case let request as Subscribe where userID == nil:
        guard let answer = try await store.logIn(request.userID) else {
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
      for push in try await store.pushes(after: sequence, for: userID) {
        try await send(push)
        if let push = push as? any JournalPush { sequence = push.sequence }
      }
    }

    func signOut(_ user: String) async throws -> Bool {
      guard user == userID else { return true }
      try await send(LogOut(reason: "Signed out"))
      return false
    }

    private func send(_ response: any WritableResponse) async throws {
      try await socket.write(Data(try response.encoded()))
    }
  }
}
