package import Foundation
import Synchronization

/// Relays requests to a server, and inserts faults into them or into their replies.
///
/// ```swift
/// let relay = try await FaultyRelay(to: server)
/// relay.breakNext(.killed, isApplied: true)     // applied, but killed before it replied
/// ```
package final class FaultyRelay: Sendable {
  private let relay: RawServer
  private let state = State()

  package init(to server: ServerProcess) async throws {
    relay = try await RawServer { [state] connection in
      let request = try await connection.readRequest()
      // Counted even if the server can't be reached.
      try? await Self.pass(request, from: connection, to: server, state.takeOrder())
      state.finishOne()
    }
  }

  package var port: UInt16 { relay.port }

  package var baseURL: URL { relay.baseURL }

  /// Breaks the next request, which the server first carries out if `isApplied`; later ones pass.
  package func breakNext(_ fault: Fault, isApplied: Bool) {
    state.order.withLock { $0 = (Order(fault: fault, isApplied: isApplied), true) }
  }

  /// Breaks all requests from now on in the same way, reads included.
  package func breakAll(_ fault: Fault, isApplied: Bool) {
    state.order.withLock { $0 = (Order(fault: fault, isApplied: isApplied), false) }
  }

  /// Lets all requests pass from now on.
  package func heal() { state.order.withLock { $0 = nil } }

  /// The number of requests that have ended, whether or not a client still waited for the reply.
  package var finishedCount: Int { state.finishedCount.withLock { $0 } }

  /// Returns when `count` requests have ended in total, or when the waiting task is canceled.
  ///
  /// Only one task may wait, and none after a canceled wait.
  package func finished(_ count: Int) async {
    guard finishedCount < count else { return }
    for await reached in state.counts where reached >= count { return }
  }

  /// A fault of a request.
  package enum Fault: Hashable, Sendable, CaseIterable {
    /// The connection is closed without a reply.
    case dropped
    /// The reply has the status 500.
    case failed
    /// The reply is not JSON.
    case garbled
    /// The reply ends in the middle of its body.
    case truncated
    /// The server is killed after it has received the request, or after it has sent the reply.
    case killed
  }

  private struct Order {
    let fault: Fault
    let isApplied: Bool
  }

  private static func pass(
    _ request: String, from connection: RawConnection, to server: ServerProcess, _ order: Order?
  ) async throws {
    guard let order else {
      return try await connection.write(try await forward(request, to: server.port))
    }
    if order.fault == .killed, !order.isApplied { return try await kill(server, with: request) }
    let answer = order.isApplied ? try await forward(request, to: server.port) : nil
    switch order.fault {
    case .dropped: break
    case .killed: await server.kill()
    case .failed:
      try await connection.write(
        "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    case .garbled:
      try await connection.write(
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")
    case .truncated:
      let head = "HTTP/1.1 200 OK\r\nContent-Length: 99\r\nConnection: close\r\n\r\n"
      try await connection.write(answer?.dropLast(4) ?? Data((head + "{\"quantity\":1,").utf8))
    }
  }

  /// Kills a server that has received the request but not handled it.
  private static func kill(_ server: ServerProcess, with request: String) async throws {
    await server.pause()
    let upstream = try await RawConnection.open(server.port)
    defer { upstream.close() }
    try await upstream.write(request)
    await server.kill()
  }

  private static func forward(_ request: String, to port: UInt16) async throws -> Data {
    let upstream = try await RawConnection.open(port)
    defer { upstream.close() }
    // One request for each connection, so that the answer's end is the connection's end.
    try await upstream.write(
      request.replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n", maxReplacements: 1))
    return try await upstream.readToEnd()
  }

  /// What the connections share.
  private final class State: Sendable {
    let order = Mutex<(order: Order, isOnce: Bool)?>(nil)
    let finishedCount = Mutex(0)
    /// Each value of the count.
    let (counts, counter) = AsyncStream.makeStream(of: Int.self)

    func takeOrder() -> Order? {
      order.withLock { order in
        defer { if order?.isOnce == true { order = nil } }
        return order?.order
      }
    }

    func finishOne() {
      finishedCount.withLock { count in
        count += 1
        counter.yield(count)
      }
    }
  }
}
