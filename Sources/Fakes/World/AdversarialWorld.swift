import Components
public import SelfManaged

/// A randomized test of your own service or component against an unreliable network.
///
/// The world also simulates other devices, scrolling, sign-outs and lost replies.
///
/// ```swift
/// @Test func ourCartSurvives() async throws {
///   try await AdversarialWorld.cart(productIDs: ["tea", "milk"]) { ShopInMemory() }.check()
/// }
/// ```
///
/// Each schedule is generated from a seed. Users press, screens scroll and close, and other devices
/// change the same items. Requests are delayed, lost, repeated, refused, carried out without a
/// reply, or answered out of order. The network goes offline and comes back, and the user signs
/// out. Time is virtual. When the world is idle again, these rules must be true:
///
/// - every screen shows the server's value,
/// - every tap was resolved exactly once, and the server's value agrees with the reported results,
/// - no addition was sent or carried out twice, and no change was sent before the previous change
///   in its lane settled,
/// - all screens of an item always showed the same value, and animated only presses,
/// - each failure was reported once by the component that was pressed, and once on the session's
///   stream, and the user was asked to sign in at most once for earlier presses,
/// - no more items are remembered than the session's policy allows,
/// - no reply to a request of an ended session had an effect.
///
/// A failing schedule is minimized and thrown as an ``AdversarialFinding``.
///
/// Describe your own component with an ``AdversarialSubject``. During a schedule, this package writes
/// no debug messages, since presses fail on purpose.
@MainActor
public struct AdversarialWorld<Intent: OptimisticIntent> {
  private let honorsIdempotencyKeys: Bool
  private let subject: @MainActor (AdversarialNetwork) -> AdversarialSubject<Intent>

  /// Prepares a world.
  ///
  /// - Parameters:
  ///   - honorsIdempotencyKeys: Whether the server carries out a repeated key once. If so, requests
  ///     also arrive twice.
  ///   - subject: Creates the subject for each schedule.
  public init(
    honorsIdempotencyKeys: Bool = false,
    _ subject: @escaping @MainActor (AdversarialNetwork) -> AdversarialSubject<Intent>
  ) {
    self.honorsIdempotencyKeys = honorsIdempotencyKeys
    self.subject = subject
  }

  /// Plays the given number of schedules.
  ///
  /// It stops early, without an error, if the task is canceled. To play a failing schedule again, pass
  /// its seed: `check(schedules: 1, from: 1042)`.
  ///
  /// - Parameters:
  ///   - schedules: The number of schedules; 300 take a few seconds in a debug build.
  ///   - seed: The seed of the first schedule.
  /// - Returns: The statistics of the schedules.
  /// - Throws: The first failing schedule, minimized, as an ``AdversarialFinding``.
  @discardableResult
  public func check(
    schedules: Int = 300, from seed: UInt64 = 1
  ) async throws(AdversarialFinding) -> AdversarialReport {
    var report = AdversarialReport()
    for number in 0..<UInt64(max(0, schedules)) where !Task.isCancelled {
      let schedule = AdversarialSchedule(
        seed: seed &+ number, honorsIdempotencyKeys: honorsIdempotencyKeys)
      let run = await play(schedule)
      if let violation = run.violation { throw await shortest(schedule, violation) }
      report += run.report
    }
    return report
  }

  private func play(
    _ schedule: AdversarialSchedule, maximumTurns: Int = 100_000
  ) async -> (violation: String?, report: AdversarialReport) {
    let network = AdversarialNetwork(policy: schedule.policy)
    network.rememberedItemLimit = schedule.rememberedItemLimit
    let run = AdversarialRun(
      subject(network), network, usesCart: schedule.usesCart, maximumTurns: maximumTurns)
    await DebugMessages.$areMuted.withValue(true) { await run.play(schedule.steps) }
    return (run.violation, run.report)
  }

  /// Minimizes a schedule: removes steps, larger groups first, while the schedule still fails.
  private func shortest(
    _ schedule: AdversarialSchedule, _ violation: String
  ) async -> AdversarialFinding {
    var (best, violation) = (schedule, violation)
    var size = max(1, best.steps.count / 2)
    var attempts = 1_000
    while size > 0, attempts > 0 {
      var start = 0
      var isShorter = false
      while start < best.steps.count, attempts > 0 {
        attempts -= 1
        var shorter = best
        shorter.steps.removeSubrange(start..<min(start + size, best.steps.count))
        if let found = await play(shorter, maximumTurns: 1_000).violation {
          (best, violation, isShorter) = (shorter, found, true)
        } else {
          start += size
        }
      }
      if !isShorter || size > 1 { size /= 2 }
    }
    return AdversarialFinding(
      seed: schedule.seed, violation: violation, setup: schedule.setup,
      steps: best.steps.map { "\($0)" })
  }
}
