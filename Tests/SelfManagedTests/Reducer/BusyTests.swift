import SelfManaged
import Testing

/// A busy server, which does nothing and asks to wait.
struct BusyTests {
  private let busy = ServiceError.busy(after: .seconds(10))

  @Test func sameRequestIsSentAgainAfterTheDelay() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(1))
    let reply = bench.feed(.reply(tap, .failure(busy)))
    #expect(bench.effects == [.schedule(.retry(reply), .seconds(10))])
    #expect(bench.shown == 2)
    #expect(bench.state.isWaiting)
    #expect(!bench.state.isUncertain, "the server did nothing")
    bench.timer()
    #expect(bench.effects == [.send(.add(1), key: tap, attempt: 2, version: nil)])
    #expect(!bench.state.isWaiting)
    bench.reply(CartAnswer(quantity: 2))
    #expect(bench.resolutions == [tap: .applied])
  }

  @Test func flushDoesNotShortenTheDelay() {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.add(1))
    bench.fail(busy)
    bench.feed(.flush)
    #expect(bench.sent.count == 1)
    bench.feed(.refresh)
    #expect(bench.sent.count == 1)
  }

  @Test func tapsDuringTheDelayCoalesce() {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.add(1))
    bench.fail(busy)
    bench.tap(.add(1))
    bench.tap(.add(1))
    #expect(bench.shown == 4)
    bench.timer()
    bench.reply(CartAnswer(quantity: 2))
    #expect(bench.sent == [.add(1), .add(1), .add(2)])
  }

  @Test func intentFailsOnceAfterTooManyRefusals() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(1))
    for _ in 0..<100 where bench.state.inFlight != nil {
      bench.fail(.busy(after: .seconds(1)).scoped(to: .session))
      bench.timer()
    }
    #expect(bench.sent.count == 6)
    #expect(bench.resolutions == [tap: .failed(.busy(after: .seconds(1)).scoped(to: .session))])
    #expect(bench.shown == 1)
    #expect(bench.state.isIdle)
  }

  @Test func intentFailsIfTheDelaysAreTooLong() {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.add(1))
    bench.fail(.busy(after: .seconds(100)))
    bench.timer()
    #expect(bench.sent.count == 2)
    bench.fail(.busy(after: .seconds(21)))
    #expect(bench.state.isIdle, "100 and 21 seconds are more than two minutes")
    #expect(bench.shownFailure?.code == .busy)
  }

  @Test func queuedIntentsOfOthersDoNotFailWithABusyServer() {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.add(1))
    bench.fail(.busy(after: .seconds(500)).scoped(to: .session))
    #expect(!bench.effects.contains { if case .propagate = $0 { true } else { false } })
  }

  @Test func outcomeOfAnEarlierLostAttemptIsReadBack() {
    var policy = OptimisticPolicy()
    policy.honorsIdempotencyKeys = true
    policy.maximumBusyRetries = 1
    var bench = Bench<QuantityIntent>(1, policy)
    let tap = bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    bench.timer()
    bench.fail(busy)
    #expect(bench.state.isUncertain)
    bench.timer()
    #expect(bench.effects == [.send(.add(1), key: tap, attempt: 3, version: nil)])
    bench.fail(busy)
    #expect(bench.effects == [.read])
  }

  @Test(arguments: [nil, Duration.seconds(-5)])
  func delayIsNeverNegative(_ asked: Duration?) {
    let delay = OptimisticPolicy().backOff(asked: asked, after: 0)
    #expect(delay == (asked == nil ? .milliseconds(500) : .zero))
  }

  @Test func readWaitsForABusyServer() {
    var bench = Bench<QuantityIntent>(1)
    let read = bench.feed(.refresh)
    let reply = bench.feed(.read(read, .busy(after: .seconds(10))))
    #expect(bench.effects == [.schedule(.refresh(reply), .seconds(10))])
    bench.feed(.flush)
    #expect(bench.effects.isEmpty, "a flush does not shorten the delay")
    bench.feed(.timer(.refresh(reply)))
    #expect(bench.effects == [.read])
  }

  @Test func readBackWaitsForABusyServer() {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.add(1))
    let lost = bench.feed(.reply(LogicalTime(rawValue: 1), .failure(.unknownOutcome)))
    let reply = bench.feed(.read(lost, .busy(after: .seconds(10))))
    #expect(bench.effects == [.schedule(.retry(reply), .seconds(10))])
    bench.feed(.flush)
    #expect(bench.effects.isEmpty)
    bench.timer()
    #expect(bench.effects == [.read])
  }

  @Test func busyReadBackWithoutADelayUsesThePolicysDelays() {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    var delays: [Duration] = []
    for _ in 0..<4 {
      guard let read = bench.state.inFlight?.read else { break }
      bench.feed(.read(read, .busy(after: nil)))
      for case .schedule(_, let delay) in bench.effects { delays.append(delay) }
      bench.timer()
    }
    #expect(delays == [.milliseconds(500), .seconds(2), .seconds(8), .seconds(8)])
  }

  @Test func readOfAServerThatAsksTooMuchStalls() {
    var bench = Bench<QuantityIntent>(1)
    let read = bench.feed(.refresh)
    bench.feed(.read(read, .busy(after: .seconds(121))))
    #expect(bench.delay == .seconds(120))
    #expect(bench.state.isIdle)
    #expect(bench.state.isInDoubt)
    bench.timer()
    #expect(bench.effects.isEmpty)
    bench.feed(.flush)
    #expect(bench.effects == [.read])
  }

  @Test func busyReadsAreBounded() {
    var bench = Bench<QuantityIntent>(1)
    bench.feed(.refresh)
    var reads = 1
    for _ in 0..<100 {
      guard let read = bench.state.reading else { break }
      bench.feed(.read(read, .busy(after: .seconds(1))))
      bench.timer()
      if bench.state.reading != nil { reads += 1 }
    }
    #expect(reads == 6)
    #expect(bench.state.isIdle)
    #expect(bench.state.isInDoubt)
  }

  @Test("a pause of the session is no attempt: however many there are, the intent is sent")
  func pauseIsNoAttempt() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(1))
    for _ in 0..<20 {
      let pause = bench.pause(.seconds(2))
      #expect(bench.effects == [.schedule(.pause(pause), .seconds(2))])
      #expect(bench.shown == 2)
      #expect(bench.state.isWaiting)
      #expect(!bench.state.isUncertain)
      bench.feed(.flush)
      #expect(bench.effects.isEmpty, "a flush does not shorten the pause")
      bench.timer()
      let now = bench.state.inFlight?.request ?? tap
      #expect(bench.effects == [.send(.add(1), key: now, attempt: 1, version: nil)])
    }
    bench.reply(CartAnswer(quantity: 2))
    #expect(bench.resolutions == [tap: .applied])
  }

  @Test func intentThatIsFulfilledDuringAPauseIsNotSent() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.set(4))
    bench.pause(.seconds(2))
    bench.feed(.report(CartAnswer(quantity: 4), .push))
    bench.timer()
    #expect(bench.sent == [.set(4)], "the session held this one back")
    #expect(bench.resolutions == [tap: .unchanged])
    #expect(bench.state.isIdle)
  }

  @Test func tapsDuringAPauseLeaveInOneRequest() {
    var bench = Bench<QuantityIntent>(1)
    let first = bench.tap(.add(1))
    bench.pause(.seconds(2))
    bench.tap(.add(1))
    let last = bench.tap(.add(1))
    #expect(bench.shown == 4)
    bench.timer()
    #expect(bench.sent == [.add(1), .add(3)], "the session held the first one back")
    bench.reply(CartAnswer(quantity: 4))
    #expect(bench.resolutions[first] == .merged)
    #expect(bench.resolutions[last] == .applied)
    #expect(bench.state.isIdle)
  }

  @Test func removalThatIsUndoneDuringAPauseIsNotSent() {
    var policy = OptimisticPolicy()
    policy.grace = .seconds(5)
    var bench = Bench<QuantityIntent>(3, policy)
    let removal = bench.tap(.set(0))
    bench.timer()
    bench.pause(.seconds(10))
    let undo = bench.feed(.undo)
    #expect(bench.shown == 3)
    bench.timer()
    #expect(bench.sent == [.set(0)], "the session held this one back")
    #expect(bench.resolutions == [removal: .undone, undo: .unchanged])
    #expect(bench.state.isIdle)
  }

  @Test func tapsThatCancelOutDuringAPauseAreNotSent() {
    var bench = Bench<LikeIntent>()
    let like = bench.tapHeart()
    bench.pause(.seconds(2))
    let unlike = bench.tapHeart()
    #expect(bench.resolutions == [like: .merged, unlike: .unchanged])
    #expect(bench.state.isIdle)
    bench.tap(LikeIntent(isLiked: true))
    #expect(bench.sent.count == 2, "the session decides whether its pause is over")
  }

  @Test func undoOfARemovalDuringAPauseKeepsTheTapBeforeIt() {
    var policy = OptimisticPolicy()
    policy.grace = .seconds(5)
    var bench = Bench<QuantityIntent>(3, policy)
    bench.tap(.add(1))
    let pause = bench.pause(.seconds(2))
    bench.tap(.set(0))
    bench.feed(.timer(.pause(pause)))
    #expect(bench.sent == [.add(1)], "the session held this one back")
    let undo = bench.feed(.undo)
    #expect(bench.sent == [.add(1), .add(1)])
    bench.reply(CartAnswer(quantity: 4))
    #expect(bench.shown == 4)
    #expect(bench.resolutions[undo] == .applied)
  }

  @Test func reportDuringAPauseIsShown() {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.add(1))
    bench.pause(.seconds(2))
    bench.feed(.report(CartAnswer(quantity: 7), .push))
    #expect(bench.shown == 8)
  }

  @Test func signedOutErrorOfAnotherItemFailsWhatAPauseHoldsBack() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(1))
    bench.pause(.seconds(2))
    bench.feed(.neighborFailed(.signedOut))
    #expect(bench.resolutions == [tap: .failed(.signedOut)])
    #expect(bench.state.isIdle)
  }

  @Test func reportDuringAPauseIsTheValueBeforeTheAddition() {
    var bench = Bench<QuantityIntent>(1)
    bench.tap(.add(1))
    bench.pause(.seconds(2))
    bench.feed(.report(CartAnswer(quantity: 5), .push))
    bench.timer()
    #expect(bench.shown == 6)
    bench.reply(CartAnswer(quantity: 6))
    #expect(bench.state.isIdle)
    #expect(!bench.state.isInDoubt)
  }

  @Test func pausesLongerThanTheLongestDelayFailTheIntentOnce() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(1))
    bench.pause(.seconds(120))
    #expect(bench.state.isWaiting)
    bench.timer()
    bench.pause(.seconds(1))
    #expect(bench.resolutions == [tap: .failed(.busy(after: .seconds(1)))])
    #expect(bench.shown == 1)
    #expect(bench.state.isIdle)
  }

  @Test func pauseDoesNotUseUpTheReadsOfAReadBack() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    for _ in 0..<20 {
      bench.pause(.seconds(2))
      bench.timer()
      #expect(bench.effects == [.read])
    }
    bench.read(CartAnswer(quantity: 2))
    #expect(bench.resolutions == [tap: .uncertain(.unknownOutcome)])
  }

  @Test func pauseDoesNotUseUpTheReadsOfARefresh() {
    var bench = Bench<QuantityIntent>(1)
    bench.feed(.refresh)
    for _ in 0..<20 {
      let pause = bench.pause(.seconds(2))
      #expect(bench.effects == [.schedule(.refresh(pause), .seconds(2))])
      bench.feed(.timer(.refresh(pause)))
      #expect(bench.effects == [.read])
    }
    bench.read(CartAnswer(quantity: 5))
    #expect(bench.shown == 5)
    #expect(bench.state.isIdle)
  }

  @Test func pausesLongerThanTheLongestDelayEndAReadBack() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    bench.pause(.seconds(120))
    bench.timer()
    #expect(bench.effects == [.read])
    bench.pause(.seconds(1))
    #expect(bench.resolutions == [tap: .uncertain(.unknownOutcome)])
    #expect(bench.state.isIdle)
    #expect(bench.state.isInDoubt)
    bench.feed(.flush)
    #expect(bench.effects == [.read], "the doubt has an exit")
  }

  @Test func pausesLongerThanTheLongestDelayStallARefresh() {
    var bench = Bench<QuantityIntent>(1)
    bench.feed(.refresh)
    bench.pause(.seconds(120))
    bench.timer()
    bench.pause(.seconds(1))
    #expect(bench.effects.isEmpty)
    #expect(bench.state.isIdle)
    #expect(bench.state.isInDoubt)
    bench.feed(.flush)
    bench.pause(.seconds(120))
    #expect(!bench.state.isIdle, "a flush begins anew")
  }

  @Test func readThatIsNoLongerNeededDoesNotWaitForThePause() {
    var bench = Bench<QuantityIntent>(1)
    let read = bench.feed(.refresh)
    bench.feed(.report(CartAnswer(quantity: 5), .push))
    bench.feed(.notSent(read, .pause(.seconds(2))))
    #expect(bench.effects.isEmpty)
    #expect(bench.state.isIdle)
  }

  @Test func unreachableServerIsOfflineForARequestAndAFailureForARead() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(1))
    bench.feed(.notSent(tap, .unreachable))
    #expect(bench.resolutions == [tap: .failed(.offline)])
    let read = bench.feed(.refresh)
    let failed = bench.feed(.notSent(read, .unreachable))
    #expect(bench.effects == [.schedule(.refresh(failed), .milliseconds(500))])
  }

  @Test func aPauseEndsAtItsLatestMoment() {
    var pause = BusyPause()
    #expect(pause.remaining(at: .zero) == nil)
    pause.extend(by: .seconds(10), at: .seconds(1))
    pause.extend(by: .seconds(2), at: .seconds(2))
    #expect(pause.remaining(at: .seconds(5)) == .seconds(6))
    #expect(pause.remaining(at: .seconds(11)) == nil)
    pause.extend(by: .seconds(3), at: .seconds(12))
    #expect(pause.remaining(at: .seconds(13)) == .seconds(2))
    var early = BusyPause()
    early.extend(by: .seconds(10), at: .seconds(-100))
    #expect(early.remaining(at: .seconds(-95)) == .seconds(5))
  }

  @Test func busyReadBacksAreBounded() {
    var bench = Bench<QuantityIntent>(1)
    let tap = bench.tap(.add(1))
    bench.fail(.unknownOutcome)
    var reads = 0
    while reads < 100, let read = bench.state.inFlight?.read {
      reads += 1
      bench.feed(.read(read, .busy(after: .zero)))
      bench.timer()
    }
    #expect(reads == 6)
    #expect(bench.resolutions == [tap: .uncertain(.unknownOutcome)])
  }
}
