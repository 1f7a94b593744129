import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Observers of a component's request status that attach another behavior.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct NestedBehaviorTests {
  let calls = Late<[String]>()

  private func note(_ call: String) { calls.value = (calls.value ?? []) + [call] }

  @Test func behaviorThatAnObserverAttachesDuringADetachIsDetachedToo() {
    let like = LikeButton()
    like.attach(.init(tap: {}, binding: FakeBinding { note("first") }))
    beforeChange({ like.requestStatus }) {
      like.attach(.init(tap: { note("tap") }, binding: FakeBinding { note("second") }))
    }
    like.detach()
    like.tap()
    #expect(calls.value == ["first", "second"])
  }

  @Test func behaviorThatAnObserverAttachesToAnEditorDuringADetachIsDetachedToo() {
    let editor = NumberEditor()
    editor.attach(.init(step: { _ in }, set: { _ in }, binding: FakeBinding { note("first") }))
    beforeChange({ editor.requestStatus }) {
      editor.attach(
        .init(step: { note("step \($0)") }, set: { _ in }, binding: FakeBinding { note("second") }))
    }
    editor.detach()
    editor.add()
    #expect(calls.value == ["first", "second"])
  }

  /// The observer is notified before the change, so the outer configuration is the newer one.
  @Test(arguments: [true, false])
  func buttonIsNotDrivenByTheItemThatAnObserverBindsItTo(isPlain: Bool) {
    let session = Session.fake(likes: FakeLikeService()), like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p", in: session)
    beforeChange({ like.requestStatus }) {
      like.selfManagedConfigure(isLiked: false, count: 20, itemID: "q", in: session)
    }
    if isPlain {
      like.configure(isLiked: false, count: 30)
    } else {
      like.selfManagedConfigure(isLiked: false, count: 30, itemID: "r", in: session)
    }
    session.receive(LikeAnswer(isLiked: true, count: 77), of: LikeIntent.self, for: "q")
    #expect(like.state.count != 77)
    session.receive(LikeAnswer(isLiked: true, count: 31), of: LikeIntent.self, for: "r")
    #expect(like.state.count == (isPlain ? 30 : 31))
  }

  @Test func plainEditorIsNotDrivenByTheItemThatAnObserverBindsItTo() {
    let session = Session.fake(cart: FakeCartService()), editor = NumberEditor()
    editor.prepareForCart(productID: "tea", quantity: 1, in: session)
    beforeChange({ editor.requestStatus }) {
      editor.prepareForCart(productID: "milk", quantity: 4, in: session)
    }
    editor.configure(quantity: 9)
    session.receive(CartAnswer(quantity: 5), of: QuantityIntent.self, for: "milk")
    #expect(editor.state.quantity == 9)
  }
}
