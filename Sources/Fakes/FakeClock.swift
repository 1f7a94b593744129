/// Time in the hands of the test: it stands still until the test moves it.
@MainActor
public final class FakeClock {
  /// How far the test has moved time.
  public private(set) var now: Duration = .zero
  private var sleepers: [Sleeper] = []
  private var lastSleeper = 0

  private let delays = FakeCounter()

  private struct Sleeper {
    let number: Int
    let until: Duration
    let continuation: CheckedContinuation<Void, Never>
  }

  /// Creates a clock that stands at zero.
  public init() {}

  /// How many delays are being waited for.
  public var sleeperCount: Int { sleepers.count }

  /// Waits until the test has moved time so far, or until the waiting task is cancelled.
  public func sleep(for duration: Duration) async {
    guard duration > .zero else { return }
    lastSleeper += 1
    let number = lastSleeper
    await withTaskCancellationHandler {
      await withCheckedContinuation {
        sleepers.append(Sleeper(number: number, until: now + duration, continuation: $0))
        delays.add()
      }
    } onCancel: {
      Task { @MainActor in self.wake(number) }
    }
  }

  private func wake(_ number: Int) {
    guard let index = sleepers.firstIndex(where: { $0.number == number }) else { return }
    sleepers.remove(at: index).continuation.resume()
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

  /// Moves time to the next delay that is over by then, and lets go on whoever waits for it.
  ///
  /// - Returns: Whether there was one; if not, time has been moved all the way.
  func advanceToNext(by limit: Duration) -> Bool {
    let due = sleepers.indices.filter { sleepers[$0].until <= limit }
    guard let next = due.min(by: { sleepers[$0].until < sleepers[$1].until }) else {
      now = max(now, limit)
      return false
    }
    let sleeper = sleepers.remove(at: next)
    now = max(now, sleeper.until)
    sleeper.continuation.resume()
    return true
  }
}
