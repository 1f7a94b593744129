public import SelfManaged

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
    /// Whether it is a delay, and not a deadline.
    let isDelay: Bool
    let until: Duration
    let continuation: CheckedContinuation<Void, Never>
  }

  /// Creates a clock that stands at zero.
  public init() {}

  /// The clock for a session.
  public var sessionClock: SessionClock {
    SessionClock(
      now: { self.now }, delay: { await self.sleep(for: $0) },
      deadline: { await self.wait(until: $0) })
  }

  /// How many delays are being waited for; deadlines are not counted.
  public var sleeperCount: Int { sleepers.count { $0.isDelay } }

  /// Waits until the test has moved time so far, or until the waiting task is canceled.
  public func sleep(for duration: Duration) async {
    guard duration > .zero else { return }
    await sleep(until: now + duration, isDelay: true)
  }

  /// Waits until the test has moved time to a deadline, or until the waiting task is canceled.
  ///
  /// It is counted neither by ``sleeperCount`` nor by ``sleeping(_:)``.
  public func wait(until deadline: Duration) async {
    guard deadline > now else { return }
    await sleep(until: deadline, isDelay: false)
  }

  private func sleep(until time: Duration, isDelay: Bool) async {
    lastSleeper += 1
    let number = lastSleeper
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume() }
        sleepers.append(
          Sleeper(number: number, isDelay: isDelay, until: time, continuation: continuation))
        if isDelay { delays.add() }
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

  /// Moves time to the next delay or deadline that is over by then, and resumes whoever waits for it.
  ///
  /// - Returns: Which of the two it was; `nil` if there was none, and time has been moved all the way.
  func advanceToNext(by limit: Duration) -> Wait? {
    let due = sleepers.indices.filter { sleepers[$0].until <= limit }
    guard let next = due.min(by: { sleepers[$0].until < sleepers[$1].until }) else {
      now = max(now, limit)
      return nil
    }
    let sleeper = sleepers.remove(at: next)
    now = max(now, sleeper.until)
    sleeper.continuation.resume()
    return sleeper.isDelay ? .delay : .deadline
  }

  /// What a task waits for.
  enum Wait {
    case delay
    case deadline
  }
}
