public import SelfManaged

/// A navigator that records its destinations.
@MainActor
public final class FakeNavigator: Navigator {
  /// All destinations, in the order in which they were requested.
  public private(set) var shown: [Destination] = []
  private let counter = FakeCounter()

  /// Creates a navigator that has shown nothing.
  public init() {}

  /// Records the destination.
  public func show(_ destination: Destination) {
    shown.append(destination)
    counter.add()
  }

  /// Returns when the given number of destinations have been shown, immediately if they already
  /// have, or when the waiting task is canceled.
  public func arrived(_ count: Int) async { await counter.reached(count) }
}
