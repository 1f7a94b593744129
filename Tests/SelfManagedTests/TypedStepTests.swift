import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// A press of plus or minus that also commits a typed number is one change, whatever becomes of it.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct TypedStepTests: TimeSuite {
  let cart = FakeCartService()
  let likes = FakeLikeService()
  let clock = FakeClock()
  let page = NoticePage()

  private func editorUpToTen(in session: Session) -> NumberEditor {
    cart["tea"] = 5
    let editor = NumberEditor()
    editor.nextResponder = page
    editor.prepareForCart(
      productID: "tea", quantity: 5, rules: QuantityRules(maximum: 10), in: session)
    return editor
  }

  @Test func plusAtATypedMaximumThatIsRefusedAtOnce() async {
    let session = makeSession(grace: nil), editor = editorUpToTen(in: session)
    cart.failNext(.rejected("No"))
    editor.edit("10")
    editor.add()
    await session.settled()
    #expect(sent("tea") == ["=10"])
    #expect(editor.state.quantity == 5)
    #expect(cart["tea"] == 5)
  }

  @Test func minusAtATypedZeroThatIsRefusedAtOnce() async {
    let session = makeSession(grace: nil), editor = editor("tea", 5, in: session)
    cart.failNext(.rejected("No"))
    editor.edit("0")
    editor.reduce()
    await session.settled()
    #expect(sent("tea") == ["=0"])
    #expect(cart["tea"] == 5)
  }

  @Test func plusAtATypedMaximumThatTheServerLowersAtOnce() async {
    let session = makeSession(grace: nil), editor = editorUpToTen(in: session)
    cart.answerNext(CartAnswer(quantity: 7))
    editor.edit("10")
    editor.add()
    await session.settled()
    #expect(sent("tea") == ["=10"])
    #expect(editor.state.quantity == 7)
  }

  @Test func plusAtATypedMaximumWithoutTheNetworkFailsOnce() {
    let session = makeSession(grace: nil), editor = editorUpToTen(in: session)
    session.isReachable = false
    var added = 0
    editor.onAdd = { added += 1 }
    editor.edit("10")
    editor.add()
    #expect(page.failures.count == 1)
    #expect(added == 0)
  }

  @Test func plusAtATypedMaximumDoesNotReachTheNextProduct() async {
    let session = makeSession(grace: nil), editor = editorUpToTen(in: session)
    cart["milk"] = 1
    editor.onInputComplete = { [unowned editor] _, _ in
      editor.prepareForCart(productID: "milk", quantity: 1, in: session)
    }
    editor.edit("10")
    editor.add()
    await session.settled()
    #expect(cart["tea"] == 10)
    #expect(sent("milk") == [])
    editor.onInputComplete = nil
  }

  @Test func secondTapInAnEndedSessionKeepsItsNotice() {
    let session = makeSession(), editor = editor("tea", 3, in: session)
    session.end()
    editor.add()
    #expect(editor.state.notice == .refused(nil))
    editor.add()
    #expect(editor.state.notice == .refused(nil))
  }

  @Test func clampInAnEndedSessionHasOneFeedback() {
    let session = makeSession(grace: nil), editor = editorUpToTen(in: session)
    editor.edit("10")
    editor.endEditing()
    session.end()
    var played: [Feedback.Haptic] = []
    editor.onFeedback = { played.append($0.haptic) }
    editor.edit("99")
    editor.endEditing()
    #expect(page.failures.count == 1)
    #expect(played == [.failure])
  }
}
