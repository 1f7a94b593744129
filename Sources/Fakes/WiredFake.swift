public import SelfManaged

/// A fake behind a simulated network that the test controls.
@MainActor
public protocol WiredFake: AnyObject {
  /// The simulated network for all requests of the fake.
  var wire: FakeWire { get }
}

extension WiredFake {
  /// Holds every request that arrives from now on; see ``FakeWire/hold()``.
  public func hold() { wire.hold() }

  /// Answers all held requests and stops holding requests; see ``FakeWire/release()``.
  public func release() { wire.release() }

  /// Answers the first held requests and continues to hold requests; see
  /// ``FakeWire/releaseNext(_:)``.
  public func releaseNext(_ count: Int = 1) { wire.releaseNext(count) }

  /// Answers the last held request before all others; see ``FakeWire/releaseLast()``.
  public func releaseLast() { wire.releaseLast() }

  /// The number of requests that have arrived so far, answered or not.
  public var arrivals: Int { wire.arrivals }

  /// Whether requests are held.
  public var isHolding: Bool { wire.isHolding }

  /// The number of requests that are currently held.
  public var heldCount: Int { wire.heldCount }

  /// Makes the next answered request fail; see ``FakeWire/failNext(_:)``.
  public func failNext(_ error: ServiceError) { wire.failNext(error) }

  /// Carries out the next answered request and loses its reply; see
  /// ``FakeWire/loseNextReply()``.
  public func loseNextReply() { wire.loseNextReply() }

  /// Returns when the given number of requests have arrived; see ``FakeWire/arrived(_:)``.
  public func arrived(_ count: Int) async { await wire.arrived(count) }
}
