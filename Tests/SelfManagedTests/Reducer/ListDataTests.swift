import Components
import SelfManaged
import Testing

/// The rules by which list data is adopted, ignored, or causes a read.
struct ListDataTests {
  /// An item that is not liked, with the count 10: a guess until the first report.
  private func unread() -> Bench<LikeIntent> {
    Bench<LikeIntent>(LikeValue(isLiked: false, count: 10))
  }

  @Test func listOfAnOldVersionDoesNotSupersedeAPendingRead() {
    var bench = Bench<QuantityIntent>(1)
    bench.feed(.report(CartAnswer(quantity: 7, version: 4), .push))
    bench.feed(.refresh)
    bench.feed(.report(CartAnswer(quantity: 7, version: 4), .list))
    bench.feed(.report(CartAnswer(quantity: 5, version: 3), .list))
    bench.read(CartAnswer(quantity: 8))
    #expect(bench.shown == 8)
    #expect(bench.state.isIdle)
  }

  @Test("list data that differs from a settled value is not adopted, but causes a read")
  func contradictingListDataIsRead() {
    var bench = unread()
    let list = LikeAnswer(isLiked: false, count: 10)
    bench.feed(.report(list, .list))
    _ = bench.tapHeart()
    bench.reply(LikeAnswer())
    bench.feed(.report(list, .list))
    #expect(bench.shown == "♥11")
    #expect(bench.effects.contains(.read))
    bench.read(LikeAnswer(isLiked: false, count: 10))
    #expect(bench.shown == "♡10")
    #expect(!bench.state.isInDoubt)
  }

  @Test func listDataDuringARequestChangesNothingUntilTheReadAfterIt() {
    var bench = Bench<LikeIntent>()
    _ = bench.tapHeart()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 14), .list))
    #expect(bench.shown == "♥11")
    bench.reply(LikeAnswer())
    #expect(bench.shown == "♥11")
    #expect(bench.effects.contains(.read))
  }

  @Test("list data causes one read in an interval, and one more if it differed again")
  func listDataIsThrottled() {
    var bench = Bench<LikeIntent>()
    bench.feed(.report(LikeAnswer(isLiked: true, count: 11), .push))
    let stale = LikeAnswer(isLiked: false, count: 10)
    let pause = bench.feed(.report(stale, .list))
    #expect(bench.effects.contains(.read))
    bench.read(LikeAnswer(isLiked: true, count: 11))
    for _ in 1...5 {
      bench.feed(.report(stale, .list))
      #expect(bench.effects.isEmpty)
      #expect(bench.shown == "♥11")
    }
    let next = bench.feed(.ended(Wait(.recheck, since: pause)))
    #expect(bench.effects.contains(.read))
    #expect(bench.effects.contains(.schedule(Wait(.recheck, since: next), .seconds(30))))
    bench.read(LikeAnswer(isLiked: true, count: 11))
    bench.feed(.ended(Wait(.recheck, since: next)))
    #expect(bench.effects.isEmpty)
    bench.feed(.report(stale, .list))
    #expect(bench.effects.contains(.read))
  }

  /// A liked post whose service can't read it, after the app's list reported ♡10.
  private func likedWithoutReads() -> Bench<LikeIntent> {
    var bench = unread()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10), .list))
    bench.tap(LikeIntent(isLiked: true))
    bench.reply(LikeAnswer())
    return bench
  }

  @Test func listDataIsAdoptedWhereNothingCanBeRead() {
    var bench = likedWithoutReads()
    for count in [12, 13] {
      bench.feed(.report(LikeAnswer(isLiked: true, count: count), .list))
      bench.cannotRead()
      #expect(bench.shown == "♥\(count)")
      #expect(!bench.state.isInDoubt)
    }
  }

  @Test func repeatedListDataIsIgnoredWhereNothingCanBeRead() {
    var bench = likedWithoutReads()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10), .list))
    bench.cannotRead()
    #expect(bench.shown == "♥11")
  }

  @Test func repeatedListDataDoesNotEndADoubt() {
    var bench = unread()
    let row = LikeAnswer(isLiked: false, count: 10)
    bench.feed(.report(row, .list))
    _ = bench.tapHeart()
    for _ in 1...9 {
      bench.fail(.unknownOutcome)
      bench.endWait()
      bench.cannotRead()
    }
    bench.feed(.refresh)
    bench.cannotRead()
    #expect(bench.shown == "♡10")
    #expect(bench.state.isInDoubt)
    bench.feed(.report(row, .list))
    bench.cannotRead()
    #expect(bench.state.isInDoubt, "the row is from before the tap")
    bench.feed(.report(LikeAnswer(isLiked: true, count: 11), .list))
    bench.cannotRead()
    #expect(bench.shown == "♥11")
    #expect(!bench.state.isInDoubt)
  }

  @Test func listDataFromBeforeATapIsForgotten() {
    var bench = likedWithoutReads()
    bench.feed(.report(LikeAnswer(isLiked: true, count: 12), .list))
    let read = bench.state.readBegan!
    bench.tap(LikeIntent(isLiked: false))
    bench.reply(LikeAnswer(isLiked: false, count: 9))
    bench.feed(.read(read, .unavailable))
    #expect(bench.shown == "♡9")
  }

  @Test func listDataDuringARequestIsNotAdopted() {
    var bench = likedWithoutReads()
    bench.tap(LikeIntent(isLiked: false))
    bench.feed(.report(LikeAnswer(isLiked: true, count: 12), .list))
    bench.cannotRead()
    #expect(bench.shown == "♡10")
    bench.reply(LikeAnswer())
    bench.cannotRead()
    #expect(bench.shown == "♡10")
  }

  @Test("list data that agrees with the display causes no read", arguments: [false, true])
  func agreeingListDataIsNotRead(isInFlight: Bool) {
    var bench = Bench<LikeIntent>()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10), .push))
    if isInFlight { _ = bench.tapHeart() }
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10), .list))
    #expect(bench.effects.isEmpty)
    if isInFlight {
      bench.feed(.report(LikeAnswer(isLiked: true, count: 11), .list))
      bench.reply(LikeAnswer())
      #expect(!bench.effects.contains(.read))
    }
  }

  @Test("versions order list data as well")
  func versionedListDataIsOrdered() {
    var bench = Bench<LikeIntent>()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10, version: 4), .push))
    bench.feed(.report(LikeAnswer(isLiked: false, count: 12, version: 3), .list))
    #expect(bench.shown == "♡10")
    #expect(bench.effects.isEmpty)
    bench.feed(.report(LikeAnswer(isLiked: false, count: 15, version: 5), .list))
    #expect(bench.shown == "♡15")
    #expect(bench.effects.isEmpty)
  }

  @Test func repeatedListDataIsStaleAfterManyPushes() {
    var bench = unread()
    let list = LikeAnswer(isLiked: false, count: 10)
    bench.feed(.report(list, .list))
    for count in 11...40 { bench.feed(.report(LikeAnswer(isLiked: false, count: count), .push)) }
    bench.feed(.report(list, .list))
    #expect(bench.shown == "♡40")
  }

  @Test("list data of unknown age is adopted while no more reliable value is known")
  func undatedListDataIsAdoptedUntilAPush() {
    var bench = unread()
    for count in [10, 11, 10] {
      bench.feed(.report(LikeAnswer(isLiked: false, count: count), .list))
      #expect(bench.shown == "♡\(count)")
    }
    bench.feed(.report(LikeAnswer(isLiked: false, count: 15), .push))
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10), .list))
    #expect(bench.shown == "♡15")
  }

  /// A cell is bound with old list data that contains a like that was undone since.
  @Test func listDataOfAnOldReadIsStale() {
    var bench = Bench<LikeIntent>()
    let began = bench.feed(.flush)
    bench.feed(.report(LikeAnswer(isLiked: true, count: 11, version: 2), .read(began)))
    _ = bench.tapHeart()
    bench.reply(LikeAnswer(isLiked: false, count: 10, version: 3))
    bench.feed(.report(LikeAnswer(isLiked: true, count: 11), .list))
    #expect(bench.shown == "♡10")
    #expect(bench.effects.contains(.read))
  }

  @Test func undatedDataDoesNotSupersedeAPendingRead() {
    var bench = unread()
    let began = bench.feed(.proceed)
    bench.feed(.report(LikeAnswer(isLiked: false, count: 12), .list))
    #expect(bench.shown == "♡12")
    bench.feed(.report(LikeAnswer(isLiked: true, count: 14), .read(began)))
    #expect(bench.shown == "♥14")
  }

  @Test("a list from before a change is stale, though newer than the last reported version")
  func listFromBeforeAnUnversionedChangeIsStale() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 1), .push))
    bench.tap(.add(-1))
    bench.reply(CartAnswer())
    let began = bench.feed(.flush)
    bench.tap(.set(1))
    bench.reply(CartAnswer())
    bench.feed(.report(CartAnswer(quantity: 2, version: 2), .read(began)))
    #expect(bench.shown == 1)
    bench.feed(.report(CartAnswer(quantity: 5, version: 4), .read(bench.feed(.flush))))
    #expect(bench.shown == 5)
  }

  /// The tap was made on the displayed value, so that value is read instead.
  @Test func undatedDataIsNotAdoptedUnderAWaitingTap() {
    var bench = Bench<QuantityIntent>(3)
    bench.gate = .laneTaken
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 7), .list))
    #expect(bench.shown == 4)
    bench.gate = .open
    bench.feed(.proceed)
    bench.reply(CartAnswer(quantity: 8))
    #expect(bench.shown == 8)
  }

  @Test func undatedDataDoesNotReplaceADatedList() {
    var bench = Bench<LikeIntent>()
    let began = bench.feed(.flush)
    bench.feed(.report(LikeAnswer(isLiked: false, count: 12), .read(began)))
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10), .list))
    #expect(bench.shown == "♡12")
    #expect(bench.effects.contains(.read))
  }

  @Test(arguments: [true, false])
  func listFromBeforeATapThatCouldNotBeSentIsFresh(isDated: Bool) {
    var bench = unread()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10), .list))
    let began = bench.feed(.flush)
    _ = bench.tapHeart()
    bench.fail(.offline)
    bench.feed(.report(LikeAnswer(isLiked: true, count: 12), isDated ? .read(began) : .list))
    #expect(bench.shown == "♥12")
    #expect(bench.effects.isEmpty)
  }

  /// A busy server did nothing, even if it asks for a longer delay than the policy allows.
  @Test func listFromBeforeATapThatABusyServerRefusedIsFresh() {
    var bench = Bench<QuantityIntent>(1)
    let began = bench.feed(.flush)
    bench.tap(.add(1))
    bench.fail(.busy(after: .seconds(121)))
    #expect(bench.state.isIdle)
    bench.feed(.report(CartAnswer(quantity: 7), .read(began)))
    #expect(bench.shown == 7)
  }

  @Test func listFromBeforeATapThatANeighborsFailureEndedIsFresh() {
    var bench = Bench<QuantityIntent>(1)
    let began = bench.feed(.flush)
    bench.tap(.add(1))
    bench.fail(.busy(after: .seconds(10)))
    bench.feed(.neighborFailed(.rejected))
    bench.feed(.report(CartAnswer(quantity: 7), .read(began)))
    #expect(bench.shown == 7)
  }

  /// The user likes a post on another device too, whose list arrives before the refusal of the tap.
  @Test(arguments: [ServiceError.rejected, .offline])
  func listThatAgreesWithAFailedTapIsRead(error: ServiceError) {
    var bench = Bench<LikeIntent>()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10), .push))
    _ = bench.tapHeart()
    bench.feed(.report(LikeAnswer(isLiked: true, count: 11), .list))
    #expect(!bench.state.isInDoubt)
    bench.fail(error)
    #expect(bench.effects.contains(.read))
    bench.read(LikeAnswer(isLiked: true, count: 11))
    #expect(bench.shown == "♥11")
    #expect(bench.state.isIdle)
  }

  @Test func listThatAgreesWithASuccessfulTapIsNotRead() {
    var bench = Bench<LikeIntent>()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10), .push))
    _ = bench.tapHeart()
    bench.feed(.report(LikeAnswer(isLiked: true, count: 11), .list))
    bench.reply(LikeAnswer(isLiked: true, count: 12))
    #expect(bench.state.isIdle)
    #expect(!bench.state.isInDoubt)
  }

  @Test func replyReplacesTheListThatAgreedWithTheTap() {
    var bench = Bench<LikeIntent>()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10), .push))
    _ = bench.tapHeart()
    bench.feed(.report(LikeAnswer(isLiked: true, count: 11), .list))
    bench.reply(LikeAnswer(isLiked: true, count: 12))
    _ = bench.tapHeart()
    bench.fail(.rejected)
    #expect(!bench.state.isInDoubt)
    #expect(bench.shown == "♥12")
  }

  /// The refusal and the push are newer than the list data before them.
  @Test(arguments: [false, true])
  func newerReportReplacesTheListThatAgreedWithAFailedTap(isPushed: Bool) {
    var bench = Bench<LikeIntent>()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10, version: 1), .push))
    _ = bench.tapHeart()
    bench.feed(.report(LikeAnswer(isLiked: true, count: 11), .list))
    let report = LikeAnswer(isLiked: false, count: 20, version: 2)
    if isPushed { bench.feed(.report(report, .push)) }
    bench.fail(isPushed ? .rejected : .rejected("No", answer: report))
    #expect(!bench.state.isInDoubt)
    bench.cannotRead()
    #expect(bench.shown == "♡20")
  }

  @Test func deferredPushReplacesTheListThatAgreedWithAFailedAddition() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 1), .push))
    bench.tap(.add(1))
    bench.feed(.report(CartAnswer(quantity: 4), .list))
    bench.feed(.report(CartAnswer(quantity: 7, version: 2), .push))
    bench.fail(.rejected)
    #expect(!bench.state.isInDoubt)
    #expect(bench.shown == 7)
  }
}
