/// Time in the hands of the test: it stands still until the test moves it.
@MainActor
public final class FakeClock {
  /// How far the test has moved time.
  public private(set) var now: Duration = .zero
  private var sleepers: [(until: Duration, continuation: CheckedContinuation<Void, Never>)] = []

  private let delays = FakeCounter()

  /// Creates a clock that stands at zero.
  public init() {}

  /// How many delays are being waited for.
  public var sleeperCount: Int { sleepers.count }

  /// Waits until the test has moved time so far.
  public func sleep(for duration: Duration) async {
    guard duration > .zero else { return }
    await withCheckedContinuation {
      sleepers.append((now + duration, $0))
      delays.add()
    }
  }

  /// Returns when so many delays have begun since the beginning, at once if they have already.
  public func sleeping(_ count: Int) async { await delays.reached(count) }

  /// Moves time, and lets go on whoever has waited long enough.
  ///
  /// Those who go on in one move do so in any order: the system decides which task runs first. Where
  /// the order matters, move time step by step.
  public func advance(by duration: Duration) {
    now += duration
    let due = sleepers.filter { $0.until <= now }
    sleepers.removeAll { $0.until <= now }
    for sleeper in due { sleeper.continuation.resume() }
  }
}
