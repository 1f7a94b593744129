import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Steps behind a request that the server refuses or clamps.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct RefusedStepTests: TimeSuite {
  let cart = FakeCartService()
  let likes = FakeLikeService()
  let clock = FakeClock()
  let page = NoticePage()

  private func type(_ editor: NumberEditor, _ text: String) {
    editor.beginEditing()
    editor.edit(text)
    editor.endEditing()
  }

  private func editor(
    _ quantity: Int, _ rules: QuantityRules, in session: Session
  ) -> NumberEditor {
    cart["tea"] = quantity
    let tea = NumberEditor()
    tea.prepareForCart(productID: "tea", quantity: quantity, rules: rules, in: session)
    return tea
  }

  @Test func minusOfARefusedPlusDoesNotRemoveTheProduct() async {
    let session = makeSession(grace: nil)
    let tea = editor("tea", 1, in: session)
    cart.hold()
    tea.add()
    tea.reduce()
    #expect(tea.state.quantity == 1)
    cart.failNext(.rejected("Sold out"))
    cart.release()
    await mainActorIsIdle()
    #expect(tea.state.quantity == 1, "the user did not remove it")
    #expect(cart["tea"] == 1)
  }

  @Test(arguments: [0, 3])
  func retryOfARefusedPlusNeverReduces(_ maximum: Int) async {
    let session = makeSession(grace: nil)
    let tea = editor("tea", 5, in: session)
    cart.failNext(.limit(maximum))
    tea.add()
    await mainActorIsIdle()
    tea.retry()
    await mainActorIsIdle()
    #expect(cart.sent == ["+1"])
    #expect(tea.state.quantity == 5)
    #expect(tea.requestStatus.failure == nil)
  }

  @Test func retryOfARefusedStepObeysTheRulesOfTheEditor() async {
    let rules = QuantityRules(minimum: 3, maximum: 6)
    for (quantity, pushed, step) in [(5, 8, 1), (4, 2, -1)] {
      let session = makeSession(grace: nil)
      let tea = editor(quantity, rules, in: session)
      cart.failNext(.rejected("No"))
      if step > 0 { tea.add() } else { tea.reduce() }
      await mainActorIsIdle()
      let sent = cart.sent
      session.receive(CartAnswer(quantity: pushed), of: QuantityIntent.self, for: "tea")
      tea.retry()
      await mainActorIsIdle()
      #expect(cart.sent == sent)
      #expect(tea.state.quantity == pushed)
    }
  }

  @Test func minusOfARefusedPlusNeedsNoGrace() async {
    let session = makeSession(grace: .seconds(5))
    let tea = editor("tea", 1, in: session)
    cart.hold()
    tea.add()
    tea.reduce()
    cart.failNext(.rejected("Sold out"))
    cart.release()
    await mainActorIsIdle()
    #expect(cart["tea"] == 1, "a removal waits for its grace period")
  }

  @Test func minusOfARefusedPlusObeysTheRuleThatZeroIsTheMinimum() async {
    let session = makeSession(grace: nil)
    let tea = editor(1, QuantityRules(zero: .becomesMinimum), in: session)
    cart.hold()
    tea.add()
    tea.reduce()
    cart.failNext(.rejected("Sold out"))
    cart.release()
    await mainActorIsIdle()
    #expect(tea.state.quantity == 1)
    #expect(cart["tea"] == 1)
  }

  @Test func plusOfARefusedMinusObeysTheMaximum() async {
    let session = makeSession(grace: nil)
    let tea = editor(5, QuantityRules(maximum: 5), in: session)
    cart.hold()
    tea.reduce()
    tea.add()
    #expect(tea.state.quantity == 5)
    cart.failNext(.rejected("No"))
    cart.release()
    await mainActorIsIdle()
    #expect(tea.state.quantity == 5, "6 is above the app's maximum")
    #expect(cart["tea"] == 5)
  }

  @Test func clampOfATapWithAQueuedTapKeepsItsReason() async {
    let session = makeSession(grace: nil)
    let tea = editor("tea", 1, in: session)
    var played: [Feedback] = []
    tea.onFeedback = { if $0.haptic != .lightTap { played.append($0) } }
    cart.stock["tea"] = 5
    cart.hold()
    type(tea, "100")
    tea.add()
    #expect(tea.state.quantity == 101)
    cart.release()
    await mainActorIsIdle()
    #expect(tea.state.quantity == 5)
    #expect(played == [Feedback(.warning, announcement: "Only 5 left")])
    #expect(tea.state.notice?.message() == "Only 5 left")
    guard case .adjusted(let requested, _, _) = tea.state.notice else {
      Issue.record("not reported as adjusted")
      return
    }
    #expect(requested >= 100, "6 was never requested and never displayed")
  }

  @Test func clampIsReportedByTheTappedEditor() async {
    let session = makeSession(grace: nil)
    let (tea, other) = (editor("tea", 4, in: session), editor("tea", 4, in: session))
    cart.stock["tea"] = 5
    cart.hold()
    type(tea, "100")
    other.add()
    cart.release()
    await mainActorIsIdle()
    #expect(tea.state.quantity == 5)
    #expect(tea.state.notice != nil, "its 100 became 5")
  }

  @Test func plusAfterATypedTextIsOneChangeWithOneHaptic() async {
    let session = makeSession(grace: nil)
    let tea = editor("tea", 1, in: session)
    var played: [Feedback] = []
    tea.onFeedback = { played.append($0) }
    cart.hold()
    tea.beginEditing()
    tea.edit("7")
    let recorder = StateRecorder(tea)
    tea.add()
    #expect(recorder.quantities == [8])
    #expect(played == [Feedback(.lightTap)])
    cart.release()
    await mainActorIsIdle()
  }

  @Test func retryObeysTheRuleThatZeroIsTheMinimum() async {
    let session = makeSession(grace: nil)
    let tea = editor(2, QuantityRules(zero: .becomesMinimum), in: session)
    cart.failNext(.rejected("No"))
    tea.reduce()
    await mainActorIsIdle()
    push(1, in: session)
    tea.retry()
    await mainActorIsIdle()
    #expect(tea.state.quantity == 1)
    #expect(cart["tea"] == 1)
  }

  @Test func retryObeysTheMaximum() async {
    let session = makeSession(grace: nil)
    let tea = editor(4, QuantityRules(maximum: 5), in: session)
    cart.failNext(.rejected("No"))
    tea.add()
    await mainActorIsIdle()
    push(5, in: session)
    tea.retry()
    await mainActorIsIdle()
    #expect(tea.state.quantity == 5)
    #expect(cart["tea"] == 5)
  }

  @Test func allowedStepIsRetriedAsAStep() async {
    let session = makeSession(grace: nil)
    let tea = editor(2, QuantityRules(maximum: 5), in: session)
    cart.failNext(.rejected("No"))
    tea.add()
    await mainActorIsIdle()
    push(4, in: session)
    tea.retry()
    await mainActorIsIdle()
    #expect(cart.sent == ["+1", "+1"])
    #expect(cart["tea"] == 5)
  }

  @Test(arguments: [QuantityRules(), QuantityRules(zero: .becomesMinimum)])
  func minusInConflictDoesNotRemoveTheProduct(_ rules: QuantityRules) async {
    let session = makeSession(grace: nil)
    let tea = editor(2, rules, in: session)
    cart.hold()
    tea.reduce()
    #expect(tea.state.quantity == 1)
    cart["tea"] = 1
    cart.failNext(.conflict(answer: CartAnswer(quantity: 1, version: 2)))
    cart.release()
    await mainActorIsIdle()
    #expect(tea.state.quantity == 1)
    #expect(cart["tea"] == 1)
  }

  /// Another device sets the quantity.
  private func push(_ quantity: Int, in session: Session) {
    cart["tea"] = quantity
    let answer = CartAnswer(quantity: quantity, version: 2)
    session.receive(answer, of: QuantityIntent.self, for: "tea")
  }
}
