import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Changes that an observer or a handler makes while another change is shown.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct NestedChangeTests: TimeSuite {
  let cart = FakeCartService()
  let likes = FakeLikeService()
  let clock = FakeClock()
  let page = NoticePage()

  @Test func clampWhileAFailureIsReportedKeepsItsNotice() async {
    let session = makeSession(grace: nil)
    cart["tea"] = 3
    let editor = NumberEditor()
    editor.nextResponder = page
    editor.prepareForCart(
      productID: "tea", quantity: 3, rules: QuantityRules(maximum: 10), in: session)
    page.table.replace(TapFailed.name) { [unowned editor] _ in
      editor.endEditing()  // The alert takes the focus.
      return .stop
    }
    var played: [Feedback.Haptic] = []
    editor.onFeedback = { played.append($0.haptic) }
    cart.hold()
    editor.add()
    await cart.arrived(1)
    editor.edit("99")
    cart.failNext(.rejected("No"))
    cart.release()
    await session.settled()
    #expect(editor.state.quantity == 10)
    #expect(editor.state.notice == .adjusted(requested: 99, actual: 10, rule: .maximum(10)))
    #expect(played == [.lightTap, .failure, .warning])
  }

  @Test(arguments: [QuantityRules(maximum: 4), QuantityRules(minimum: 2, maximum: 4, step: 2)])
  func plusBeforeTheNewestNumberIsShownKeepsTheMaximum(rules: QuantityRules) async {
    let session = makeSession(grace: nil), shown = 4 - rules.step
    cart["tea"] = shown
    let first = NumberEditor(), second = NumberEditor()
    for editor in [first, second] {
      editor.prepareForCart(productID: "tea", quantity: shown, rules: rules, in: session)
    }
    first.onFeedback = { [unowned second] _ in second.add() }
    first.add()
    await session.settled()
    #expect(cart["tea"] == 4)
    #expect(second.state.quantity == 4)
  }

  @Test func minusBeforeTheNewestNumberIsShownKeepsTheMinimum() async {
    let session = makeSession(grace: nil)
    let rules = QuantityRules(minimum: 2, zero: .becomesMinimum)
    cart["tea"] = 3
    let first = NumberEditor(), second = NumberEditor()
    for editor in [first, second] {
      editor.prepareForCart(productID: "tea", quantity: 3, rules: rules, in: session)
    }
    first.onFeedback = { [unowned second] _ in second.reduce() }
    first.reduce()
    await session.settled()
    #expect(cart["tea"] == 2)
    #expect(second.state.quantity == 2)
  }

  /// The newest number is already outside the bounds; a step does not move it the other way.
  @Test func stepFromAnOlderNumberDoesNotMoveTheOtherWay() {
    let above = QuantityIntent.step(
      1, from: 6, confirmed: CartValue(quantity: 6), predicted: 6,
      rules: QuantityRules(maximum: 4))
    #expect(above == .set(6))
    let below = QuantityIntent.step(
      -1, from: 1, confirmed: CartValue(quantity: 1), predicted: 1,
      rules: QuantityRules(minimum: 2, zero: .becomesMinimum))
    #expect(below == .set(1))
    let removed = QuantityIntent.step(
      1, from: 0, confirmed: CartValue(quantity: 0), predicted: 0, rules: QuantityRules(minimum: 5))
    #expect(removed == .set(5))
  }

  @Test func tapByAnObserverOfAButtonThatIsBeingBound() async {
    let session = makeSession(grace: nil), first = like("p", in: session), second = LikeButton()
    beforeChange({ second.state }) { first.tap() }
    second.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    await session.settled()
    #expect(first.state.isLiked)
    #expect(second.state.isLiked)
  }

  @Test(arguments: [true, false])
  func pushByAnObserverOfAnEditorThatIsBeingBound(isBoundAgain: Bool) {
    let session = makeSession(grace: nil), editor = NumberEditor()
    if isBoundAgain {
      editor.prepareForCart(productID: "tea", quantity: 2, version: 0, in: session)
    }
    beforeChange({ editor.state }) {
      session.receive(CartAnswer(quantity: 7, version: 2), of: QuantityIntent.self, for: "tea")
    }
    let binding = editor.prepareForCart(productID: "tea", quantity: 3, version: 1, in: session)
    #expect(binding.value.quantity == 7)
    #expect(editor.state.quantity == 7)
  }

  @Test func likeButtonBoundByAnObserverShowsItsNewItem() {
    let session = makeSession(grace: nil), button = like("p", in: session)
    beforeChange({ button.state }) {
      button.selfManagedConfigure(isLiked: true, count: 99, itemID: "q", in: session)
    }
    button.tap()
    #expect(button.state.isLiked && button.state.count == 99)
  }

  @Test func editorBoundByAnObserverShowsItsNewProduct() {
    let session = makeSession(grace: nil), editor = editor("tea", 3, in: session)
    beforeChange({ editor.state }) {
      editor.prepareForCart(productID: "milk", quantity: 40, in: session)
    }
    session.receive(CartAnswer(quantity: 8), of: QuantityIntent.self, for: "tea")
    #expect(editor.state.quantity == 40)
  }

  @Test func textTypedByAnObserverOfAPushIsShown() {
    let session = makeSession(grace: nil), editor = editor("tea", 3, in: session)
    beforeChange({ editor.state }) { editor.edit("12") }
    session.receive(CartAnswer(quantity: 8), of: QuantityIntent.self, for: "tea")
    #expect(editor.state.text == "12")
  }

  @Test func editByAnObserverOfTheFormIsInItsState() {
    let form = ValidationManager.fake(policy: ValidationPolicy(shows: .onChange))
    let first = TitledTextField(title: "a", key: "a")
    let second = TitledTextField(title: "b", key: "b")
    for field in [first, second] {
      field.edit("x")
      form.add(field, [.required])
    }
    beforeChange({ form.state }) { second.edit("") }
    first.edit("")
    #expect(second.state.failure != nil)
    #expect(form.state.fields.map { $0.failure != nil } == [true, true])
  }

  @Test func resetByAnObserverOfTheFormEndsTheSubmit() async {
    let names = FakeNameCheck()
    let form = ValidationManager.fake(policy: ValidationPolicy(shows: .onSubmit))
    let name = TitledTextField(title: "name", key: "name")
    name.edit("carl")
    form.add(name, [.required], then: names.rule)
    names.hold()
    var saved = 0
    let submit = Task { await form.submit { _ in saved += 1 } }
    await names.arrived(1)
    beforeChange({ form.state }) { form.reset() }
    names.release()
    let message = await submit.value
    #expect(names.calls.count == 1)
    #expect(saved == 0)
    #expect(message.code == .pending)
  }
}
