import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Observers that configure, detach or use a component while it is being bound to another item.
///
/// The newest configuration applies, and a tap is a tap on the item that is shown.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct NestedBindingTests: TimeSuite {
  let cart = FakeCartService()
  let likes = FakeLikeService()
  let clock = FakeClock()
  let page = NoticePage()
  let like = LikeButton()

  @Test func likeButtonConfiguredForAnotherItemTapsThatItem() async {
    let session = makeSession(grace: nil)
    beforeChange({ like.state }) { [like] in
      like.selfManagedConfigure(isLiked: true, count: 99, itemID: "q", in: session)
    }
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    #expect(like.state.count == 99)
    like.tap()
    await session.settled()
    #expect(likes.sent == [false])
    #expect(like.state.count == 98)
  }

  @Test func likeButtonConfiguredAsAPlainOneStaysPlain() async {
    let session = makeSession(grace: nil)
    beforeChange({ like.state }) { [like] in like.configure(isLiked: true, count: 3) }
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    #expect(like.state.count == 3)
    like.tap()
    await session.settled()
    #expect(likes.sent == [])
    #expect(like.state.count == 2)
  }

  @Test(arguments: [true, false])
  func tapWhileALikeButtonIsBoundIsSent(isRebound: Bool) async {
    let session = makeSession(grace: nil)
    if isRebound { like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session) }
    beforeChange({ like.state }) { [like] in like.tap() }
    like.selfManagedConfigure(isLiked: false, count: 20, itemID: "q", in: session)
    await session.settled()
    #expect(likes.sent == [true])
    #expect(like.state.count == 21)
  }

  @Test func numberEditorKeepsAPushedNumberWhenEditingIsCanceled() async {
    let session = makeSession(grace: nil)
    let editor = editor("tea", 3, in: session)
    editor.edit("15")
    beforeChange({ editor.state }) { editor.cancelEditing() }
    session.receive(CartAnswer(quantity: 7), of: QuantityIntent.self, for: "tea")
    #expect(editor.state.quantity == 7)
    #expect(editor.state.text == nil)
  }

  @Test func numberEditorKeepsARollbackWhenItsNoticeIsDismissed() async {
    let session = makeSession(grace: nil)
    cart["tea"] = 3
    let editor = editor("tea", 3, in: session)
    cart.hold()
    editor.add()
    cart.failNext(.rejected("Sold out"))
    beforeChange({ editor.state }) { editor.dismissNotice() }
    cart.release()
    await session.settled()
    #expect(editor.state.quantity == 3)
  }

  /// The notice is about the number that was requested of the former item.
  @Test func clampNoticeStaysWithItsItem() async {
    let session = makeSession(grace: nil)
    (cart["tea"], cart["milk"]) = (3, 1)
    let rules = QuantityRules(maximum: 10)
    let (other, editor) = (NumberEditor(), NumberEditor())
    for editor in [other, editor] {
      editor.prepareForCart(productID: "tea", quantity: 3, rules: rules, in: session)
    }
    beforeChange({ other.state }) {
      editor.prepareForCart(productID: "milk", quantity: 1, in: session)
    }
    editor.edit("99")
    editor.endEditing()
    await session.settled()
    #expect(editor.state.quantity == 1)
    #expect(editor.state.notice == nil)
    #expect(cart["tea"] == 10)
  }
}
