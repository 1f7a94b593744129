import Components
import Fakes
import SelfManaged
import Testing

/// A step that crosses the minimum is absolute in meaning.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct MinimumStepTests {
  let cart = FakeCartService()
  let editor = NumberEditor()
  let rules = QuantityRules(minimum: 5)

  private func prepare(_ quantity: Int) -> Session {
    let session = Session.fake(cart: cart)
    cart["tea"] = quantity
    editor.prepareForCart(productID: "tea", quantity: quantity, rules: rules, in: session)
    return session
  }

  @Test func minusAndPlusAtTheMinimumCancelOutWhenTheFirstIsRefused() async {
    let session = prepare(5)
    cart.hold()
    editor.reduce()
    editor.add()
    #expect(editor.state.quantity == 5)
    cart.failNext(.rejected)
    cart.release()
    await session.settled()
    #expect(editor.state.quantity == 5)
    #expect(cart.sent == ["=0"])
  }

  @Test func plusTwiceFromZeroStaysAboveTheMinimumWhenTheFirstIsRefused() async {
    let session = prepare(0)
    cart.hold()
    editor.add()
    editor.add()
    #expect(editor.state.quantity == 6)
    cart.failNext(.rejected)
    cart.release()
    await session.settled()
    #expect(editor.state.quantity == 6)
    #expect(cart.sent == ["=5", "=6"])
  }

  @Test(arguments: [
    (amount: 1, shown: 6, confirmed: 6, expected: QuantityIntent.add(1)),
    (amount: -1, shown: 6, confirmed: 6, expected: .add(-1)),
    (amount: -5, shown: 5, confirmed: 5, expected: .set(0)),
    (amount: 5, shown: 0, confirmed: 0, expected: .set(5)),
    (amount: 1, shown: 5, confirmed: 0, expected: .set(6)),
    (amount: 5, shown: 0, confirmed: 7, expected: .set(5)),
  ])
  func aStepIsASetBelowTheMinimum(
    _ step: (amount: Int, shown: Int, confirmed: Int, expected: QuantityIntent)
  ) {
    let intent = QuantityIntent.step(
      step.amount, from: step.shown, confirmed: CartValue(quantity: step.confirmed), rules: rules)
    #expect(intent == step.expected)
  }

  @Test func aStepIsAnAdditionWhereTheMinimumIsOneStep() {
    for rules in [QuantityRules(), QuantityRules(minimum: 2, step: 2)] {
      let intent = QuantityIntent.step(
        rules.step, from: 0, confirmed: CartValue(quantity: 0), rules: rules)
      #expect(intent == .add(rules.step))
    }
  }

  @Test func aStepFromAnUnknownQuantityIsAnAddition() {
    #expect(
      QuantityIntent.step(5, from: 0, confirmed: .unknown, rules: rules) == .add(5))
  }
}
