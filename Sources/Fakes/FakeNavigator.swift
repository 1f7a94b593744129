public import SelfManaged

/// A navigator that records where it was sent.
@MainActor
public final class FakeNavigator: Navigator {
  /// All destinations, in the order in which they were asked for.
  public private(set) var shown: [Destination] = []
  private let counter = FakeCounter()

  /// Creates a navigator that has shown nothing.
  public init() {}

  /// Records the destination.
  public func show(_ destination: Destination) {
    shown.append(destination)
    counter.add()
  }

  /// Returns when so many destinations have been shown, at once if they have already.
  public func arrived(_ count: Int) async { await counter.reached(count) }
}
