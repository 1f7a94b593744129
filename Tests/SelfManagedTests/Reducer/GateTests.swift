import SelfManaged
import Testing

/// A closed gate: a busy server asked the whole session to wait, or the server can't be reached.
struct GateTests {
  @Test func tapWaitsHoweverOftenTheGateCloses() {
    var bench = Bench<QuantityIntent>(1)
    bench.gate = .closed
    let tap = bench.tap(.add(1))
    for event in [OptimisticEvent<QuantityIntent>.flush, .proceed, .bound, .flush, .proceed] {
      bench.feed(event)
      #expect(bench.sent.isEmpty)
      #expect(bench.shown == 2)
      #expect(!bench.state.isUncertain)
    }
    #expect(bench.state.isBlocked)
    bench.open()
    bench.reply(CartAnswer(quantity: 2))
    #expect(bench.sent == [.add(1)])
    #expect(bench.resolutions == [tap: .applied])
  }

  /// Another item has the shared lane.
  @Test func tapWaitsForItsLane() {
    var bench = Bench<QuantityIntent>(1)
    bench.gate = .laneTaken
    bench.tap(.add(1))
    bench.feed(.flush)
    #expect(bench.sent.isEmpty && bench.shown == 2)
    bench.open()
    #expect(bench.sent == [.add(1)])
  }

  @Test func tapsAtAClosedGateLeaveInOneRequest() {
    var bench = Bench<QuantityIntent>(1)
    bench.gate = .closed
    let first = bench.tap(.add(1))
    bench.tap(.add(1))
    let last = bench.tap(.add(1))
    #expect(bench.shown == 4)
    bench.open()
    bench.reply(CartAnswer(quantity: 4))
    #expect(bench.sent == [.add(3)])
    #expect(bench.resolutions[first] == .merged)
    #expect(bench.resolutions[last] == .applied)
    #expect(bench.state.isIdle)
  }

  @Test func tapsThatCancelOutAreNotSent() {
    var bench = Bench<LikeIntent>()
    bench.gate = .closed
    let like = bench.tapHeart()
    let unlike = bench.tapHeart()
    #expect(bench.resolutions == [like: .merged, unlike: .unchanged])
    #expect(bench.state.isIdle)
    bench.open()
    #expect(bench.sent.isEmpty)
  }

  @Test func intentThatIsFulfilledMeanwhileIsNotSent() {
    var bench = Bench<QuantityIntent>(1)
    bench.gate = .closed
    let tap = bench.tap(.set(4))
    bench.feed(.report(CartAnswer(quantity: 4), .push))
    bench.open()
    #expect(bench.sent.isEmpty)
    #expect(bench.resolutions == [tap: .unchanged])
    #expect(bench.state.isIdle)
  }

  /// The push is the value before the addition, which was not sent.
  @Test func reportAtAClosedGateIsShown() {
    var bench = Bench<QuantityIntent>(1)
    bench.gate = .closed
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 5), .push))
    #expect(bench.shown == 6)
    bench.open()
    bench.reply(CartAnswer(quantity: 6))
    #expect(bench.shown == 6)
    #expect(bench.state.isIdle)
    #expect(!bench.state.isInDoubt)
  }

  @Test func signedOutErrorOfAnotherItemFailsTheTap() {
    var bench = Bench<QuantityIntent>(1)
    bench.gate = .closed
    let tap = bench.tap(.add(1))
    bench.feed(.neighborFailed(.signedOut))
    #expect(bench.resolutions == [tap: .failed(.signedOut)])
    #expect(bench.shown == 1)
    #expect(bench.state.isIdle)
  }

  @Test func undoneRemovalIsNotSent() {
    var policy = OptimisticPolicy()
    policy.grace = .seconds(5)
    var bench = Bench<QuantityIntent>(3, policy)
    let removal = bench.tap(.set(0))
    bench.gate = .closed
    bench.endWait()
    let undo = bench.feed(.undo)
    #expect(bench.shown == 3)
    bench.open()
    #expect(bench.sent.isEmpty)
    #expect(bench.resolutions == [removal: .undone, undo: .unchanged])
    #expect(bench.state.isIdle)
  }

  @Test func undoOfARemovalKeepsTheTapBeforeIt() {
    var policy = OptimisticPolicy()
    policy.grace = .seconds(5)
    var bench = Bench<QuantityIntent>(3, policy)
    bench.gate = .closed
    bench.tap(.add(1))
    bench.tap(.set(0))
    #expect(bench.shown == 0)
    bench.open()
    #expect(bench.sent.isEmpty, "the removal can still be undone")
    let undo = bench.feed(.undo)
    #expect(bench.sent == [.add(1)])
    bench.reply(CartAnswer(quantity: 4))
    #expect(bench.shown == 4)
    #expect(bench.resolutions[undo] == .applied)
  }

  @Test(arguments: [false, true])
  func readWaitsForTheGate(isReadBack: Bool) {
    var bench = Bench<QuantityIntent>(1)
    let tap = isReadBack ? bench.tap(.add(1)) : nil
    bench.gate = .closed
    if isReadBack { bench.fail(.unknownOutcome) } else { bench.feed(.refresh) }
    for _ in 0..<20 {
      bench.feed(.proceed)
      #expect(bench.state.readBegan == nil)
    }
    bench.open()
    #expect(bench.effects == [.read])
    bench.read(CartAnswer(quantity: 5))
    #expect(bench.shown == 5)
    #expect(bench.state.isIdle)
    if let tap { #expect(bench.resolutions[tap] == .uncertain(.unknownOutcome)) }
  }

  @Test func gateThatStaysClosedDoesNotHoldAReadBackForEver() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(1))
    bench.gate = .closed
    bench.fail(.unknownOutcome)
    bench.end(.deadline)
    #expect(bench.resolutions[tap] == .uncertain(.unknownOutcome))
    #expect(bench.state.isInDoubt)
    bench.open()
    #expect(bench.effects == [.read], "the doubt has an exit")
  }

  @Test func readThatIsNoLongerNeededIsNotSent() {
    var bench = Bench<QuantityIntent>(1)
    bench.gate = .closed
    bench.feed(.refresh)
    bench.feed(.report(CartAnswer(quantity: 5), .push))
    #expect(bench.shown == 5)
    #expect(bench.state.isIdle)
    bench.open()
    #expect(bench.effects.isEmpty)
  }

  @Test func unreachableServerFailsATapAndStallsARead() {
    var bench = Bench<QuantityIntent>(1)
    bench.gate = .unreachable
    let tap = bench.tap(.add(1))
    #expect(bench.resolutions == [tap: .failed(.offline)])
    #expect(bench.shownFailure == .offline)
    bench.feed(.refresh)
    #expect(bench.effects.isEmpty)
    #expect(bench.state.isInDoubt)
    bench.gate = .open
    bench.feed(.flush)
    #expect(bench.effects == [.read])
    #expect(bench.sent.isEmpty)
  }
}
