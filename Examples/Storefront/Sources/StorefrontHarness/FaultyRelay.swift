import FlyingSocks
public import Foundation
import Synchronization

/// Passes requests on to a server, and puts the given faults into them or into their answers.
///
/// ```swift
/// let relay = try await FaultyRelay(to: server)
/// relay.breakNext(.killed, isApplied: true)     // the server did it, and died before it answered
/// ```
public final class FaultyRelay: Sendable {
  private let relay: RawServer
  private let orders = Orders()
  private let done = Done()

  /// Starts a relay to a server.
  public init(to server: ServerProcess) async throws {
    relay = try await RawServer { [orders, done] connection in
      let request = try await connection.readRequest()
      // Counted in any case: the server may well be away.
      try? await Self.pass(request, from: connection, to: server, orders.take())
      done.add()
    }
  }

  /// The port on the loopback interface.
  public var port: UInt16 { relay.port }

  /// Where the relay can be reached.
  public var baseURL: URL { relay.baseURL }

  /// Breaks the next request; the ones after it pass.
  ///
  /// - Parameters:
  ///   - fault: What happens to it.
  ///   - isApplied: Whether the server does before what it is asked.
  public func breakNext(_ fault: Fault, isApplied: Bool) {
    orders.state.withLock { $0 = (Order(fault: fault, isApplied: isApplied), true) }
  }

  /// Breaks all requests from now on, reads included.
  ///
  /// - Parameters:
  ///   - fault: What happens to them.
  ///   - isApplied: Whether the server does before what it is asked.
  public func breakAll(_ fault: Fault, isApplied: Bool) {
    orders.state.withLock { $0 = (Order(fault: fault, isApplied: isApplied), false) }
  }

  /// Lets all requests pass from now on.
  public func heal() { orders.state.withLock { $0 = nil } }

  /// How many requests are over, whether anybody still waited for their answers or not.
  public var finishedCount: Int { done.state.withLock { $0.count } }

  /// Returns when `count` requests are over since the beginning, or the waiting task is canceled.
  public func finished(_ count: Int) async { await done.reached(count) }

  /// What happens to a request.
  public enum Fault: Hashable, Sendable, CaseIterable {
    /// The connection is closed without an answer.
    case dropped
    /// The answer says that the server failed (500).
    case failed
    /// The answer is no JSON.
    case garbled
    /// The answer ends in the middle of its body.
    case truncated
    /// The server is killed, with the request in its hands or with its answer on the way.
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

  /// Kills a server that has the request, and has not looked at it.
  private static func kill(_ server: ServerProcess, with request: String) async throws {
    await server.pause()
    let upstream = try await RawConnection.open(server.port)
    defer { try? upstream.socket.close() }
    try await upstream.write(request)
    await server.kill()
  }

  private static func forward(_ request: String, to port: UInt16) async throws -> Data {
    let upstream = try await RawConnection.open(port)
    defer { try? upstream.socket.close() }
    // One request for each connection, so that the answer's end is the connection's end.
    try await upstream.write(
      request.replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n", maxReplacements: 1))
    return try await upstream.readToEnd()
  }

  private final class Orders: Sendable {
    let state = Mutex<(order: Order, isOnce: Bool)?>(nil)

    func take() -> Order? {
      state.withLock { state in
        defer { if state?.isOnce == true { state = nil } }
        return state?.order
      }
    }
  }

  private final class Done: Sendable {
    let state = Mutex(State())

    struct State {
      var count = 0
      var waiters: [(until: Int, waiter: AsyncStream<Never>.Continuation)] = []
    }

    func add() {
      let due = state.withLock { state in
        state.count += 1
        let count = state.count
        defer { state.waiters.removeAll { $0.until <= count } }
        return state.waiters.filter { $0.until <= count }
      }
      for entry in due { entry.waiter.finish() }
    }

    /// Waits on a stream that ends, since that also ends when the waiting task is canceled.
    func reached(_ until: Int) async {
      let (stream, waiter) = AsyncStream.makeStream(of: Never.self)
      let isReached = state.withLock { state in
        if state.count < until { state.waiters.append((until, waiter)) }
        return state.count >= until
      }
      if isReached { waiter.finish() }
      for await _ in stream {}
    }
  }
}
