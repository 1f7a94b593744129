public import SelfManaged

/// A bad network, other devices, scrolling, sign-outs and lost replies, against your own service or
/// component.
///
/// ```swift
/// @Test func ourCartSurvives() async throws {
///   try await AdversarialWorld.cart(productIDs: ["tea", "milk"]) { ShopInMemory() }.check()
/// }
/// ```
///
/// Each schedule is drawn from a number: people press, screens scroll and close, requests are delayed,
/// lost, repeated and refused, carried out and not answered, answered after others, other devices
/// change the same items, the network goes and comes back, the user signs out. Time is virtual. Then
/// the world goes quiet, and
///
/// - every screen shows what the server has,
/// - every tap was resolved exactly once, and the server has what the taps were told,
/// - no addition was sent or carried out twice, and no change left before the former was answered,
/// - all screens of an item always showed the same, and animated nothing but presses,
/// - what failed was told once, by the component that was pressed and on the session's stream, and
///   nobody was asked to sign in twice for what was pressed before,
/// - no more items are remembered than the session's policy allows,
/// - nothing of an ended session took effect.
///
/// What is found is made as short as it can be, and thrown as an ``AdversarialFinding``.
///
/// A component of your own is described by an ``AdversarialSubject``.
@MainActor
public struct AdversarialWorld<Intent: OptimisticIntent> {
  private let honorsIdempotencyKeys: Bool
  private let subject: @MainActor (AdversarialNetwork) -> AdversarialSubject<Intent>

  /// Prepares a world.
  ///
  /// - Parameters:
  ///   - honorsIdempotencyKeys: Whether the server carries out a repeated key once. If so, requests
  ///     also arrive twice.
  ///   - subject: Makes what is played with, anew for each schedule.
  public init(
    honorsIdempotencyKeys: Bool = false,
    _ subject: @escaping @MainActor (AdversarialNetwork) -> AdversarialSubject<Intent>
  ) {
    self.honorsIdempotencyKeys = honorsIdempotencyKeys
    self.subject = subject
  }

  /// Plays so many schedules.
  ///
  /// It stops early, without an error, if the task is cancelled.
  ///
  /// - Parameters:
  ///   - schedules: How many; a thousand take a second or two in memory.
  ///   - seed: The number of the first.
  /// - Returns: What was played.
  /// - Throws: The first schedule that goes wrong, made short.
  @discardableResult
  public func check(
    schedules: Int = 1_000, from seed: UInt64 = 1
  ) async throws(AdversarialFinding) -> AdversarialReport {
    var report = AdversarialReport()
    for number in 0..<UInt64(max(0, schedules)) where !Task.isCancelled {
      let schedule = AdversarialSchedule(
        seed: seed &+ number, honorsIdempotencyKeys: honorsIdempotencyKeys)
      let run = await play(schedule)
      if let complaint = run.complaint { throw await shortest(schedule, complaint) }
      report += run.report
    }
    return report
  }

  /// Plays one schedule again.
  ///
  /// - Throws: The same finding as before, if what is played with has not changed.
  @discardableResult
  public func replay(_ seed: UInt64) async throws(AdversarialFinding) -> AdversarialReport {
    try await check(schedules: 1, from: seed)
  }

  private func play(
    _ schedule: AdversarialSchedule, patience: Int = 10_000
  ) async -> (complaint: String?, report: AdversarialReport) {
    let network = AdversarialNetwork(policy: schedule.policy)
    network.rememberedItemLimit = schedule.rememberedItemLimit
    let run = AdversarialRun(subject(network), network, patience: patience)
    await run.play(schedule.steps)
    return (run.complaint, run.report)
  }

  /// Leaves out what can be left out, larger pieces first, while the schedule still goes wrong.
  private func shortest(
    _ schedule: AdversarialSchedule, _ complaint: String
  ) async -> AdversarialFinding {
    var (best, complaint) = (schedule, complaint)
    var size = max(1, best.steps.count / 2)
    var attempts = 1_000
    while size > 0, attempts > 0 {
      var start = 0
      var isShorter = false
      while start < best.steps.count, attempts > 0 {
        attempts -= 1
        var shorter = best
        shorter.steps.removeSubrange(start..<min(start + size, best.steps.count))
        if let found = await play(shorter, patience: 1_000).complaint {
          (best, complaint, isShorter) = (shorter, found, true)
        } else {
          start += size
        }
      }
      if !isShorter || size > 1 { size /= 2 }
    }
    return AdversarialFinding(
      seed: schedule.seed, complaint: complaint, setup: schedule.setup,
      steps: best.steps.map { "\($0)" })
  }
}
