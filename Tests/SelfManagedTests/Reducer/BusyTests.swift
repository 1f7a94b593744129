import SelfManaged
import Testing

/// A busy server, which does nothing and asks to wait; and the pause of a session, a closed gate.
struct BusyTests {
  private let busy = ServiceError.busy(after: .seconds(10))

  @Test func tapIsSentAgainAfterTheDelay() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(1))
    bench.fail(busy)
    #expect(bench.delay == .seconds(10))
    #expect(bench.shown == 2)
    #expect(bench.state.isWaiting)
    #expect(!bench.state.isUncertain, "the server did nothing")
    bench.endWait()
    #expect(bench.sent == [.add(1), .add(1)])
    #expect(!bench.state.isWaiting)
    bench.reply(CartAnswer(quantity: 2))
    #expect(bench.resolutions == [tap: .applied])
  }

  @Test(arguments: [
    OptimisticEvent<QuantityIntent>.flush, .refresh, .bound, .proceed, .tap(.add(1)),
  ])
  func onlyTimeEndsTheDelay(event: OptimisticEvent<QuantityIntent>) {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.add(1))
    bench.fail(busy)
    bench.feed(event)
    #expect(bench.sent.count == 1)
    #expect(!bench.effects.contains(.read))
    bench.endWait()
    #expect(bench.sent.count == 2)
  }

  @Test func tapsDuringTheDelayCoalesce() {
    var bench = Bench<QuantityIntent>(1)
    let first = bench.tap(.add(1))
    bench.fail(busy)
    bench.tap(.add(1))
    let last = bench.tap(.add(1))
    #expect(bench.shown == 4)
    bench.endWait()
    bench.reply(CartAnswer(quantity: 4))
    #expect(bench.sent == [.add(1), .add(3)])
    #expect(bench.resolutions[first] == .merged)
    #expect(bench.resolutions[last] == .applied)
    #expect(bench.shown == 4)
  }

  @Test func intentFailsOnceAfterTooManyRefusals() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(1))
    let error = ServiceError.busy(after: .seconds(1)).scoped(to: .session)
    for _ in 0..<100 where bench.resolutions[tap] == nil {
      bench.fail(error)
      if bench.resolutions[tap] == nil { bench.endWait() }
    }
    #expect(bench.sent.count == 6)
    #expect(bench.resolutions == [tap: .failed(error)])
    #expect(bench.shownFailure == error)
    #expect(bench.shown == 1)
    #expect(bench.state.isIdle)
  }

  @Test func intentFailsIfTheDelaysAreTooLong() {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.add(1))
    bench.fail(.busy(after: .seconds(100)))
    bench.endWait()
    #expect(bench.sent.count == 2)
    bench.fail(.busy(after: .seconds(21)))
    #expect(bench.state.isIdle, "100 and 21 seconds are more than two minutes")
    #expect(bench.shownFailure?.code == .busy)
  }

  @Test func queuedIntentsOfOthersDoNotFailWithABusyServer() {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.add(1))
    bench.fail(.busy(after: .seconds(500)).scoped(to: .session))
    #expect(bench.shownFailure?.code == .busy)
    #expect(!bench.effects.contains { if case .propagate = $0 { true } else { false } })
  }

  @Test func outcomeOfAnEarlierLostAttemptIsReadBack() {
    var policy = OptimisticPolicy()
    policy.honorsIdempotencyKeys = true
    policy.maximumBusyRetries = 1
    var bench = Bench<QuantityIntent>(1, policy)
    let tap = bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    bench.endWait()
    bench.fail(busy)
    #expect(bench.state.isUncertain)
    bench.endWait()
    #expect(bench.effects == [.send(.add(1), key: tap, attempt: 3, version: nil)])
    bench.fail(busy)
    #expect(bench.effects.contains(.read))
    #expect(bench.resolutions.isEmpty && bench.shown == 2)
  }

  /// A hint of zero, or of a date in the past, is honored once.
  @Test(
    arguments: [
      (nil, [.milliseconds(500), .seconds(2), .seconds(8), .seconds(8)]),
      (.zero, [.zero, .seconds(2), .seconds(8), .seconds(8)]),
      (.seconds(-5), [.zero, .seconds(2), .seconds(8), .seconds(8)]),
    ] as [(Duration?, [Duration])])
  func delaysGrowWithoutAHint(asked: Duration?, delays: [Duration]) {
    var requests = Bench<QuantityIntent>(1)
    var reads = Bench<QuantityIntent>(1)
    var readBacks = Bench<QuantityIntent>(1)
    requests.tap(.add(1))
    reads.feed(.refresh)
    readBacks.tap(.add(1))
    readBacks.fail(.unknownOutcome)
    for delay in delays {
      requests.fail(.busy(after: asked))
      #expect(requests.delay == delay)
      requests.endWait()
      reads.readIsBusy(asked)
      #expect(reads.delay == delay)
      reads.endWait()
      readBacks.readIsBusy(asked)
      #expect(readBacks.delay == delay)
      readBacks.end(.busy)
    }
  }

  @Test(arguments: [false, true])
  func readWaitsForABusyServer(isReadBack: Bool) {
    var bench = Bench<QuantityIntent>(1)
    if isReadBack {
      bench.tap(.add(1))
      bench.fail(.unknownOutcome)
    } else {
      bench.feed(.refresh)
    }
    bench.readIsBusy(.seconds(10))
    #expect(bench.delay == .seconds(10))
    bench.feed(.flush)
    #expect(bench.state.readBegan == nil, "a flush does not shorten the delay")
    bench.end(.busy)
    #expect(bench.effects == [.read])
  }

  @Test func readOfAServerThatAsksTooMuchStalls() {
    var bench = Bench<QuantityIntent>(1)
    bench.feed(.refresh)
    bench.readIsBusy(.seconds(121))
    #expect(bench.delay == .seconds(120))
    #expect(bench.state.isIdle)
    #expect(bench.state.isInDoubt)
    bench.endWait()
    #expect(bench.effects.isEmpty)
    bench.feed(.flush)
    #expect(bench.effects == [.read])
  }

  @Test func busyReadsAreBounded() {
    var bench = Bench<QuantityIntent>(1)
    bench.feed(.refresh)
    var reads = 0
    while reads < 100, bench.state.readBegan != nil {
      reads += 1
      bench.readIsBusy(.seconds(1))
      bench.endWait()
    }
    #expect(reads == 6)
    #expect(bench.state.isIdle)
    #expect(bench.state.isInDoubt)
  }

  @Test func busyReadBacksAreBounded() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    var reads = 0
    while reads < 100, bench.resolutions[tap] == nil {
      reads += 1
      bench.readIsBusy(.seconds(1))
      if bench.resolutions[tap] == nil { bench.end(.busy) }
    }
    #expect(reads == 6)
    #expect(bench.resolutions == [tap: .uncertain(.unknownOutcome)])
  }
}
