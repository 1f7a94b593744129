import Synchronization

/// Two ports that no other server of this process is given while this object lives.
///
/// A server that is down keeps its ports, to be started again on them: nothing but this holds them
/// for it meanwhile.
///
/// They lie below the range the system hands out by itself, so that no connection is given one while
/// the server is down, and so that a connection to it is then refused for certain.
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
