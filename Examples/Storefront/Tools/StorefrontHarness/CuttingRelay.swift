import Foundation
import Synchronization

/// Relays TCP connections, in pieces of any size, and cuts them at the given positions.
///
/// ```swift
/// let relay = try await CuttingRelay(to: server.pushPort, pieces: 1)
/// relay.cut(after: [7, 130])       // the first connection after 7 bytes, the second after 130
/// ```
package final class CuttingRelay: Sendable {
  private let relay: RawServer
  private let orders = Orders()

  /// Starts a relay to a port on the loopback interface.
  ///
  /// At most `pieces` bytes are passed to the device at once.
  package init(to port: UInt16, pieces: Int? = nil) async throws {
    relay = try await RawServer { [orders] device in
      let server = try await RawConnection.open(port)
      defer { server.close() }
      let cut = orders.take()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await Self.pump(from: device, to: server, pieces: nil, until: nil) }
        group.addTask { try await Self.pump(from: server, to: device, pieces: pieces, until: cut) }
        try await group.next()
        group.cancelAll()
      }
    }
  }

  package var port: UInt16 { relay.port }

  /// The number of connections so far.
  package var connectionCount: Int { orders.state.withLock { $0.connectionCount } }

  /// Cuts each of the next connections after a number of bytes to the device.
  package func cut(after counts: [Int]) { orders.state.withLock { $0.cuts = counts } }

  private static func pump(
    from: RawConnection, to: RawConnection, pieces: Int?, until limit: Int?
  ) async throws {
    var passed = 0
    while limit.map({ passed < $0 }) ?? true {
      let room = limit.map { $0 - passed } ?? .max
      let bytes = try await from.read(atMost: min(room, pieces ?? 4096))
      try await to.write(Data(bytes))
      passed += bytes.count
    }
  }

  private final class Orders: Sendable {
    let state = Mutex((cuts: [Int](), connectionCount: 0))

    /// Counts a connection, and returns the number of bytes after which it is cut.
    func take() -> Int? {
      state.withLock { state in
        state.connectionCount += 1
        return state.cuts.isEmpty ? nil : state.cuts.removeFirst()
      }
    }
  }
}
