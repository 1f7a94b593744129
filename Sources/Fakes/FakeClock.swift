public import SelfManaged

/// A clock whose time changes only when the test advances it.
@MainActor
public final class FakeClock {
  /// The time: the sum of all durations by which the test has advanced the clock.
  public private(set) var now: Duration = .zero
  private var sleepers: [Sleeper] = []
  private var lastSleeper = 0

  /// The random number for each delay before a retry and for each delay after the network is
  /// back, from 0 to 1.
  ///
  /// By default 0, so that a delay is exactly as long as the policy or the server says.
  public var random = 0.0

  private let delays = FakeCounter()
  /// The sleeper that is being resumed, and the call that waits until its task resumes.
  private var resumption: (sleeper: Int, continuation: CheckedContinuation<Void, Never>)?

  private struct Sleeper {
    let number: Int
    /// Whether it is a delay, and not a deadline.
    let isDelay: Bool
    let until: Duration
    let continuation: CheckedContinuation<Void, Never>
  }

  /// Creates a clock at zero.
  public init() {}

  /// The clock for a session.
  public var sessionClock: SessionClock {
    SessionClock(
      now: { self.now }, delay: { await self.sleep(for: $0) },
      deadline: { await self.wait(until: $0) }, random: { self.random })
  }

  /// The number of pending delays; deadlines are not counted.
  public var sleeperCount: Int { sleepers.count { $0.isDelay } }

  /// Waits until the test has advanced time by the duration, or until the waiting task is canceled.
  public func sleep(for duration: Duration) async {
    guard duration > .zero else { return }
    await sleep(until: now + duration, isDelay: true)
  }

  /// Waits until the test has advanced time to a deadline, or until the waiting task is canceled.
  ///
  /// ``sleeperCount`` and ``sleeping(_:)`` do not count deadlines.
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
    if let resumption, resumption.sleeper == number {
      self.resumption = nil
      resumption.continuation.resume()
    }
  }

  private func wake(_ number: Int) {
    guard let index = sleepers.firstIndex(where: { $0.number == number }) else { return }
    sleepers.remove(at: index).continuation.resume()
  }

  /// Returns when the given number of delays have begun in total, immediately if they already have,
  /// or when the waiting task is canceled.
  public func sleeping(_ count: Int) async { await delays.reached(count) }

  /// Advances time and resumes due sleepers.
  ///
  /// Sleepers that are resumed by one call run in any order: the system decides which task runs
  /// first. Where the order matters, advance time step by step.
  public func advance(by duration: Duration) {
    now += duration
    let due = sleepers.filter { $0.until <= now }
    sleepers.removeAll { $0.until <= now }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Advances time to the next delay or deadline within the limit, and waits until its task resumes.
  ///
  /// A resumed task passes through another thread on its way back to the main actor, so it may be
  /// late on a busy machine.
  ///
  /// - Returns: Whether there was one; otherwise time has advanced to the limit.
  package func advanceToNext(by limit: Duration) async -> Bool {
    let due = sleepers.indices.filter { sleepers[$0].until <= limit }
    guard let next = due.min(by: { sleepers[$0].until < sleepers[$1].until }) else {
      now = max(now, limit)
      return false
    }
    let sleeper = sleepers.remove(at: next)
    now = max(now, sleeper.until)
    await withCheckedContinuation { continuation in
      resumption = (sleeper.number, continuation)
      sleeper.continuation.resume()
    }
    return true
  }
}
