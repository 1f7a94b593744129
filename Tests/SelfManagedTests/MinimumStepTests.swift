import Components
import Fakes
import SelfManaged
import Testing

/// A step that crosses the minimum is sent as a `set`, and no failure makes a step break the rules.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct MinimumStepTests {
  let cart = FakeCartService()
  let editor = NumberEditor()
  let rules = QuantityRules(minimum: 5)

  private func prepare(_ quantity: Int) -> Session {
    let session = Session.fake(cart: cart)
    cart["tea"] = quantity
    editor.prepareForCart(
      productID: "tea", quantity: quantity, rules: rules, asOf: session.beginRead(), in: session)
    return session
  }

  /// Taps, rejects the first request, and expects one quantity before and after.
  private func expect(
    _ quantity: Int, from start: Int, sending sent: [String], taps: @MainActor () -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let session = prepare(start)
    cart.hold()
    taps()
    #expect(editor.state.quantity == quantity, sourceLocation: sourceLocation)
    cart.failNext(.rejected)
    cart.release()
    await session.settled()
    #expect(editor.state.quantity == quantity, sourceLocation: sourceLocation)
    #expect(cart.sent == sent, sourceLocation: sourceLocation)
  }

  /// If the minus in flight fails, the plus ends at the maximum, which is allowed.
  @Test func plusThatEndsAtTheMaximumAfterAFailureIsAnAddition() {
    let plus = QuantityIntent.step(
      1, from: 3, confirmed: CartValue(quantity: 5), predicted: 4, rules: QuantityRules(maximum: 5))
    #expect(plus == .add(1))
  }

  /// Another device has set the quantity, which the editor has not shown yet.
  @Test func plusBetweenTheAllowedQuantitiesIsAnAddition() {
    let plus = QuantityIntent.step(
      2, from: 3, confirmed: CartValue(quantity: 3), predicted: 3,
      rules: QuantityRules(minimum: 2, maximum: 10, step: 2))
    #expect(plus == .add(2))
  }

  @Test func minusAndPlusCancelOutDespiteARejection() async {
    await expect(5, from: 5, sending: ["=0"]) {
      editor.reduce()
      editor.add()
    }
  }

  @Test func twoPlusesPassTheMinimumDespiteARejection() async {
    await expect(6, from: 0, sending: ["=5", "=6"]) {
      editor.add()
      editor.add()
    }
  }

  @Test(arguments: [
    (amount: 1, shown: 6, confirmed: 6, expected: QuantityIntent.add(1)),
    (amount: -1, shown: 6, confirmed: 6, expected: .add(-1)),
    (amount: -5, shown: 5, confirmed: 5, expected: .set(0)),
    (amount: 5, shown: 0, confirmed: 0, expected: .set(5)),
    (amount: 1, shown: 5, confirmed: 0, expected: .set(6)),
    (amount: 5, shown: 0, confirmed: 7, expected: .set(5)),
    (amount: -1, shown: 6, confirmed: 5, expected: .set(5)),
    (amount: -1, shown: 7, confirmed: 6, expected: .add(-1)),
  ])
  func stepThatCrossesTheMinimumIsASet(
    _ step: (amount: Int, shown: Int, confirmed: Int, expected: QuantityIntent)
  ) {
    let intent = QuantityIntent.step(
      step.amount, from: step.shown, confirmed: CartValue(quantity: step.confirmed),
      predicted: step.shown, rules: rules)
    #expect(intent == step.expected)
  }

  /// If the server's quantity is above the editor's maximum, a failure can't make a minus worse.
  @Test func minusAboveTheMaximumIsRelative() {
    let minus = QuantityIntent.step(
      -1, from: 12, confirmed: CartValue(quantity: 13), predicted: 12,
      rules: QuantityRules(maximum: 11))
    #expect(minus == .add(-1))
  }

  @Test func minimumOfOneStepIsReachedByAdding() {
    for rules in [QuantityRules(), QuantityRules(minimum: 2, step: 2)] {
      let intent = QuantityIntent.step(
        rules.step, from: 0, confirmed: CartValue(quantity: 0), predicted: 0, rules: rules)
      #expect(intent == .add(rules.step))
    }
  }

  @Test func aStepFromAnUnknownQuantityIsAnAddition() {
    #expect(
      QuantityIntent.step(5, from: 0, confirmed: .unknown, predicted: 0, rules: rules) == .add(5))
  }

  @Test func aStepBeforeTheFirstReadIsAnAddition() async {
    let session = Session.fake(cart: cart)
    cart["tea"] = 7
    cart.hold()
    editor.prepareForCart(productID: "tea", rules: rules, in: session)
    editor.add()
    cart.release()
    await session.settled()
    #expect(cart.sent == ["+5"])
    #expect(editor.state.quantity == 12)
  }

  @Test func retryOnAnUnknownQuantityIsAnAddition() async {
    var policy = SessionPolicy()
    policy.cart.retryDelays = []
    let session = Session.fake(cart: cart, policy: policy)
    cart["tea"] = 7
    cart.failNext(.offline)
    editor.prepareForCart(productID: "tea", rules: rules, in: session)
    await session.settled()
    cart.failNext(.rejected)
    editor.add()
    await session.settled()
    cart.failNext(.offline)
    editor.prepareForCart(productID: "tea", rules: QuantityRules(minimum: 6), in: session)
    await session.settled()
    editor.retry()
    await session.settled()
    #expect(cart.sent == ["+5", "+5"])
  }

  @Test func plusAndMinusCancelOutDespiteARejection() async {
    await expect(5, from: 5, sending: ["+1"]) {
      editor.add()
      editor.reduce()
    }
  }

  /// The events of an editor with a minimum.
  enum Step: CaseIterable {
    case plus, minus, carriedOut, refused
  }

  /// A history of steps on the reducer, and the server's quantity.
  private struct History {
    var bench: Bench<QuantityIntent>
    var server: Int
    let rules: QuantityRules
    var steps: [Step] = []

    /// Plays a step, and returns a quantity that the rules do not allow, or 0 if a reply removes the
    /// product.
    mutating func play(_ step: Step) -> Int? {
      steps.append(step)
      let before = bench.shown
      switch step {
      case .plus, .minus:
        let next = step == .plus ? rules.next(after: before) : rules.previous(before: before)
        guard let next else { return nil }
        bench.tap(
          .step(
            next - before, from: before, confirmed: bench.state.confirmed,
            predicted: bench.state.inFlight?.intent.applied(to: bench.state.confirmed).quantity
              ?? bench.state.confirmed.quantity, rules: rules))
      case .carriedOut:
        guard let intent = bench.state.inFlight?.intent else { return nil }
        server = intent.applied(to: CartValue(quantity: server)).quantity
        bench.reply(CartAnswer(quantity: server))
      case .refused: bench.fail(.rejected)
      }
      if step == .refused, before > 0, bench.shown == 0, server > 0 { return 0 }
      return [bench.shown, server].first {
        $0 > 0 && $0 < rules.minimum || $0 > rules.maximum
      }
    }

    /// Plays all continuations, and describes the first that breaks a rule.
    func finding(within depth: Int) -> String? {
      guard depth > 0 else { return nil }
      for step in Step.allCases {
        var next = self
        if let quantity = next.play(step) { return "\(next.steps) ends at \(quantity)" }
        if let finding = next.finding(within: depth - 1) { return finding }
      }
      return nil
    }
  }

  @Test(arguments: [
    (0, QuantityRules(minimum: 5)), (5, QuantityRules(minimum: 5, maximum: 6)),
    (6, QuantityRules(minimum: 5)), (8, QuantityRules(minimum: 5, maximum: 8)),
    (0, QuantityRules(minimum: 4, step: 2)), (4, QuantityRules(minimum: 4, maximum: 6, step: 2)),
    (8, QuantityRules(minimum: 4, step: 2)), (1, QuantityRules()), (2, QuantityRules(maximum: 2)),
    (1, QuantityRules(zero: .becomesMinimum)),
  ])
  func noSequenceOfStepsBreaksTheRules(start: Int, rules: QuantityRules) {
    let history = History(bench: Bench(start), server: start, rules: rules)
    #expect(history.finding(within: 6) == nil)
  }
}
