import Fakes
import SelfManaged
import Testing

/// Composed rules, against plain truth values.
struct RuleCompositionTests {
  static let even = Rule<Int>("even") { $0.isMultiple(of: 2) }
  static let small = Rule<Int>("small", 10) { $0 < 10 }

  @Test func conjunctionFailsWithItsFirstFailingPart() {
    let both = Self.even.and(Self.small)
    #expect(both.check(4) == nil)
    #expect(both.check(3) == RuleFailure("even"))
    #expect(both.check(12) == RuleFailure("small", 10))
    #expect(both.check(13) == RuleFailure("even"))
  }

  @Test func disjunctionFailsWithItsFirstPart() {
    let either = Self.even.or(Self.small)
    #expect(either.check(3) == nil)
    #expect(either.check(12) == nil)
    #expect(either.check(13) == RuleFailure("even"))
    #expect(either.failing(as: "odd").check(13) == RuleFailure("odd"))
    #expect(either.failing(as: "odd").check(12) == nil)
  }

  @Test func negationHasItsOwnCode() {
    let odd = Rule.not(Self.even)
    #expect(odd.code == "not-even")
    #expect(odd.check(3) == nil)
    #expect(odd.check(4) == RuleFailure("not-even"))
    #expect(odd.failing(as: "odd").check(4) == RuleFailure("odd"))
    #expect(Rule.not(.not(Self.small)).code == "small")
    #expect(Rule.not(.not(Self.small)).check(11) == RuleFailure("small", 10))
  }

  @Test func renamingKeepsTheArguments() {
    #expect(Self.small.failing(as: "tiny").check(11) == RuleFailure("tiny", 10))
    #expect(Self.small.failing(as: "tiny").code == "tiny")
    #expect(Rule.not(Self.small.failing(as: "tiny")).check(1) == RuleFailure("not-tiny"))
  }

  @Test("parts are checked in order, and no more than needed")
  func partsAreCheckedInOrder() {
    let calls = Calls()
    let yes: Rule<Int> = calls.rule("yes"), no: Rule<Int> = calls.rule("no", passes: false)
    func asked(_ rule: Rule<Int>) -> [String] {
      calls.forget()
      _ = rule.check(0)
      return calls.names
    }
    #expect(asked(no.and(yes)) == ["no"])
    #expect(asked(yes.and(no)) == ["yes", "no"])
    #expect(asked(yes.or(no)) == ["yes"])
    #expect(asked(no.or(yes)) == ["no", "yes"])
  }

  @Test("nil passes an optional rule; a wrapped value is checked")
  func optionalRuleChecksOnlyPresentValues() {
    let rule = Rule<Int?>.ifPresent(Self.even)
    #expect(rule.check(nil) == nil)
    #expect(rule.check(2) == nil)
    #expect(rule.check(3) == RuleFailure("even"))
    #expect(Rule<Int?>.not(.ifPresent(Self.even)).check(nil) == RuleFailure("not-even"))
    #expect(Rule<Int?>.ifPresent(.not(Self.even)).check(nil) == nil)
    #expect(Rule<Int?>.ifPresent(.not(Self.even)).check(2) == RuleFailure("not-even"))
    let required: RuleChain<Int?> = [.required, .ifPresent(Self.even)]
    #expect(required.check(nil) == RuleFailure(.required))
    #expect(required.check(3) == RuleFailure("even"))
    #expect(required.check(2) == nil)
  }

  @Test func propertyIsReadByKeyPathOrClosure() {
    struct Address { var city = "", lines: [String] = [] }
    let chain: RuleChain<Address> = [
      .on(\.city, .required), .on({ $0.lines.count }, .inRange(1...)),
      .on(\.city.count, .inRange(...5)),
    ]
    #expect(chain.check(Address()) == RuleFailure(.required))
    #expect(chain.check(Address(city: "Rome")) == RuleFailure(.tooSmall, 1))
    #expect(chain.check(Address(city: "Beijing", lines: ["a"])) == RuleFailure(.tooLarge, 5))
    #expect(chain.check(Address(city: "Rome", lines: ["a"])) == nil)
  }

  @Test func chainReturnsItsFirstFailureOrAll() {
    let calls = Calls()
    let chain: RuleChain<Int> = [
      calls.rule("a"), calls.rule("b", passes: false), calls.rule("c", passes: false),
    ]
    #expect(chain.check(0) == RuleFailure("b"))
    #expect(calls.names == ["a", "b"])
    #expect(chain.checkAll(0) == [RuleFailure("b"), RuleFailure("c")])
    #expect(chain.rules.count == 3)
    #expect(RuleChain<Int>([]).check(0) == nil)
  }

  /// A random formula over three conditions, as a rule and as a truth value.
  indirect enum Formula: Sendable {
    case condition(Int)
    case not(Formula)
    case and(Formula, Formula)
    case or(Formula, Formula)

    static func random(depth: Int, using random: inout SeededRandom) -> Self {
      switch depth == 0 ? 0 : Int.random(in: 0...3, using: &random) {
      case 1: .not(.random(depth: depth - 1, using: &random))
      case 2:
        .and(.random(depth: depth - 1, using: &random), .random(depth: depth - 1, using: &random))
      case 3:
        .or(.random(depth: depth - 1, using: &random), .random(depth: depth - 1, using: &random))
      default: .condition(Int.random(in: 0...2, using: &random))
      }
    }

    func holds(_ bits: Int) -> Bool {
      switch self {
      case .condition(let bit): bits & 1 << bit != 0
      case .not(let formula): !formula.holds(bits)
      case .and(let first, let second): first.holds(bits) && second.holds(bits)
      case .or(let first, let second): first.holds(bits) || second.holds(bits)
      }
    }

    var rule: Rule<Int> {
      switch self {
      case .condition(let bit): Rule("bit", bit) { $0 & 1 << bit != 0 }
      case .not(let formula): .not(formula.rule)
      case .and(let first, let second): first.rule.and(second.rule)
      case .or(let first, let second): first.rule.or(second.rule)
      }
    }
  }

  @Test("any composition passes exactly where its formula holds")
  func compositionFollowsItsFormula() {
    for seed in 1...500 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let formula = Formula.random(depth: 5, using: &random)
      let rule = formula.rule
      for bits in 0..<8 {
        #expect((rule.check(bits) == nil) == formula.holds(bits), "seed \(seed), \(bits)")
        #expect(Rule.not(.not(rule)).check(bits) == rule.check(bits), "seed \(seed), \(bits)")
        #expect((Rule.not(rule).check(bits) == nil) != (rule.check(bits) == nil))
      }
    }
  }
}
