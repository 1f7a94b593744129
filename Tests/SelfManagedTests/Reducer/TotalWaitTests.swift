import SelfManaged
import Testing

/// The number and the total time of repetitions are bounded by the policy.
struct TotalWaitTests {
  private let long = Duration.seconds(100), rest = Duration.seconds(20)
  private let tooLong = Duration.seconds(21)

  @Test func delaysBeforeAReadAddUp() {
    for (last, isStalled) in [(rest, false), (tooLong, true)] {
      var bench = Bench<LikeIntent>()
      bench.feed(.refresh)
      bench.readIsBusy(long)
      bench.endWait()
      bench.readIsBusy(last)
      bench.endWait()
      #expect(bench.effects.contains(.read) == !isStalled)
    }
  }

  @Test func delaysBeforeAReadBackAddUp() {
    for (last, isSettled) in [(rest, false), (tooLong, true)] {
      var bench = Bench<QuantityIntent>(1)
      let tap = bench.tap(.add(1))
      bench.fail(.unknownOutcome)
      bench.readIsBusy(long)
      bench.end(.busy)
      bench.readIsBusy(last)
      #expect(bench.resolutions[tap] == (isSettled ? .uncertain(.unknownOutcome) : nil))
    }
  }

  @Test func waitForTheNetworkDoesNotRenewTheTime() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(3_600))
    for (last, isSettled) in [(rest, false), (tooLong, true)] {
      var bench = Bench<QuantityIntent>(1, policy)
      let tap = bench.tap(.add(1))
      bench.fail(.busy(after: long))
      bench.endWait()
      bench.fail(.offline)
      bench.feed(.flush)
      #expect(bench.sent.count == 3)
      bench.fail(.busy(after: last))
      #expect(bench.resolutions[tap] == (isSettled ? .failed(.busy(after: last)) : nil))
    }
  }

  @Test func nextTapHasTheWholeTime() {
    var policy = OptimisticPolicy()
    policy.longestBackOff = .seconds(3)
    var bench = Bench<QuantityIntent>(1, policy)
    for quantity in 2...3 {
      let tap = bench.tap(.add(1))
      bench.fail(.busy(after: .seconds(2)))
      bench.endWait()
      bench.reply(CartAnswer(quantity: quantity))
      #expect(bench.resolutions[tap] == .applied)
    }
  }

  @Test func nextDoubtHasTheWholeTime() {
    var bench = Bench<LikeIntent>()
    bench.feed(.refresh)
    bench.readIsBusy(long)
    bench.endWait()
    bench.read(LikeAnswer(isLiked: true, count: 3))
    bench.feed(.refresh)
    bench.readIsBusy(long)
    bench.endWait()
    #expect(bench.effects.contains(.read))
  }

  /// A busy server did nothing, so its replies do not use up the repetitions of failed reads.
  @Test(arguments: [false, true])
  func busyReadsLeaveTheRepetitionsOfFailedReads(isReadBack: Bool) {
    var bench = Bench<QuantityIntent>(1)
    let tap = isReadBack ? bench.tap(.add(1)) : bench.feed(.refresh)
    if isReadBack { bench.fail(.unknownOutcome) }
    for _ in 1...5 {
      bench.readIsBusy(.seconds(1))
      bench.end(.busy)
    }
    for _ in bench.policy.retryDelays {
      bench.read(nil)
      #expect(bench.delay != nil)
      #expect(bench.resolutions[tap] == nil)
      bench.end(.retry)
    }
    bench.read(nil)
    #expect(bench.state.isIdle && bench.state.isInDoubt)
    #expect(bench.resolutions[tap] == (isReadBack ? .uncertain(.unknownOutcome) : nil))
  }

  @Test func failedReadsLeaveTheRepetitionsForABusyServer() {
    var policy = OptimisticPolicy()
    policy.maximumBusyRetries = 1
    var bench = Bench<QuantityIntent>(1, policy)
    let tap = bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    bench.read(nil)
    bench.end(.retry)
    bench.readIsBusy(.seconds(1))
    #expect(bench.resolutions[tap] == nil)
    bench.end(.busy)
    bench.readIsBusy(.seconds(1))
    #expect(bench.resolutions[tap] == .uncertain(.unknownOutcome))
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
      bench.gate = isOffline ? .open : .closed
      bench.fail(.conflict(answer: CartAnswer(quantity: 3, version: version)))
      if isOffline {
        bench.fail(.offline)
        bench.feed(.flush)
      } else {
        bench.open()
      }
    }
    #expect(bench.sent.count == (isOffline ? 7 : 4))
    guard case .failed = bench.resolutions[tap] else {
      Issue.record("\(String(describing: bench.resolutions[tap]))")
      return
    }
    #expect(bench.shown == 3)
  }

  @Test func busyRepliesAreCountedAcrossTheQueue() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    var bench = Bench<QuantityIntent>(3, policy)
    let tap = bench.tap(.add(1))
    for _ in 0..<policy.maximumBusyRetries {
      bench.fail(.busy(after: .seconds(1)))
      bench.end(.busy)
      bench.fail(.offline)
      bench.feed(.flush)
      #expect(bench.resolutions[tap] == nil)
    }
    bench.fail(.busy(after: .seconds(1)))
    #expect(bench.resolutions[tap] == .failed(.busy(after: .seconds(1))))
  }

  /// The server did nothing under the key before; taps may have changed the intent since.
  @Test(arguments: [ServiceError.busy(after: .seconds(1)), .offline])
  func requestThatDidNothingGetsItsOwnKey(error: ServiceError) {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    var bench = Bench<QuantityIntent>(3, policy)
    let tap = bench.tap(.add(1))
    bench.fail(error)
    bench.end(.busy)
    bench.feed(.flush)
    let request = bench.state.inFlight?.request ?? tap
    #expect(request != tap)
    #expect(bench.state.inFlight?.key == request)
    #expect(bench.state.inFlight?.attempt == 1)
  }

  /// A set replaces the intent before it, so it has all its own repetitions.
  @Test func laterSetHasItsOwnBounds() {
    var policy = OptimisticPolicy()
    policy.offline = .hold(.seconds(60))
    let conflict = ServiceError.conflict(answer: CartAnswer(quantity: 3, version: 9))
    for (error, count) in [(ServiceError.busy(after: .seconds(1)), 5), (conflict, 3)] {
      var bench = Bench<QuantityIntent>(3, policy)
      bench.tap(.set(5))
      for _ in 0..<count {
        bench.fail(error)
        bench.end(.busy)
      }
      bench.fail(.offline)
      let second = bench.tap(.set(7))
      bench.fail(error)
      #expect(bench.resolutions[second] == nil)
    }
  }
}
