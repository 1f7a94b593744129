import Components
import Harness
import SelfManaged

/// A form that has nothing to find fault with, beside the same rules called by hand.
@MainActor
struct ValidationSuite: Suite {
  let name = "validation"

  private static let byHand = "the same rules, by hand"
  private static let check = "check()"
  private static let count = 20
  private static let sizes = [200, 2_000]

  func comparisons() -> [Comparison] {
    let rules: [Rule<String>] = [.required, .length(2...20), .minDigits(5)]
    let fields = (1...Self.count).map { number in
      let field = TitledTextField(title: "Field \(number)", key: "field\(number)")
      field.edit("12345678")
      return field
    }
    let form = ValidationManager()
    for field in fields { form.add(field, RuleChain(rules)) }
    let (first, second, third) = (rules[0], rules[1], rules[2])
    return [
      Comparison(
        "\(Self.count) fields of three rules, all passing", parts: Self.count, expected: 1,
        [
          Contestant(Self.byHand) {
            for field in fields {
              let text = field.state.text
              guard first.check(text) == nil, second.check(text) == nil, third.check(text) == nil
              else { return 0 }
            }
            return 1
          },
          Contestant(Self.check) { form.check().isSuccess ? 1 : 0 },
        ])
    ] + Self.sizes.map(adding)
  }

  /// A form that grows to a size, one field after the other.
  private func adding(_ size: Int) -> Comparison {
    let fields = (0..<size).map { TitledTextField(title: "Field", key: "field\($0)") }
    let rules: RuleChain<String> = [.required]
    return Comparison(
      Self.adding(size), parts: size, expected: size,
      [
        Contestant("add") {
          let form = ValidationManager()
          for field in fields { form.add(field, rules) }
          return form.state.fields.count
        }
      ])
  }

  private static func adding(_ size: Int) -> String { "adding \(size) fields to a form" }

  func goals(_ results: [Comparison.Result]) -> [Goal] {
    let costs = Self.sizes.compactMap { size in
      results.first { $0.title == Self.adding(size) }?["add"].map { $0.nanoseconds / Double(size) }
    }
    let growth =
      costs.count == 2
      ? [Goal.ratio("adding a field, among 2,000 beside among 200", costs[1] / costs[0], atMost: 2)]
      : []
    return growth
      + results.flatMap { result in
        guard let check = result[Self.check] else { return [Goal]() }
        return [
          .ratio("\(result.title), beside by hand", check.ratio, atMost: 1.5),
          .count("\(result.title), allocations", check.allocations, atMost: 0),
        ]
      }
  }
}
