import Components
import Testing

/// The guarantees of quantity rules, over a grid of minima, maxima, steps and policies.
struct QuantityRulesTests {
  static let small: [QuantityRules] = grid(
    minima: [1, 2, 3, 10], maxima: [0, 1, 2, 5, 7, 10, 40], steps: [1, 2, 3, 7, 50])
  static let weird: [QuantityRules] = grid(
    minima: [.min, -1, 0, 1, 2, .max - 1, .max], maxima: [.min, -1, 0, 1, 10, .max - 1, .max],
    steps: [.min, -1, 0, 1, 2, .max - 1, .max])
  static let quantities: [Int] =
    Array(-2...45) + [.min, .min + 1, .max / 2, .max - 2, .max - 1, .max]

  static func grid(minima: [Int], maxima: [Int], steps: [Int]) -> [QuantityRules] {
    minima.flatMap { minimum in
      maxima.flatMap { maximum in
        steps.flatMap { step in
          [QuantityRules.Zero.removes, .becomesMinimum].map {
            QuantityRules(minimum: minimum, maximum: maximum, step: step, zero: $0)
          }
        }
      }
    }
  }

  /// Whether a quantity is allowed, by the definition instead of the implementation.
  static func allows(_ quantity: Int, _ rules: QuantityRules) -> Bool {
    if quantity == 0 { return true }
    return quantity >= rules.minimum && quantity <= rules.maximum
      && (quantity - rules.minimum) % rules.step == 0
  }

  /// The cases of the grid in which a condition is false.
  static func exceptions(
    _ rules: [QuantityRules], to claim: (QuantityRules, Int) -> Bool
  ) -> [String] {
    rules.flatMap { rules in
      quantities.filter { !claim(rules, $0) }.map { "\($0) under \(rules)" }
    }
  }

  @Test func plusReachesAHigherAllowedQuantity() {
    let exceptions = Self.exceptions(Self.small + Self.weird) { rules, quantity in
      guard let next = rules.next(after: quantity) else { return true }
      return next > quantity && next > 0 && Self.allows(next, rules)
    }
    #expect(exceptions == [])
  }

  @Test func minusReachesALowerAllowedQuantity() {
    let exceptions = Self.exceptions(Self.small + Self.weird) { rules, quantity in
      guard let previous = rules.previous(before: quantity) else { return true }
      return previous < quantity && previous >= 0 && Self.allows(previous, rules)
    }
    #expect(exceptions == [])
  }

  @Test func plusReachesTheNextAllowedQuantityIfAny() {
    let exceptions = Self.exceptions(Self.small) { rules, quantity in
      let above = (1...100).first { $0 > quantity && Self.allows($0, rules) }
      return rules.next(after: quantity) == above
    }
    #expect(exceptions == [])
  }

  @Test func minusReachesThePreviousAllowedQuantityOrZeroByPolicy() {
    let exceptions = Self.exceptions(Self.small) { rules, quantity in
      let allowed = (1...100).filter { Self.allows($0, rules) }
      let below = allowed.last { $0 < quantity }
      let zero = quantity > 0 && (rules.zero == .removes || allowed.isEmpty) ? 0 : nil
      return rules.previous(before: quantity) == below ?? zero
    }
    #expect(exceptions == [])
  }

  @Test func correctedQuantityIsAllowedAndStable() {
    let exceptions = Self.exceptions(Self.small + Self.weird) { rules, requested in
      let quantity = rules.allowed(requested).quantity
      return Self.allows(quantity, rules) && rules.allowed(quantity).quantity == quantity
    }
    #expect(exceptions == [])
  }

  @Test func allowedNumberIsUnchangedAndNamesNoRule() {
    let exceptions = Self.exceptions(Self.small + Self.weird) { rules, requested in
      guard requested > 0, Self.allows(requested, rules) else { return true }
      let (quantity, rule) = rules.allowed(requested)
      return quantity == requested && rule == nil
    }
    #expect(exceptions == [])
  }

  @Test func changedNumberNamesTheRuleThatChangedIt() {
    let exceptions = Self.exceptions(Self.small + Self.weird) { rules, requested in
      let (quantity, rule) = rules.allowed(requested)
      return quantity == requested || rule != nil
    }
    #expect(exceptions == [])
  }

  @Test func greatestIsTheLastAllowedQuantity() {
    for rules in Self.small {
      let last = (0...100).last { Self.allows($0, rules) }
      #expect(rules.greatest == last, "\(rules)")
      #expect(rules.next(after: rules.greatest) == nil, "\(rules)")
    }
  }

  @Test func plusAndMinusPassTheSameQuantities() {
    for rules in Self.small {
      let up = Array(sequence(first: 0) { rules.next(after: $0) }.prefix(100))
      let down = Array(sequence(first: rules.greatest) { rules.previous(before: $0) }.prefix(100))
      let zero = rules.zero == .removes || rules.greatest == 0 ? [0] : []
      #expect(down.reversed() == zero + up.dropFirst(), "\(rules)")
    }
  }

  @Test func argumentsBelowTheirMinimumAreRaised() {
    let rules = QuantityRules(minimum: .min, maximum: .min, step: .min)
    #expect((rules.minimum, rules.maximum, rules.step) == (1, 0, 1))
    #expect(rules == QuantityRules(minimum: 0, maximum: -1, step: 0))
    let all = QuantityRules()
    #expect((all.minimum, all.maximum, all.step) == (1, .max, 1))
    #expect(all.zero == .removes)
  }

  @Test func stepsToTheGreatestIntegersDoNotOverflow() {
    let all = QuantityRules()
    #expect(all.next(after: .max - 1) == .max)
    #expect(all.next(after: .max) == nil)
    #expect(all.previous(before: .max) == .max - 1)
    #expect(QuantityRules(step: .max).next(after: 1) == nil)
    #expect(QuantityRules(minimum: .max).next(after: 0) == .max)
  }

  static let dozens = QuantityRules(minimum: 2, maximum: 11, step: 2)

  @Test(
    arguments: [
      (7, 6, .step(2)), (6, 6, nil), (1, 2, .minimum(2)), (99, 10, .maximum(11)),
      (11, 10, .step(2)), (0, 0, nil), (-1, 0, .minimum(0)), (.max, 10, .maximum(11)),
      (.min, 0, .minimum(0)),
    ] as [(Int, Int, QuantityNotice.Rule?)])
  func numberIsCorrectedByTheRuleItBreaks(
    requested: Int, quantity: Int, rule: QuantityNotice.Rule?
  ) {
    #expect(Self.dozens.allowed(requested) == (quantity, rule))
  }

  @Test(arguments: [0, -1, .min])
  func zeroBecomesTheMinimumByPolicy(requested: Int) {
    let rules = QuantityRules(minimum: 3, zero: .becomesMinimum)
    #expect(rules.allowed(requested) == (3, .minimum(3)))
    #expect(rules.previous(before: 3) == nil)
    #expect(rules.previous(before: 4) == 3)
  }

  @Test(arguments: [QuantityRules.Zero.removes, .becomesMinimum], [0, 2])
  func soldOutProductCanOnlyBeRemoved(zero: QuantityRules.Zero, maximum: Int) {
    let rules = QuantityRules(minimum: 3, maximum: maximum, zero: zero)
    #expect(rules.greatest == 0)
    #expect(rules.next(after: 0) == nil)
    #expect(rules.previous(before: 5) == 0)
    #expect(rules.allowed(5) == (0, .maximum(maximum)))
  }
}
