import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// A like button and a number editor publish the status of their item's requests beside their state.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct RequestStatusTests {
  let likes = FakeLikeService()
  let cart = FakeCartService()
  let like = LikeButton()
  let editor = NumberEditor()

  private func session(_ policy: SessionPolicy = SessionPolicy()) -> Session {
    let session = Session.fake(likes: likes, cart: cart, policy: policy)
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    editor.prepareForCart(productID: "tea", quantity: 1, in: session)
    return session
  }

  @Test func aRequestIsPendingUntilItSettles() async {
    let session = session()
    cart["tea"] = 1
    likes.hold()
    cart.hold()
    #expect(like.requestStatus == RequestStatus())
    like.tap()
    editor.add()
    #expect(like.requestStatus == RequestStatus(isPending: true))
    #expect(editor.requestStatus == RequestStatus(isPending: true))
    #expect(!editor.state.isCheckPending)
    likes.release()
    cart.release()
    await session.settled()
    #expect(like.requestStatus == RequestStatus())
    #expect(editor.requestStatus == RequestStatus())
  }

  @Test func aFailureIsPublishedUntilTheNextTap() async {
    let session = session()
    cart["tea"] = 1
    likes.failNext(.rejected("Not today"))
    cart.failNext(.rejected("Sold out"))
    like.tap()
    editor.add()
    await session.settled()
    #expect(like.requestStatus == RequestStatus(failure: "Not today"))
    #expect(editor.requestStatus == RequestStatus(failure: "Sold out"))
    #expect(editor.state.checkFailure == nil)
    like.tap()
    editor.add()
    #expect(like.requestStatus.failure == nil)
    #expect(editor.requestStatus.failure == nil)
    await session.settled()
  }

  @Test func buttonSendsItsFailedTapAgain() async {
    let session = session()
    like.retry()
    #expect(likes.sent == [])
    likes.failNext(.rejected("Not today"))
    like.tap()
    await session.settled()
    #expect(!like.state.isLiked)
    likes.hold()
    like.retry()
    #expect(like.state.isLiked)
    #expect(like.requestStatus == RequestStatus(isPending: true))
    likes.release()
    await session.settled()
    #expect(likes.sent == [true, true])
    #expect(like.requestStatus == RequestStatus())
  }

  @Test func theFormsCheckIsNoRequest() {
    let session = session()
    editor.show(checkFailure: "Too many", isCheckPending: true)
    #expect(editor.requestStatus == RequestStatus())
    withExtendedLifetime(session) {}
  }

  @Test func offlineHoldIsPublished() async {
    var policy = SessionPolicy()
    policy.likes.offline = .hold(.seconds(60))
    let clock = FakeClock()
    let session = Session.fake(likes: likes, policy: policy, clock: clock)
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.failNext(.offline)
    like.tap()
    await clock.sleeping(1)
    #expect(like.requestStatus == RequestStatus(isPending: true, isWaiting: true))
    session.flush()
    await session.settled()
    #expect(like.requestStatus == RequestStatus())
  }

  @Test func anUnknownOutcomeIsPublished() async {
    let clock = FakeClock()
    let session = Session.fake(likes: likes, clock: clock)
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.loseNextReply()
    like.tap()
    await clock.sleeping(1)
    #expect(like.requestStatus == RequestStatus(isPending: true, isUncertain: true))
    session.flush()
    await session.settled()
    #expect(like.requestStatus == RequestStatus())
  }

  @Test func failedReadLeavesDoubtUntilTheNextRead() async {
    var policy = SessionPolicy()
    policy.cart.retryDelays = []
    let session = Session.fake(cart: cart, policy: policy)
    cart["tea"] = 3
    cart.failNext(.offline)
    editor.prepareForCart(productID: "tea", in: session)
    await session.settled()
    #expect(editor.requestStatus == RequestStatus(isInDoubt: true))
    session.flush()
    await session.settled()
    #expect(editor.requestStatus == RequestStatus())
    #expect(editor.state.quantity == 3)
  }

  @Test func allComponentsPublishTheSameStatus() async {
    let session = session()
    let other = LikeButton()
    other.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.hold()
    other.tap()
    #expect(like.requestStatus.isPending)
    likes.release()
    await session.settled()
    #expect(!other.requestStatus.isPending)
  }

  @Test func aPlainComponentHasNothingPending() async {
    let session = session()
    likes.hold()
    cart.hold()
    like.tap()
    editor.add()
    like.detach()
    editor.detach()
    #expect(like.requestStatus == RequestStatus())
    #expect(editor.requestStatus == RequestStatus())
    likes.release()
    cart.release()
    await session.settled()
  }

  @Test func theStatusIsObservedThroughRebinding() async {
    let session = session()
    let ofLike = StateRecorder { like.requestStatus.isPending }
    let ofEditor = StateRecorder { editor.requestStatus.isPending }
    likes.hold()
    cart.hold()
    like.tap()
    editor.add()
    #expect(ofLike.states == [true])
    #expect(ofEditor.states == [true])
    like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p2", in: session)
    editor.prepareForCart(productID: "coffee", quantity: 1, in: session)
    #expect(ofLike.states.last == false)
    #expect(ofEditor.states.last == false)
    like.tap()
    #expect(ofLike.states.last == true)
    likes.release()
    cart.release()
    await session.settled()
    #expect(ofLike.states.last == false)
  }

  @Test func theStatusAddsNoChangeOfTheState() async {
    let session = session()
    let shown = StateRecorder(like)
    _ = like.requestStatus
    likes.hold()
    like.tap()
    like.tap()
    likes.release()
    await session.settled()
    #expect(shown.likes == ["♥11", "♡10"])
  }

  @Test func changeOfTheValueAloneDoesNotPublishTheStatus() {
    let session = session()
    let recorder = StateRecorder { like.requestStatus }
    session.receive(LikeAnswer(isLiked: true, count: 12), of: LikeIntent.self, for: "p1")
    #expect(like.state.count == 12)
    #expect(recorder.count == 0)
  }

  @Test func editorRetriesItsLastTap() async {
    let cart = FakeCartService()
    cart["tea"] = 1
    let session = Session.fake(cart: cart)
    let editor = NumberEditor()
    editor.prepareForCart(productID: "tea", quantity: 1, in: session)
    cart.failNext(.offline)
    editor.add()
    await session.settled()
    #expect(editor.state.quantity == 1)
    editor.retry()
    await session.settled()
    #expect(cart.sent == ["+1", "+1"])
    #expect(editor.state.quantity == 2)
  }

  @Test func failureIsWordedInTheLanguageOfTheApp() async {
    let session = session()
    cart["tea"] = 1
    let recorder = StateRecorder { editor.requestFailure(in: .simplifiedChinese) }
    #expect(like.requestFailure(in: .simplifiedChinese) == nil)
    likes.failNext(.offline)
    cart.failNext(.offline)
    like.tap()
    editor.add()
    await session.settled()
    let words = ServiceError.offline.message(in: .simplifiedChinese)
    #expect(words != ServiceError.offline.message)
    #expect(like.requestFailure(in: .simplifiedChinese) == words)
    #expect(editor.requestFailure(in: .simplifiedChinese) == words)
    #expect(recorder.count > 0, "a view that shows it is drawn again")
  }
}
