import Components
import SelfManaged
import Testing

/// What a failed request leads to, row by row.
struct RecoveryTests {
  enum Reaction: Hashable, Sendable {
    case fails, failsAndReads, sendsAgain, sendsAgainUnderANewKey, readsBack, waitsInTheQueue
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let error: ServiceError
    let intent: QuantityIntent
    let lost: Int
    let reaction: Reaction

    init(
      _ error: ServiceError, _ intent: QuantityIntent, lost: Int = 0, _ reaction: Reaction
    ) {
      (self.error, self.intent, self.lost, self.reaction) = (error, intent, lost, reaction)
    }

    var testDescription: String { "\(error.code.rawValue), \(intent), \(lost) lost" }
  }

  private static let conflict = ServiceError.conflict(answer: CartAnswer(quantity: 5, version: 2))

  static let rows: [Row] = [
    Row(.offline, .set(9), .fails),
    Row(.offline, .set(9), lost: 1, .sendsAgain),
    Row(.offline, .set(9), lost: 3, .readsBack),

    Row(.unknownOutcome, .set(9), .sendsAgain),
    Row(.unknownOutcome, .set(9), lost: 2, .sendsAgain),
    Row(.unknownOutcome, .set(9), lost: 3, .readsBack),
    Row(.unknownOutcome, .add(6), .readsBack),

    Row(.busy(after: .seconds(120)), .set(9), .waitsInTheQueue),
    Row(.busy(after: .milliseconds(120_001)), .set(9), .fails),
    Row(.busy(after: .seconds(120)), .set(9), lost: 1, .sendsAgain),
    Row(.busy(after: .milliseconds(120_001)), .set(9), lost: 1, .readsBack),

    Row(conflict, .add(6), .sendsAgainUnderANewKey),
    Row(conflict, .set(9), lost: 1, .sendsAgainUnderANewKey),
    Row(.conflict, .add(6), .readsBack),
    Row(.conflict, .set(9), lost: 1, .readsBack),

    Row(.limit(5), .add(6), .readsBack),
    Row(.limit(3), .add(6), .fails),
    Row(.limit(9), .set(9), lost: 1, .readsBack),
    Row(.limit(5).scoped(to: .lane), .add(6), .failsAndReads),

    Row(.rejected, .set(9), .fails),
    Row(.rejected, .set(9), lost: 1, .readsBack),
    Row(.rejected("No", answer: CartAnswer(quantity: 3)), .set(9), lost: 1, .failsAndReads),
    Row(.rejected("No", answer: CartAnswer(version: 2)), .set(9), lost: 1, .readsBack),
    Row(.signedOut, .set(9), .fails),
    Row(.signedOut, .set(9), lost: 1, .failsAndReads),
  ]

  @Test(arguments: rows)
  func failedRequestHasOneReaction(_ row: Row) {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 1), .push))
    #expect(reaction(to: row.error, row.intent, lost: row.lost, &bench) == row.reaction)
  }

  @Test func keysMakeAnAdditionRepeatable() {
    var policy = OptimisticPolicy()
    policy.honorsIdempotencyKeys = true
    var bench = Bench<QuantityIntent>(3, policy)
    #expect(reaction(to: .unknownOutcome, .add(6), &bench) == .sendsAgain)
    var retried = Bench<QuantityIntent>(3, policy)
    #expect(reaction(to: .conflict, .add(6), lost: 1, &retried) == .readsBack)
  }

  @Test(arguments: [QuantityIntent.add(6), .set(9)])
  func offlineTapWaitsForTheNetworkIfThePolicyHoldsTaps(intent: QuantityIntent) {
    var bench = Bench<QuantityIntent>(3, holding(.seconds(60)))
    let tap = bench.tap(intent)
    let failed = bench.fail(.offline)
    #expect(bench.shown == 9)
    #expect(bench.state.isWaiting)
    #expect(bench.effects.contains(.schedule(Wait(.deadline, since: failed), .seconds(60))))
    bench.feed(.ended(Wait(.deadline, since: failed)))
    #expect(bench.resolutions == [tap: .failed(.offline)])
    #expect(bench.shown == 3)
  }

  /// It may have been applied, so it waits until the last moment at which a tap may leave.
  @Test func lostRequestWaitsForTheNetworkAsATapDoes() {
    var bench = Bench<QuantityIntent>(3, holding(.seconds(90)))
    bench.tap(.set(9))
    let lost = bench.fail(.unknownOutcome)
    #expect(bench.effects.contains(.schedule(Wait(.deadline, since: lost), .seconds(90))))
    bench.endWait()
    bench.fail(.offline)
    #expect(bench.state.isWaiting)
    bench.feed(.flush)
    #expect(bench.sent == [.set(9), .set(9), .set(9)])
    bench.fail(.offline)
    bench.feed(.ended(Wait(.deadline, since: lost)))
    #expect(bench.shownFailure == .unknownOutcome)
    #expect(bench.state.isInDoubt)
    #expect(bench.effects.contains(.read))
  }

  private func holding(_ longest: Duration) -> OptimisticPolicy {
    var policy = OptimisticPolicy()
    policy.offline = .hold(longest)
    return policy
  }

  /// Sends an intent, loses as many attempts, and then fails with the error.
  private func reaction(
    to error: ServiceError, _ intent: QuantityIntent, lost: Int = 0,
    _ bench: inout Bench<QuantityIntent>
  ) -> Reaction? {
    let tap = bench.tap(intent)
    for _ in 0..<lost {
      bench.fail(.unknownOutcome)
      bench.endWait()
    }
    let attempts = bench.sent.count
    bench.fail(error)
    let isReading = bench.effects.contains(.read)
    guard bench.resolutions[tap] == nil else {
      #expect(bench.shown == 3)
      return isReading ? .failsAndReads : .fails
    }
    #expect(bench.shown == 9 || bench.sent.count > attempts, "nothing is undone before the outcome")
    if isReading { return .readsBack }
    if bench.sent.count > attempts { return .sendsAgainUnderANewKey }
    let isQueued = bench.state.queued != nil
    let key = bench.state.inFlight?.key
    bench.endWait()
    guard bench.sent.count > attempts else { return nil }
    if isQueued { return .waitsInTheQueue }
    return bench.state.inFlight?.key == key ? .sendsAgain : .sendsAgainUnderANewKey
  }
}
