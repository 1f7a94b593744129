import Synchronization

/// Two ports that are reserved for one server of this process while this object exists.
///
/// A server that is stopped keeps its ports, so that it can be restarted on them.
///
/// The ports are below the range that the system assigns automatically. So no other connection uses
/// them while the server is stopped, and a connection to the server is then certainly refused.
package final class PortReservation: Sendable {
  package let port: UInt16
  package let pushPort: UInt16

  private static let taken = Mutex<Set<UInt16>>([])

  package init() {
    port = Self.take(from: 20_000..<25_000)
    pushPort = Self.take(from: 25_000..<30_000)
  }

  deinit { Self.taken.withLock { [port, pushPort] in $0.subtract([port, pushPort]) } }

  private static func take(from range: Range<UInt16>) -> UInt16 {
    taken.withLock { taken in
      var port = UInt16.random(in: range)
      while !taken.insert(port).inserted { port = UInt16.random(in: range) }
      return port
    }
  }
}
