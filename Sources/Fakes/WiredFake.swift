public import SelfManaged

/// A fake behind a wire that the test holds in its hands.
@MainActor
public protocol WiredFake: AnyObject {
  /// The wire all its requests take.
  var wire: FakeWire { get }
}

extension WiredFake {
  /// Holds every request that arrives from now on; see ``FakeWire/hold()``.
  public func hold() { wire.hold() }

  /// Answers all held requests and holds no more; see ``FakeWire/release()``.
  public func release() { wire.release() }

  /// Answers the first held requests and goes on holding; see ``FakeWire/releaseNext(_:)``.
  public func releaseNext(_ count: Int = 1) { wire.releaseNext(count) }

  /// Answers the last held request before all others; see ``FakeWire/releaseLast()``.
  public func releaseLast() { wire.releaseLast() }

  /// How many requests have arrived so far, answered or not.
  public var arrivals: Int { wire.arrivals }

  /// Whether requests are held.
  public var isHolding: Bool { wire.isHolding }

  /// How many requests are held now.
  public var heldCount: Int { wire.heldCount }

  /// Lets the next request that is answered fail; see ``FakeWire/failNext(_:)``.
  public func failNext(_ error: ServiceError) { wire.failNext(error) }

  /// Carries the next request out and loses its reply; see ``FakeWire/loseNextReply()``.
  public func loseNextReply() { wire.loseNextReply() }

  /// Returns when so many requests have arrived; see ``FakeWire/arrived(_:)``.
  public func arrived(_ count: Int) async { await wire.arrived(count) }
}
