import SelfManaged
import Testing

/// The table of reactions to a failed request, row by row.
struct RecoveryTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let error: ServiceError
    let failed: FailedAttempt
    let recovery: Recovery

    init(_ error: ServiceError, _ failed: FailedAttempt, _ recovery: Recovery) {
      self.error = error
      self.failed = failed
      self.recovery = recovery
    }

    var testDescription: String { "\(error.code.rawValue), \(failed)" }
  }

  private static let relative = FailedAttempt(isAbsolute: false)
  private static let absolute = FailedAttempt(isAbsolute: true)
  private static let lost = ServiceError(.unknownOutcome, "Lost")
  private static let conflict = ServiceError.conflict(answer: CartAnswer(quantity: 5))
  private static let refused = ServiceError.rejected("No")
  private static let limit = ServiceError.limit(3)

  static let rows: [Row] = [
    Row(.offline, absolute, .fail),
    Row(
      .offline, FailedAttempt(attempts: Attempts(lost: 1), isAbsolute: true, mayHold: true),
      .resend(after: .seconds(2))),
    Row(
      .offline, FailedAttempt(attempts: Attempts(lost: 1), isAbsolute: false, mayHold: true),
      .readBack(.outcome, because: .unknownOutcome)),

    Row(lost, absolute, .resend(after: .milliseconds(500))),
    Row(
      lost, FailedAttempt(attempts: Attempts(lost: 2), isAbsolute: true),
      .resend(after: .seconds(8))),
    Row(
      lost, FailedAttempt(attempts: Attempts(lost: 3), isAbsolute: true),
      .readBack(.outcome, because: .unknownOutcome)),
    Row(lost, relative, .readBack(.outcome, because: lost)),

    Row(
      limit.scoped(to: .lane), FailedAttempt(isAbsolute: false, carried: .roomForAPart),
      .failAndRead),

    Row(conflict, FailedAttempt(isAbsolute: false, carried: .newerVersion), .rebase),
    Row(conflict, FailedAttempt(isAbsolute: false, carried: .outcome), .rebase),
    Row(
      conflict, FailedAttempt(isAbsolute: false, carried: .roomForAPart),
      .readBack(.rebase, because: conflict)),
    Row(conflict, FailedAttempt(rebases: 2, isAbsolute: false, carried: .outcome), .rebase),
    Row(conflict, FailedAttempt(rebases: 3, isAbsolute: false, carried: .outcome), .failAndRead),
    Row(
      conflict, FailedAttempt(attempts: Attempts(lost: 1), isAbsolute: true, carried: .outcome),
      .rebase),
    Row(
      conflict,
      FailedAttempt(attempts: Attempts(lost: 1), isAbsolute: true, carried: .newerVersion),
      .readBack(.rebase, because: conflict)),
    Row(
      conflict,
      FailedAttempt(attempts: Attempts(lost: 1), rebases: 3, isAbsolute: true, carried: .outcome),
      .readBack(.outcome, because: .unknownOutcome)),
    Row(
      conflict, FailedAttempt(attempts: Attempts(lost: 1), isAbsolute: false, carried: .outcome),
      .readBack(.outcome, because: .unknownOutcome)),

    Row(
      limit, FailedAttempt(isAbsolute: false, carried: .roomForAPart),
      .readBack(.share, because: limit)),
    Row(limit, relative, .fail),
    Row(
      limit, FailedAttempt(attempts: Attempts(lost: 1), isAbsolute: false, carried: .roomForAPart),
      .readBack(.outcome, because: limit)),

    Row(refused, absolute, .fail),
    Row(
      refused, FailedAttempt(attempts: Attempts(lost: 1), isAbsolute: true, carried: .outcome),
      .failAndRead),
    Row(
      refused, FailedAttempt(attempts: Attempts(lost: 1), isAbsolute: true, carried: .newerVersion),
      .readBack(.outcome, because: refused)),
    Row(.signedOut, FailedAttempt(attempts: Attempts(lost: 1), isAbsolute: true), .failAndRead),
  ]

  @Test(arguments: rows)
  func failedRequestHasOneReaction(_ row: Row) {
    #expect(OptimisticPolicy().recovery(from: row.error, row.failed) == row.recovery)
  }

  @Test func keysMakeARelativeIntentRepeatable() {
    var policy = OptimisticPolicy()
    policy.honorsIdempotencyKeys = true
    #expect(
      policy.recovery(from: Self.lost, Self.relative) == .resend(after: .milliseconds(500)))
  }

  @Test func offlineTapIsRequeuedIfThePolicyHoldsTapsAndTheHoldHasNotEnded() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    let first = FailedAttempt(isAbsolute: false, mayHold: true)
    #expect(policy.recovery(from: .offline, first) == .requeue(within: .seconds(60)))
    #expect(policy.recovery(from: .offline, Self.relative) == .fail)
    policy.offline = .fail
    #expect(policy.recovery(from: .offline, first) == .fail)
  }

  @Test func busyServerIsWaitedForAsLongAsThePolicyAllows() {
    let policy = OptimisticPolicy(), longest = OptimisticPolicy().longestBackOff
    #expect(policy.recovery(from: .busy(after: longest), Self.absolute) == .backOff(longest))
    let tooLong = ServiceError.busy(after: longest + .milliseconds(1))
    #expect(policy.recovery(from: tooLong, Self.absolute) == .fail)
  }

  @Test func lostRequestWaitsForTheNetworkAsLongAsATap() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    let failed = FailedAttempt(attempts: Attempts(lost: 1), isAbsolute: true, mayHold: true)
    #expect(policy.recovery(from: .offline, failed) == .resendWhenReachable(within: .seconds(60)))
    policy.offline = .hold(.seconds(1))
    #expect(policy.recovery(from: .offline, failed) == .resendWhenReachable(within: .seconds(2)))
  }

  @Test func lostRequestThatMayNotWaitForTheNetworkIsRepeatedAfterItsDelay() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    let failed = FailedAttempt(attempts: Attempts(lost: 1), isAbsolute: true, mayHold: false)
    #expect(policy.recovery(from: .offline, failed) == .resend(after: .seconds(2)))
  }
}
