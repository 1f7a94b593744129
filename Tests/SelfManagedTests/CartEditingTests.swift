import Components
import Fakes
import SelfManaged
import Testing

/// Text in a cart editor while the cart changes.
@MainActor
struct CartEditingTests {
  let cart = FakeCartService()
  let session: Session
  let editor = NumberEditor(label: "Tea")

  init() {
    cart["tea"] = 3
    session = .fake(cart: cart)
    prepare()
  }

  private func prepare(_ rules: QuantityRules = QuantityRules()) {
    editor.prepareForCart(productID: "tea", quantity: 3, rules: rules, in: session)
  }

  @Test("a plus after a focus without typing adds to the server's current number")
  func additionByAnotherDeviceSurvivesAPlus() async {
    editor.beginEditing()
    cart["tea"] = 7
    session.receive(CartAnswer(quantity: 7), of: QuantityIntent.self, for: "tea")
    editor.add()
    await session.settled()
    #expect(cart["tea"] == 8)
    #expect(cart.sent == ["+1"])
    #expect(editor.state.text == nil)
  }

  @Test func reloadedListKeepsTheTextBeingEdited() async {
    editor.edit("15")
    prepare()
    #expect(editor.state.text == "15")
    editor.endEditing()
    await session.settled()
    #expect(cart.sent == ["=15"])
  }

  @Test func reloadedListKeepsTheFocus() async {
    editor.beginEditing()
    prepare()
    editor.endEditing()
    await session.settled()
    #expect(cart.sent == [])
  }

  @Test func reloadedListKeepsTheNotice() async {
    cart.failNext(.rejected("Sold out"))
    editor.add()
    await session.settled()
    prepare()
    #expect(editor.state.notice == .refused("Sold out"))
    editor.prepareForCart(productID: "coffee", quantity: 3, in: session)
    #expect(editor.state.notice == nil)
  }

  /// The app shows a state that it has kept, with a text above the limit.
  @Test func repeatedAdjustmentKeepsItsNotice() async {
    (cart["tea"], cart.stock["tea"]) = (5, 5)
    session.refresh()
    await session.settled()
    let notice = QuantityNotice.adjusted(requested: 9, actual: 5, rule: .maximum(5))
    editor.show(.init(quantity: 5, text: "9", notice: notice))
    editor.endEditing()
    await session.settled()
    #expect(editor.state.text == nil)
    #expect(editor.state.notice == notice)
    #expect(cart.sent == [])
  }

  @Test("the server's minimum narrows the app's rules and keeps their steps")
  func serverMinimumNarrowsTheRules() async {
    prepare(QuantityRules(minimum: 2, step: 2))
    session.receive(
      CartAnswer(quantity: 6, limits: QuantityLimits(minimum: 3)), of: QuantityIntent.self,
      for: "tea")
    #expect(editor.state.rules.minimum == 4)
    editor.edit("4")
    editor.endEditing()
    await session.settled()
    #expect(editor.state.notice == nil)
    #expect(cart.sent == ["=4"])
  }

  @Test(
    "the narrowed minimum is the first step that the server allows",
    arguments: [(1, 2), (2, 2), (3, 4), (4, 4), (5, 6), (nil, 2)] as [(Int?, Int)])
  func narrowedMinimumIsAStep(least: Int?, minimum: Int) {
    let rules = QuantityRules(minimum: 2, maximum: 9, step: 2)
    cart.hold()
    editor.prepareForCart(
      productID: "milk", limits: QuantityLimits(minimum: least, maximum: 7), rules: rules,
      in: session)
    #expect(
      editor.state.rules == QuantityRules(minimum: minimum, maximum: 7, step: 2),
      "the limits of the app's data apply before the first read")
    cart.release()
  }

  @Test func unreachableMinimumDoesNotOverflow() {
    prepare(QuantityRules(minimum: 2, step: .max))
    session.receive(
      CartAnswer(quantity: 6, limits: QuantityLimits(minimum: 3)), of: QuantityIntent.self,
      for: "tea")
    #expect(editor.state.rules.minimum == 3)
  }
}
