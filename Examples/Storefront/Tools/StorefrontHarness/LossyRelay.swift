import FlyingSocks
public import Foundation
import Synchronization

/// Relays requests to a server, and loses some of the requests or replies.
///
/// So a test can produce a request that the server has carried out but whose reply is lost.
public final class LossyRelay: Sendable {
  private let server: RawServer
  private let fate: Fate

  /// Starts a relay to a port on the loopback interface.
  public init(to port: UInt16) async throws {
    let fate = Fate()
    self.fate = fate
    server = try await RawServer { connection in
      let request = try await connection.readRequest()
      let loss = fate.take()
      if loss == .request { return }
      let upstream = try await RawConnection.open(port)
      defer { try? upstream.socket.close() }
      // One request for each connection, so that the answer's end is the connection's end.
      try await upstream.write(
        request.replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n", maxReplacements: 1))
      let answer = try await upstream.readToEnd()
      if loss == nil { try await connection.write(answer) }
    }
  }

  /// Where the relay can be reached.
  public var baseURL: URL { server.baseURL }

  /// Loses the next request or its reply; later requests pass.
  public func loseNext(_ loss: Loss) { fate.next.withLock { $0 = loss } }

  /// The part that is lost.
  public enum Loss: Sendable {
    /// The request; the server never receives it.
    case request
    /// The reply; the server has carried out the request.
    case answer
  }

  private final class Fate: Sendable {
    let next = Mutex<Loss?>(nil)

    func take() -> Loss? {
      next.withLock { loss in
        defer { loss = nil }
        return loss
      }
    }
  }
}
