import Components
import Fakes
import SelfManaged
import Testing

/// The delays that busy servers ask for, and the pauses of the session, add up to at most what the policy
/// allows.
struct TotalWaitTests {
  private let long = Duration.seconds(100), rest = Duration.seconds(20)
  private let tooLong = Duration.seconds(21)

  @Test func delaysOfReadBacksAddUp() {
    for (last, isSettled) in [(rest, false), (tooLong, true)] {
      var bench = Bench<QuantityIntent>(1)
      let tap = bench.tap(.add(1))
      bench.fail(.unknownOutcome)
      bench.readIsBusy(long)
      bench.timer()
      bench.readIsBusy(last)
      #expect(bench.resolutions[tap] == (isSettled ? .uncertain(.unknownOutcome) : nil))
    }
  }

  @Test func delaysOfARequestAndItsReadBackAddUp() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(1))
    bench.fail(.busy(after: long))
    bench.timer()
    bench.fail(.unknownOutcome)
    bench.readIsBusy(tooLong)
    #expect(bench.resolutions[tap] == .uncertain(.unknownOutcome))
  }

  @Test func delaysOfReadsAddUp() {
    for (last, isStalled) in [(rest, false), (tooLong, true)] {
      var bench = Bench<LikeIntent>()
      bench.feed(.refresh)
      bench.readIsBusy(long)
      bench.timer()
      bench.readIsBusy(last)
      bench.timer()
      #expect(bench.effects.contains(.read) == !isStalled)
    }
  }

  @Test func waitForTheNetworkDoesNotRenewTheTime() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(3_600))
    for (last, isSettled) in [(rest, false), (tooLong, true)] {
      var bench = Bench<QuantityIntent>(1, policy)
      let tap = bench.tap(.add(1))
      bench.fail(.busy(after: long))
      bench.timer()
      bench.fail(.offline)
      bench.feed(.flush)
      #expect(bench.sent.count == 3)
      bench.fail(.busy(after: last))
      #expect(bench.resolutions[tap] == (isSettled ? .failed(.busy(after: last)) : nil))
    }
  }

  /// A busy server did nothing, so its replies do not use up the repetitions of failed reads.
  @Test func busyReadsLeaveTheRepetitionsOfFailedReads() {
    var bench = Bench<LikeIntent>()
    bench.feed(.refresh)
    for _ in 1...5 {
      bench.readIsBusy(.seconds(1))
      bench.timer()
    }
    for _ in OptimisticPolicy().retryDelays {
      bench.read(nil)
      #expect(bench.delay != nil)
      bench.timer()
    }
    bench.read(nil)
    #expect(bench.delay == nil && bench.state.isIdle && bench.state.isInDoubt)
  }

  @Test func busyReadBacksLeaveTheRepetitionsOfFailedOnes() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    for _ in 1...5 {
      bench.readIsBusy(.seconds(1))
      bench.timer()
    }
    for _ in OptimisticPolicy().retryDelays {
      bench.read(nil)
      #expect(bench.resolutions[tap] == nil)
      bench.timer()
    }
    bench.read(nil)
    #expect(bench.resolutions[tap] == .uncertain(.unknownOutcome))
  }

  @Test func failedReadsLeaveTheRepetitionsForABusyServer() {
    var policy = OptimisticPolicy()
    policy.maximumBusyRetries = 1
    var bench = Bench<QuantityIntent>(1, policy)
    let tap = bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    bench.read(nil)
    bench.timer()
    bench.readIsBusy(.seconds(1))
    #expect(bench.resolutions[tap] == nil)
    bench.timer()
    bench.readIsBusy(.seconds(1))
    #expect(bench.resolutions[tap] == .uncertain(.unknownOutcome))
  }

  @Test func nextDoubtHasTheWholeTime() {
    var bench = Bench<LikeIntent>()
    bench.feed(.refresh)
    bench.readIsBusy(long)
    bench.timer()
    bench.read(LikeAnswer(isLiked: true, count: 3))
    bench.feed(.refresh)
    bench.readIsBusy(long)
    bench.timer()
    #expect(bench.effects.contains(.read))
  }

  /// Plays random pauses, busy replies and lost replies until the tap is resolved.
  @Test func noTapWaitsLongerThanThePolicyAllows() {
    var policy = OptimisticPolicy()
    policy.honorsIdempotencyKeys = true
    policy.longestBackOff = .seconds(10)
    for seed in 1...300 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      var bench = Bench<QuantityIntent>(1, policy)
      let tap = bench.tap(.add(1))
      var waited = Duration.zero
      for _ in 1...100 where bench.resolutions[tap] == nil {
        let asked = Duration.seconds(Int.random(in: 1...6, using: &random))
        let read = bench.state.inFlight?.read
        guard read != nil || bench.state.inFlight?.request != nil else {
          bench.timer()
          continue
        }
        switch (Int.random(in: 1...3, using: &random), read) {
        case (1, _): bench.pause(asked)
        case (2, nil): bench.fail(.busy(after: asked))
        case (2, _): bench.readIsBusy(asked)
        case (_, nil):
          bench.fail(.unknownOutcome)
          continue
        case (_, _):
          bench.read(nil)
          continue
        }
        if bench.resolutions[tap] == nil { waited += bench.delay ?? .zero }
      }
      #expect(bench.resolutions[tap] != nil, "seed \(seed)")
      #expect(waited <= policy.longestBackOff, "seed \(seed)")
    }
  }

  /// An intent that goes back to the queue keeps the number of its conflicts.
  @Test(arguments: [false, true])
  func conflictsAreCountedAcrossTheQueue(isOffline: Bool) {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    var bench = Bench<QuantityIntent>(3, policy)
    let tap = bench.tap(.add(1))
    for version in 1...4 {
      #expect(bench.resolutions[tap] == nil)
      bench.fail(.conflict(answer: CartAnswer(quantity: 3, version: version)))
      if isOffline {
        bench.fail(.offline)
        bench.feed(.flush)
      } else {
        bench.feed(.timer(.pause(bench.pause(.seconds(1)))))
      }
    }
    #expect(bench.sent.count == 7)
    guard case .failed = bench.resolutions[tap] else {
      Issue.record("\(String(describing: bench.resolutions[tap]))")
      return
    }
  }

  @Test func busyRepliesAreCountedAcrossTheQueue() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    var bench = Bench<QuantityIntent>(3, policy)
    let tap = bench.tap(.add(1))
    for _ in 0..<policy.maximumBusyRetries {
      bench.fail(.busy(after: .zero))
      bench.timer()
      bench.fail(.offline)
      bench.feed(.flush)
      #expect(bench.resolutions[tap] == nil)
    }
    bench.fail(.busy(after: .zero))
    #expect(bench.resolutions[tap] == .failed(.busy(after: .zero)))
  }

  /// A new key begins with the first attempt again, whatever was used up under the key before.
  @Test func attemptsAreNumberedUnderTheirKey() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    var bench = Bench<QuantityIntent>(3, policy)
    bench.tap(.add(1))
    bench.fail(.busy(after: .zero))
    bench.timer()
    bench.fail(.offline)
    bench.feed(.flush)
    bench.fail(.busy(after: .zero))
    bench.timer()
    guard case .send(_, _, attempt: 2, version: _) = bench.effects.first else {
      Issue.record("\(bench.effects)")
      return
    }
  }

  /// A set replaces the intent before it, so it has all its own repetitions.
  @Test func laterSetHasItsOwnBounds() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    let conflict = ServiceError.conflict(answer: CartAnswer(quantity: 3, version: 9))
    for (error, count) in [(ServiceError.busy(after: .zero), 5), (conflict, 3)] {
      var bench = Bench<QuantityIntent>(3, policy)
      bench.tap(.set(5))
      for _ in 0..<count {
        bench.fail(error)
        bench.timer()
      }
      bench.fail(.offline)
      let second = bench.tap(.set(7))
      bench.fail(error)
      #expect(bench.resolutions[second] == nil)
    }
  }
}
