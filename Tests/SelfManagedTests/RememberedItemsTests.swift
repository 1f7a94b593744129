import Components
import Fakes
import SelfManaged
import Testing

/// The items without a component that a session remembers.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct RememberedItemsTests {
  let likes = FakeLikeService()
  let like = LikeButton()

  private func session(_ limit: Int) -> Session {
    var policy = SessionPolicy()
    policy.rememberedItemLimit = limit
    return Session.fake(likes: likes, policy: policy)
  }

  private func bind(_ button: LikeButton, _ itemID: String, in session: Session) {
    button.selfManagedConfigure(isLiked: false, count: 1, itemID: itemID, in: session)
  }

  /// Likes an item, and leaves it.
  private func change(_ itemID: String, in session: Session) async {
    bind(like, itemID, in: session)
    like.tap()
    await session.settled()
    like.detach()
  }

  @Test func onlyTheOldestIsForgotten() async {
    let session = session(2)
    for itemID in ["a", "b", "c"] { await change(itemID, in: session) }
    #expect(session.itemCount == 2)
    for (itemID, isLiked) in [("a", false), ("b", true), ("c", true)] {
      bind(like, itemID, in: session)
      #expect(like.state.isLiked == isLiked, "\(itemID)")
    }
  }

  @Test func itemThatIsListedAndThenChangedCountsOnce() async {
    let session = session(2)
    like.selfManagedConfigure(
      isLiked: false, count: 1, itemID: "a", asOf: session.beginRead(), in: session)
    like.detach()
    for itemID in ["a", "b"] { await change(itemID, in: session) }
    bind(like, "a", in: session)
    #expect(like.state.isLiked)
  }

  @Test func itemThatIsShownAgainCountsNoLonger() async {
    let session = session(2)
    await change("a", in: session)
    let shown = LikeButton()
    bind(shown, "a", in: session)
    for itemID in ["b", "c"] { await change(itemID, in: session) }
    bind(like, "b", in: session)
    #expect(like.state.isLiked, "beside the shown item, two are remembered")
    withExtendedLifetime(shown) {}
  }

  @Test func itemWhoseRemovalIsUndoneIsRememberedAgain() async throws {
    let cart = FakeCartService()
    cart["tea"] = 3
    var policy = SessionPolicy()
    policy.rememberedItemLimit = 0
    policy.cart.grace = .seconds(5)
    let session = Session.fake(cart: cart, policy: policy, clock: FakeClock())
    let editor = NumberEditor()
    editor.prepareForCart(productID: "tea", quantity: 3, in: session)
    editor.edit("0")
    editor.endEditing()
    let offer = try #require(session.undoable.first)
    editor.detach()
    await session.settled()
    #expect(session.itemCount == 0)
    cart.hold()
    offer.undo()
    editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    #expect(editor.state.quantity == 3)
    cart.release()
    await session.settled()
    #expect(cart["tea"] == 3)
  }

  @Test func itemThatIsShownAgainIsNotForgotten() async {
    let session = session(1)
    await change("a", in: session)
    let shown = LikeButton()
    bind(shown, "a", in: session)
    for itemID in ["b", "c"] { await change(itemID, in: session) }
    let other = LikeButton()
    bind(other, "a", in: session)
    other.tap()
    #expect(!shown.state.isLiked, "both show one value")
    #expect(!other.state.isLiked)
    await session.settled()
  }

  @Test func lateReplyToAForgottenItemIsNotRecorded() async {
    var policy = SessionPolicy()
    policy.likes.retryDelays = []
    let clock = FakeClock()
    let session = Session.fake(likes: likes, policy: policy, clock: clock)
    var shown: [Bool] = []
    session.observe(LikeIntent.self) { shown.append($0.displayed.isLiked) }
    likes.hold()
    bind(like, "a", in: session)
    session.refresh()
    await likes.arrived(1)
    clock.advance(by: .seconds(30))  // The read times out, and no other is made.
    await session.settled()
    like.detach()
    #expect(session.itemCount == 0)
    bind(like, "a", in: session)
    like.tap()
    await likes.arrived(2)
    shown = []
    likes.release()
    await session.settled()
    #expect(shown == [true])
  }
}
