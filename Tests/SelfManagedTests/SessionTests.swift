import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Behavior of a whole session: settling, the end, failures, memory.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct SessionTests {
  let likes = FakeLikeService()
  let cart = FakeCartService()
  let navigator = FakeNavigator()
  let clock = FakeClock()
  let like = LikeButton()
  let editor = NumberEditor()

  private func session(_ change: (inout SessionPolicy) -> Void = { _ in }) -> Session {
    var policy = SessionPolicy()
    change(&policy)
    return .fake(navigator: navigator, likes: likes, cart: cart, policy: policy, clock: clock)
  }

  private func bindLike(in session: Session, _ id: String = "p1") {
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: id, in: session)
  }

  @Test("intents queued when the screen closes are sent, and checkout waits for them")
  func closingTheScreenLosesNothing() async {
    let session = session()
    editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    cart.hold()
    editor.add()
    editor.add()
    editor.detach()
    cart.release()
    await session.settled()
    #expect(cart["tea"] == 2)
  }

  @Test func settledReturnsAtOnceIfNothingIsPending() async {
    await session().settled()
  }

  @Test func settledReturnsWhenItsTaskIsCanceled() async {
    let session = session()
    bindLike(in: session)
    likes.hold()
    like.tap()
    let waiting = Task { await session.settled() }
    waiting.cancel()
    _ = await waiting.value
    likes.release()
    await session.settled()
  }

  @Test(
    "the last component is released in flight; the request ends, and nothing is kept alive")
  func theComponentIsNotKeptAlive() async {
    let session = session()
    weak var gone: LikeButton?
    do {
      let button = LikeButton()
      button.selfManagedConfigure(isLiked: false, count: 10, itemID: "p9", in: session)
      likes.hold()
      button.tap()
      gone = button
    }
    #expect(gone == nil)
    likes.release()
    await session.settled()
    #expect(likes.items["p9"]?.isLiked == true)
  }

  @Test func theSessionIsNotKeptAlive() async {
    weak var gone: Session?
    do {
      let session = session()
      gone = session
      bindLike(in: session)
      like.tap()
      await session.settled()
      like.detach()
    }
    #expect(gone == nil)
  }

  @Test func unboundUnchangedItemsAreForgotten() {
    let session = session()
    for number in 1...100 { bindLike(in: session, "p\(number)") }
    #expect(session.itemCount == 1)
    like.detach()
    #expect(session.itemCount == 0)
  }

  @Test func itemsWithADatedListAreForgottenBeforeChangedOnes() async {
    let session = session { $0.rememberedItemLimit = 1 }
    bindLike(in: session, "p1")
    like.tap()
    await session.settled()
    for number in 2...4 {
      like.selfManagedConfigure(
        isLiked: false, count: 10, itemID: "p\(number)", asOf: session.beginRead(), in: session)
    }
    like.detach()
    #expect(session.itemCount == 1)
    bindLike(in: session, "p1")
    #expect(like.state.isLiked)
  }

  @Test func rememberedItemsAreLimited() async {
    let session = session { $0.rememberedItemLimit = 3 }
    for number in 1...10 {
      bindLike(in: session, "p\(number)")
      like.tap()
      await session.settled()
    }
    like.detach()
    #expect(session.itemCount == 3)
    bindLike(in: session, "p10")
    #expect(like.state.isLiked)
    bindLike(in: session, "p1")
    #expect(!like.state.isLiked)
  }

  @Test func itemBoundTwiceByOneComponentIsForgotten() {
    let session = session()
    func bind(replacing former: ItemBinding<LikeIntent>?) -> ItemBinding<LikeIntent> {
      session.bind(
        to: "p1", startingAt: LikeValue(isLiked: false, count: 10), knowing: LikeAnswer(count: 10),
        replacing: former
      ) { _ in }
    }
    let first = bind(replacing: nil)
    let second = bind(replacing: first)
    #expect(session.itemCount == 1)
    second.unbind()
    #expect(session.itemCount == 0)
  }

  @Test func itemThatWasDisplayedAgainIsTheMostRecentOne() async {
    let session = session { $0.rememberedItemLimit = 2 }
    for id in ["p1", "p2"] {
      bindLike(in: session, id)
      like.tap()
      await session.settled()
    }
    bindLike(in: session, "p1")
    bindLike(in: session, "p3")
    like.tap()
    await session.settled()
    like.detach()
    #expect(session.itemCount == 2)
    bindLike(in: session, "p1")
    #expect(like.state.isLiked)
  }

  @Test func afterTheEndNothingTakesEffect() async {
    let session = session()
    let hold = like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.hold()
    like.tap()
    like.tap()
    await likes.arrived(1)
    session.end()
    #expect(like.state == .init(isLiked: true, count: 11, change: .rollback))
    likes.failNext(.rejected)
    likes.release()
    await session.settled()
    #expect(like.state == .init(isLiked: true, count: 11, change: .rollback))
    #expect(likes.sent == [true])
    var resolution: Resolution<LikeValue>?
    hold.send(LikeIntent(isLiked: false)) { resolution = $0 }
    #expect(resolution == .canceled)
    #expect(likes.sent == [true])
    #expect(hold.failure == .sessionEnded)
  }

  @Test func bindingAfterTheEndSendsNothing() {
    let session = session()
    session.end()
    bindLike(in: session)
    like.tap()
    #expect(like.state == .init(isLiked: false, count: 10))
    #expect(likes.calls.isEmpty)
  }

  @Test("with one lane for the cart, two products are never in flight at once")
  func oneLaneForTheWholeCart() async {
    let session = session { $0.cart.lanes = .shared }
    let coffee = NumberEditor()
    editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    coffee.prepareForCart(productID: "coffee", quantity: 0, in: session)
    cart.hold()
    editor.add()
    coffee.add()
    coffee.add()
    await cart.arrived(1)
    #expect(cart.calls.count == 1)
    cart.releaseNext()
    await cart.arrived(2)
    #expect(cart.sent == ["+1", "+2"])
    cart.release()
    await session.settled()
    #expect(cart["tea"] == 1)
    #expect(cart["coffee"] == 2)
  }

  @Test("the first addition to an empty cart is sent alone and creates it")
  func firstAdditionIsSentAlone() async {
    let session = session()
    let others = [NumberEditor(), NumberEditor()]
    editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    for (number, other) in others.enumerated() {
      other.prepareForCart(productID: "p\(number)", quantity: 0, in: session)
    }
    cart.hold()
    editor.add()
    for other in others { other.add() }
    await cart.arrived(1)
    #expect(cart.sent == ["+1"])
    cart.releaseNext()
    await cart.arrived(3)
    #expect(cart.heldCount == 2)
    cart.release()
    await session.settled()
    #expect(["tea", "p0", "p1"].map { cart[$0] } == [1, 1, 1])
  }

  @Test func nextAdditionIsSentAloneAfterAFailure() async {
    let session = session()
    let other = NumberEditor()
    editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    other.prepareForCart(productID: "p0", quantity: 0, in: session)
    cart.hold()
    editor.add()
    other.add()
    await cart.arrived(1)
    cart.failNext(.rejected)
    cart.releaseNext()
    await cart.arrived(2)
    editor.add()
    #expect(cart.sent.count == 2)
    cart.release()
    await session.settled()
    #expect(cart["tea"] == 1)
    #expect(cart["p0"] == 1)
  }

  @Test func aRetryWaitsOnTheInjectedClock() async {
    let session = session()
    bindLike(in: session)
    likes.failNext(.unknownOutcome)
    like.tap()
    await clock.sleeping(1)
    clock.advance(by: .milliseconds(499))
    await mainActorIsIdle()
    #expect(likes.sent == [true])
    clock.advance(by: .milliseconds(1))
    await session.settled()
    #expect(likes.sent == [true, true])
    #expect(like.state == .init(isLiked: true, count: 11, change: .user))
    #expect(Set(sentKeys).count == 1)
  }

  private var sentKeys: [String] {
    likes.calls.map { if case .set(_, _, let info) = $0 { info.key.rawValue } else { "" } }
  }

  @Test func keysOfTwoSessionsDiffer() async {
    for _ in 0..<2 {
      let session = Session(likes: likes, clock: .withoutDelays)
      let like = LikeButton()
      like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p1", in: session)
      like.tap()
      await session.settled()
    }
    #expect(Set(sentKeys).count == 2)
  }

  @Test("held while offline, flushing sends one coalesced request")
  func flushSendsWhatWasHeld() async {
    let session = session { $0.cart.offline = .hold(.seconds(60)) }
    let hold = editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    session.isReachable = false
    editor.add()
    await clock.sleeping(1)
    editor.add()
    await until { hold.status.isWaiting }
    #expect(editor.state.quantity == 2)
    #expect(cart.sent == [])
    session.isReachable = true
    session.flush()
    await session.settled()
    #expect(cart.sent == ["+2"])
    #expect(cart["tea"] == 2)
  }

  @Test("values are read again after the app was in the background")
  func refreshReadsAgain() async {
    let session = session()
    editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    cart["tea"] = 6
    session.refresh()
    await session.settled()
    #expect(editor.state.quantity == 6)
    #expect(editor.state.change == .external)
  }

  @Test("unbound items are read when they are bound again, not all at once")
  func refreshReadsUnboundItemsOnlyWhenBound() async {
    let session = session()
    await orderOneTea(in: session)
    cart["tea"] = 6
    cart.hold()
    session.refresh()
    #expect(!session.activity.isPending)
    editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    #expect(editor.state.quantity == 1)
    await cart.arrived(1)
    cart.release()
    await session.settled()
    #expect(editor.state.quantity == 6)
    editor.detach()
    editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    await session.settled()
    #expect(cart.calls.count == 2)
  }

  @Test("a list requested after the refresh replaces an unbound item's read, an older one does not")
  func newerListReplacesTheRefresh() async {
    let session = session()
    await orderOneTea(in: session)
    let before = session.beginRead()
    session.refresh()
    editor.prepareForCart(
      productID: "tea", quantity: 6, asOf: session.beginRead(), in: session)
    #expect(editor.state.quantity == 6)
    await session.settled()
    #expect(cart.calls.count == 1)
    editor.detach()
    session.refresh()
    editor.prepareForCart(productID: "tea", quantity: 6, asOf: before, in: session)
    await session.settled()
    #expect(cart.calls.count == 2)
  }

  @Test("a time without data does not replace an unbound item's read")
  func timeWithoutDataDoesNotReplaceTheRefresh() async {
    let session = session()
    await orderOneTea(in: session)
    cart["tea"] = 6
    session.refresh()
    editor.prepareForCart(productID: "tea", asOf: session.beginRead(), in: session)
    await session.settled()
    #expect(editor.state.quantity == 6)
  }

  private func orderOneTea(in session: Session) async {
    editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    editor.add()
    await session.settled()
    editor.detach()
  }

  @Test("a pending intent stays visible while another reply of its item arrives")
  func pendingIntentStaysVisible() async {
    let session = session()
    cart["tea"] = 1
    editor.prepareForCart(productID: "tea", quantity: 1, in: session)
    let shown = StateRecorder(editor)
    cart.hold()
    editor.add()
    editor.add()
    await cart.arrived(1)
    cart.releaseNext()
    await cart.arrived(2)
    session.refresh()
    #expect(editor.state.quantity == 3)
    cart.release()
    await session.settled()
    #expect(shown.quantities == [2, 3])
  }

  @Test func everyKeyOfASessionIsDifferent() async {
    let session = session()
    bindLike(in: session)
    editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    for _ in 1...3 {
      like.tap()
      editor.add()
      await session.settled()
    }
    let keys =
      likes.calls.compactMap { if case .set(_, _, let info) = $0 { info.key } else { nil } }
      + cart.calls.compactMap { if case .add(_, _, let info) = $0 { info.key } else { nil } }
    #expect(keys.count == 6)
    #expect(Set(keys).count == 6)
  }
}
