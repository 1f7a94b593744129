/// The clock of a session; a test injects its own.
///
/// ```swift
/// let session = Session(likes: api, clock: SessionClock(
///   now: { clock.now }, delay: { await clock.sleep(for: $0) },
///   deadline: { await clock.wait(until: $0) }))
/// ```
///
/// Everything is called on the main actor.
public struct SessionClock {
  let now: @MainActor () -> Duration
  let delay: @MainActor (Duration) async throws -> Void
  let deadline: @MainActor (Duration) async throws -> Void
  package var random: @MainActor () -> Double

  /// Creates a clock; by default no random part is added to delays.
  ///
  /// - Parameters:
  ///   - now: Returns the time since a fixed moment.
  ///   - delay: Waits for a time: before a request or a read is repeated, for the end of a hold or of
  ///     the time to undo a removal, and for the random delay of a request when the network is
  ///     back. Canceled when it is no longer needed. An error ends the wait, unless the task is
  ///     canceled.
  ///   - deadline: Waits until a deadline that is rarely reached, such as the timeout of a request.
  ///     The argument is a time on the scale of `now`, not an interval. At most one call is pending
  ///     at a time, for the earliest deadline, and one for each ``Session/settled(within:)`` with a
  ///     limit. It is canceled when an earlier deadline is needed, or when the session is released.
  ///   - random: Returns a random number from 0 to 1: for each delay before a retry, see
  ///     ``OptimisticPolicy/jitter``, and for each request that leaves when the network is back, see
  ///     ``SessionPolicy/reconnectSpread``.
  public init(
    now: @escaping @MainActor () -> Duration,
    delay: @escaping @MainActor (Duration) async throws -> Void,
    deadline: @escaping @MainActor (Duration) async throws -> Void,
    random: @escaping @MainActor () -> Double = { 0 }
  ) {
    self.now = now
    self.delay = delay
    self.deadline = deadline
    self.random = random
  }

  /// The system's clock, which continues while the device sleeps, and its random numbers.
  public static var continuous: Self {
    let start = ContinuousClock.now
    return Self(
      now: { start.duration(to: .now) },
      delay: { try await Task.sleep(for: $0.clampedForSleep) },
      deadline: { try await Task.sleep(for: remaining(until: $0, at: start.duration(to: .now))) },
      random: { .random(in: 0...1) })
  }

  /// The time left until a deadline; below zero if it has passed.
  package static func remaining(until deadline: Duration, at now: Duration) -> Duration {
    (deadline - now).clampedForSleep
  }
}

extension Duration {
  /// The duration clamped to ten years, since the system's sleep traps on very long ones.
  var clampedForSleep: Duration { min(self, .seconds(315_360_000)) }
}
