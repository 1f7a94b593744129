import Components
import Fakes
import SelfManaged
import Testing

/// A refusal that reports the value that the user requested is no failure.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct SilentRefusalTests {
  @Test(arguments: [true, false])
  func likeThatIsAlreadySoIsKept(isLiked: Bool) async {
    let likes = FakeLikeService(), like = LikeButton()
    let session = Session.fake(likes: likes)
    like.selfManagedConfigure(isLiked: !isLiked, count: 10, itemID: "p1", in: session)
    likes.failNext(.rejected("Gone", answer: LikeAnswer(isLiked: isLiked)))
    like.tap()
    await session.settled()
    #expect(like.state.isLiked == isLiked)
    #expect(like.state.change == .user)
    #expect(like.requestStatus.failure == nil)
  }

  @Test func removalOfAProductThatIsGoneIsKept() async {
    let cart = FakeCartService(), editor = NumberEditor()
    let session = Session.fake(cart: cart)
    editor.prepareForCart(productID: "tea", quantity: 1, in: session)
    cart.failNext(.rejected("Gone", answer: CartAnswer(quantity: 0)))
    editor.reduce()
    await session.settled()
    #expect(editor.state.quantity == 0)
    #expect(editor.requestStatus.failure == nil)
  }

  @Test func additionOfAProductThatIsGoneFails() async {
    let cart = FakeCartService(), editor = NumberEditor()
    let session = Session.fake(cart: cart)
    editor.prepareForCart(productID: "tea", quantity: 1, in: session)
    cart.failNext(.rejected("Gone", answer: CartAnswer(quantity: 0)))
    editor.add()
    await session.settled()
    #expect(editor.state.quantity == 0)
    #expect(editor.requestStatus.failure == "Gone")
  }
}
