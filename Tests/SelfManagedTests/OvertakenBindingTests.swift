import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// A component that an observer binds or uses while it is being bound shows the item that it is bound to.
@MainActor
struct OvertakenBindingTests {
  @Test func likeButtonShowsItsItem() throws {
    let session = Session.fake(), like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 5, itemID: "a", in: session)
    beforeChange({ like.requestStatus }) {
      like.selfManagedConfigure(isLiked: true, count: 99, itemID: "q", in: session)
    }
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    let binding = try #require(like.binding as? ItemBinding<LikeIntent>)
    #expect(binding.value == LikeValue(isLiked: false, count: 10))
    #expect(like.state == .init(isLiked: false, count: 10, change: .bind))
  }

  @Test func editorShowsItsItem() throws {
    let session = Session.fake(), editor = NumberEditor()
    editor.prepareForCart(productID: "p", quantity: 2, in: session)
    beforeChange({ editor.requestStatus }) {
      editor.prepareForCart(productID: "q", quantity: 9, in: session)
    }
    editor.prepareForCart(productID: "p", quantity: 2, in: session)
    let binding = try #require(editor.binding as? ItemBinding<QuantityIntent>)
    #expect(binding.value.quantity == 2)
    #expect(editor.state.quantity == 2)
  }

  @Test func editorHasTheLimitsOfItsItem() {
    let session = Session.fake(), editor = NumberEditor()
    editor.prepareForCart(productID: "p", quantity: 2, in: session)
    beforeChange({ editor.requestStatus }) {
      editor.prepareForCart(
        productID: "q", quantity: 2, limits: QuantityLimits(maximum: 2), in: session)
    }
    editor.prepareForCart(productID: "p", quantity: 2, in: session)
    #expect(editor.state.canAdd)
  }

  @Test func likeButtonAnimatesAsItsItem() {
    let session = Session.fake(), like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "a", in: session)
    beforeChange({ like.requestStatus }) {
      like.selfManagedConfigure(
        isLiked: false, count: 10, itemID: "q", animates: false, in: session)
    }
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    #expect(like.state.animates)
  }

  @Test func tapDuringTheFirstReadIsNotShownForGood() async {
    let likes = FakeLikeService(items: ["p": LikeAnswer(isLiked: false, count: 10)])
    let session = Session.fake(likes: likes), first = LikeButton(), second = LikeButton()
    first.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    session.receive(LikeAnswer(isLiked: false, count: 10), of: LikeIntent.self, for: "p")
    first.detach()
    session.refresh()
    beforeChange({ session.activity.isPending }) { second.tap() }
    let binding = second.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    await session.settled()
    #expect(second.state.isLiked == binding.value.isLiked)
  }

  /// The tap's feedback is due although a push follows before the button is shown it.
  @Test func buttonThatIsReboundBeforeItIsShownItsTapGivesItsFeedback() {
    let likes = FakeLikeService(), session = Session.fake(likes: likes)
    let first = LikeButton(), second = LikeButton()
    likes.hold()
    for button in [first, second] {
      button.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    }
    var feedback: [Feedback] = []
    second.onFeedback = { feedback.append($0) }
    beforeChange({ first.state }) {
      session.receive(LikeAnswer(isLiked: false, count: 20), of: LikeIntent.self, for: "p")
      second.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    }
    second.tap()
    #expect(second.state.isLiked)
    #expect(second.state.count == 21)
    #expect(feedback == [Feedback(.lightTap)])
    likes.release()
  }
}
