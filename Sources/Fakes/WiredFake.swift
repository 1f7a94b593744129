public import SelfManaged

/// A fake behind a simulated network that the test controls.
///
/// The outcomes scripted with ``failNext(_:)`` and ``loseNextReply()`` are used in the order in which
/// requests are answered, reads included.
///
/// ```swift
/// final class FakeSeatService: SeatService, WiredFake {
///   let wire = FakeWire()
///   func seats() async throws -> Int { try await wire.carry { 2 } }
/// }
/// ```
@MainActor
public protocol WiredFake: AnyObject {
  /// The simulated network for all requests of the fake.
  var wire: FakeWire { get }
}

extension WiredFake {
  /// Holds every request that arrives from now on: a held request is neither carried out nor
  /// answered.
  public func hold() { wire.holdsRequests = true }

  /// Answers all held requests, in the order of arrival, and stops holding requests.
  public func release() {
    wire.holdsRequests = false
    releaseNext(heldCount)
  }

  /// Answers the first held requests and continues to hold requests.
  ///
  /// - Parameter count: The number of requests to answer; if fewer are held, all are answered.
  public func releaseNext(_ count: Int = 1) {
    let first = wire.held.prefix(max(0, count))
    wire.held.removeFirst(first.count)
    for answer in first { answer() }
  }

  /// Answers the last held request before all others, and continues to hold requests.
  ///
  /// Without a held request, it does nothing.
  public func releaseLast() { wire.held.popLast()?() }

  /// The number of requests that have arrived so far, answered or not.
  public var arrivals: Int { wire.counter.count }

  /// Whether requests are held.
  public var isHolding: Bool { wire.holdsRequests }

  /// The number of requests that are currently held.
  public var heldCount: Int { wire.held.count }

  /// Makes the next answered request fail without being carried out.
  public func failNext(_ error: ServiceError) { wire.script.append(.fail(error)) }

  /// Carries out the next answered request and loses its reply.
  public func loseNextReply() { wire.script.append(.loseReply) }

  /// Returns when the given number of requests have arrived in total, immediately if they already
  /// have.
  ///
  /// It returns early if the waiting task is canceled, for example by a test's time limit.
  public func arrived(_ count: Int) async { await wire.counter.reached(count) }
}
