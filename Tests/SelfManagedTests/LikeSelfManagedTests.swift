import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Likes through the components, as a user of the package would test them.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct LikeSelfManagedTests {
  let likes = FakeLikeService()
  let session: Session
  let like = LikeButton()

  init() {
    session = .fake(likes: likes)
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
  }

  @Test func readmeExampleWorks() async {
    likes.hold()
    like.tap()
    #expect(like.state == .init(isLiked: true, count: 11, change: .user))
    likes.failNext(.offline)
    likes.release()
    await session.settled()
    #expect(like.state == .init(isLiked: false, count: 10, change: .rollback))
  }

  @Test("like and unlike within one round trip show exactly ♥11, ♡10")
  func likeAndUnlikeShowTwoStates() async {
    let shown = StateRecorder(like)
    likes.hold()
    like.tap()
    like.tap()
    likes.release()
    await session.settled()
    #expect(shown.likes == ["♥11", "♡10"])
    #expect(likes.sent == [true, false])
    #expect(likes.items["p1"]?.isLiked == false)
  }

  @Test("the second request is not sent before the first is answered")
  func theUnlikeWaitsForTheLike() async {
    likes.hold()
    like.tap()
    like.tap()
    await likes.arrived(1)
    #expect(likes.sent == [true])
    likes.releaseNext()
    await likes.arrived(2)
    #expect(likes.sent == [true, false])
    likes.release()
    await session.settled()
    #expect(like.state.isLiked == false)
    #expect(like.state.count == 10)
  }

  @Test("returning to the in-flight value sends nothing more")
  func likeUnlikeLikeSendsOne() async {
    likes.hold()
    for _ in 1...3 { like.tap() }
    #expect(like.state.count == 11)
    likes.release()
    await session.settled()
    #expect(likes.sent == [true])
    #expect(like.state == .init(isLiked: true, count: 11, change: .user))
  }

  @Test("twenty fast taps keep the count at 10 or 11 and send two requests at most")
  func twentyTapsNeverDrift() async {
    let shown = StateRecorder(like)
    likes.hold()
    for _ in 1...20 { like.tap() }
    likes.release()
    await session.settled()
    #expect(Set(shown.likes).isSubset(of: ["♥11", "♡10"]))
    #expect(likes.sent == [true, false])
    #expect(like.state.count == 10)
  }

  @Test("two taps in the same synchronous run both count")
  func twoTapsInOneTurnBothCount() {
    like.tap()
    #expect(like.state.count == 11)
    like.tap()
    #expect(like.state.count == 10)
  }

  @Test("the like fails, so the queued unlike is dropped without request or error")
  func aFailureThatChangesNothingIsSilent() async {
    var failures = session.failures().makeAsyncIterator()
    like.selfManagedConfigure(
      isLiked: false, count: 10, itemID: "p1", asOf: session.beginRead(), in: session)
    likes.hold()
    like.tap()
    like.tap()
    likes.failNext(.rejected)
    likes.release()
    await session.settled()
    #expect(like.state == .init(isLiked: false, count: 10, change: .user))
    #expect(likes.sent == [true])
    session.end()
    #expect(await failures.next() == nil)
  }

  @Test("the tap is animated, the rollback is not, once, wherever it is displayed")
  func rollbackIsNeverAnimated() async {
    let other = LikeButton()
    other.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    let shown = [StateRecorder(like), StateRecorder(other)]
    likes.failNext(.rejected)
    likes.hold()
    like.tap()
    #expect(like.state.isAnimated)
    likes.release()
    await session.settled()
    for shown in shown {
      #expect(shown.likes == ["♥11", "♡10"])
      #expect(shown.causes == [.user, .rollback])
    }
    #expect(!like.state.isAnimated)
  }

  @Test("a service that throws before it suspends rolls back like any other")
  func throwingAtOnceRollsBack() async {
    let shown = StateRecorder(like)
    likes.failNext(.rejected)
    like.tap()
    await session.settled()
    #expect(shown.likes == ["♥11", "♡10"])
    #expect(like.state.change == .rollback)
  }

  @Test("a failure can be read and retried on the current value")
  func aFailureCanBeRetried() async {
    let hold = like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.failNext(.rejected("Not now"))
    like.tap()
    await session.settled()
    #expect(hold.failure == .rejected("Not now"))
    session.receive(LikeAnswer(isLiked: false, count: 20), of: LikeIntent.self, for: "p1")
    hold.retry()
    #expect(hold.failure == nil)
    await session.settled()
    #expect(like.state == .init(isLiked: true, count: 21, change: .user))
    #expect(likes.sent == [true, true])
  }

  @Test("three screens change synchronously with one request; a fourth displays it at once")
  func allScreensShowOneValue() async {
    let others = [LikeButton(), LikeButton()]
    for other in others {
      other.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    }
    likes.hold()
    like.tap()
    for other in others { #expect(other.state == like.state) }
    let fourth = LikeButton()
    fourth.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    #expect(fourth.state == .init(isLiked: true, count: 11, change: .bind))
    likes.release()
    await session.settled()
    #expect(likes.sent == [true])
  }

  @Test("two buttons tapped alternately share one lane")
  func twoButtonsShareOneLane() async {
    let other = LikeButton()
    other.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.hold()
    like.tap()
    other.tap()
    like.tap()
    other.tap()
    await likes.arrived(1)
    #expect(likes.sent == [true])
    likes.release()
    await session.settled()
    #expect(likes.sent == [true, false])
    #expect(like.state == other.state)
  }

  @Test("a reused cell displays the new post, unanimated; the old post keeps its outcome")
  func reusedCellIgnoresItsPreviousPost() async {
    likes.hold()
    like.tap()
    like.selfManagedConfigure(isLiked: true, count: 5, itemID: "p2", in: session)
    #expect(like.state == .init(isLiked: true, count: 5, change: .bind))
    let shown = StateRecorder(like)
    likes.release()
    await session.settled()
    #expect(shown.likes.isEmpty)
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    #expect(like.state == .init(isLiked: true, count: 11, change: .bind))
  }

  @Test("newer list data wins when nothing is pending")
  func newerListDataWins() {
    let other = LikeButton()
    other.selfManagedConfigure(isLiked: false, count: 42, itemID: "p1", in: session)
    #expect(like.state == .init(isLiked: false, count: 42, change: .external))
    #expect(other.state == .init(isLiked: false, count: 42, change: .bind))
  }

  @Test("a list requested before the tap does not undo it after it settled")
  func aListFromBeforeTheTapIsIgnored() async {
    let began = session.beginRead()
    like.tap()
    await session.settled()
    let other = LikeButton()
    other.selfManagedConfigure(
      isLiked: false, count: 12, itemID: "p1", asOf: began, in: session)
    #expect(other.state == .init(isLiked: true, count: 11, change: .bind))
  }

  @Test("a reply with a count from before the like does not drop the count")
  func staleCountIsIgnored() async {
    likes.answerNext(LikeAnswer(isLiked: true, count: 10))
    like.tap()
    await session.settled()
    #expect(like.state == .init(isLiked: true, count: 11, change: .user))
  }

  @Test func countChangedByOthersIsNotAnimated() async {
    likes.answerNext(LikeAnswer(isLiked: true, count: 17))
    like.tap()
    await session.settled()
    #expect(like.state == .init(isLiked: true, count: 17, change: .confirm))
  }

  @Test func detachedButtonIsUnmanaged() async {
    likes.hold()
    like.tap()
    like.detach()
    #expect(!like.isManaged)
    like.tap()
    #expect(like.state == .init(isLiked: false, count: 10, change: .user))
    likes.release()
    await session.settled()
    #expect(likes.sent == [true])
    #expect(like.state == .init(isLiked: false, count: 10, change: .user))
  }

  @Test func tapNamesTheMissingService() async {
    let bare = Session(clock: .withoutDelays)
    let hold = like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p1", in: bare)
    like.tap()
    await bare.settled()
    #expect(like.state.change == .rollback)
    let message = "This session has no LikeService; pass one to Session(likes:)."
    #expect(hold.failure?.debugMessage == message)
  }

  @Test func nothingAnimatesIfAnimationIsDisabled() {
    like.selfManagedConfigure(
      isLiked: false, count: 10, itemID: "p1", animates: false, in: session)
    like.tap()
    #expect(like.state.change == .user)
    #expect(!like.state.isAnimated)
  }

  @Test("reloading a cell with old list data keeps pushed and tapped values")
  func reloadingACellKeepsAPush() {
    let began = session.beginRead()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", asOf: began, in: session)
    session.receive(LikeAnswer(isLiked: false, count: 15), of: LikeIntent.self, for: "p1")
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", asOf: began, in: session)
    #expect(like.state.count == 15)
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    #expect(like.state.count == 15)
  }

  @Test func anAdjustmentThatChangesNothingKeepsTheCause() async {
    let hold = like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.answerNext(LikeAnswer(isLiked: false, count: 10))
    likes.hold()
    like.tap()
    like.tap()
    likes.release()
    await hold.settled()
    #expect(like.state == .init(isLiked: false, count: 10, change: .user))
  }

  @Test func failureThatChangesOnlyTheCountIsNotAnimated() async {
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    let answer = LikeAnswer(isLiked: false, count: 15)
    likes.hold()
    like.tap()
    like.tap()
    likes.failNext(.rejected("The page is locked", answer: answer).scoped(to: .session))
    likes.release()
    await session.settled()
    #expect(like.state == .init(isLiked: false, count: 15, change: .external))
  }

  @Test func failureThatChangesOnlyTheStatusIsNotAnimated() async {
    likes.hold()
    like.tap()
    likes.failNext(.rejected("No", answer: LikeAnswer(isLiked: false, count: 11)))
    likes.release()
    await session.settled()
    #expect(!like.state.isLiked)
    #expect(like.state.count == 11)
    #expect(!like.state.isAnimated)
  }

  @Test func anotherBehaviorIsDetachedBeforeTheItemIsShown() {
    let like = LikeButton()
    like.attach(
      .init(
        tap: {},
        binding: FakeBinding { [unowned like] in like.show(.init(isLiked: false, count: 99)) }))
    like.selfManagedConfigure(isLiked: true, count: 3, itemID: "p9", in: session)
    #expect(like.state == .init(isLiked: true, count: 3, change: .bind))
  }

  @Test func itemWithAnEqualValueIsNotAnimated() async {
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    like.tap()
    #expect(like.state.isAnimated)
    await session.settled()
    like.selfManagedConfigure(
      isLiked: like.state.isLiked, count: like.state.count, itemID: "p2", in: session)
    #expect(like.state.change == .bind)
    #expect(!like.state.isAnimated)
  }
}
