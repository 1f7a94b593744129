/// The rules of one field, in order; after the first failing rule, the others do not run.
///
/// ```swift
/// let qq: RuleChain = [.required, .minDigits(5)]
/// qq.check("")    // RuleFailure(.required)
/// ```
///
/// Async rules, added with ``then(_:)``, follow all others. They run only in a form, and only if
/// all rules before them pass.
public struct RuleChain<Value>: Sendable, ExpressibleByArrayLiteral {
  /// The synchronous rules.
  public let rules: [Rule<Value>]
  /// The async rules.
  public let asyncRules: [AsyncRule<Value>]

  /// Returns the value to check in place of the field's; `nil` without ``Rule/trimmed``.
  let prepare: (@Sendable (Value) -> Value)?
  /// The number of rules before the first rule that reads another field.
  let ownCount: Int
  /// The fields that the rules read.
  let reads: [FieldID]
  /// Whether the chain has neither rules nor async rules, so that no value is valid.
  let isEmpty: Bool
  /// Returns the first failure among the rules before the first rule that reads another field.
  ///
  /// For an empty chain, the failure is ``RuleCode/noRules``. The rules are combined into one
  /// function, because iterating over an array of generic rules costs more than running them.
  let ownFinding: @Sendable (Value) -> RuleFinding?

  /// Creates a chain; with an empty chain, a field of a form is never valid.
  public init(_ rules: [Rule<Value>], then asyncRules: [AsyncRule<Value>] = []) {
    self.rules = rules
    self.asyncRules = asyncRules
    prepare = rules.lazy.compactMap(\.prepare).first
    ownCount = rules.firstIndex { !$0.reads.isEmpty } ?? rules.count
    reads = rules.flatMap(\.reads)
    isEmpty = rules.isEmpty && asyncRules.isEmpty
    ownFinding = Self.first(rules.prefix(ownCount), unchecked: isEmpty)
  }

  private static func first(
    _ rules: ArraySlice<Rule<Value>>, unchecked isUnchecked: Bool
  ) -> @Sendable (Value) -> RuleFinding? {
    guard let last = rules.indices.last else {
      let finding = isUnchecked ? RuleFinding(RuleFailure(.noRules)) : nil
      return { _ in finding }
    }
    let judge = rules[last].judge
    guard last > rules.startIndex else {
      return { value in judge(value, RuleContext()).map { RuleFinding($0, at: last) } }
    }
    let before = first(rules.dropLast(), unchecked: false)
    return { value in
      if let finding = before(value) { return finding }
      return judge(value, RuleContext()).map { RuleFinding($0, at: last) }
    }
  }

  /// Creates a chain from a literal.
  public init(arrayLiteral rules: Rule<Value>...) { self.init(rules) }

  /// Returns the chain with more async rules at the end.
  public func then(_ asyncRules: AsyncRule<Value>...) -> Self { appending(asyncRules) }

  func appending(_ more: [AsyncRule<Value>]) -> Self { Self(rules, then: asyncRules + more) }

  /// Returns the failure of the first failing rule; `nil` if all rules pass.
  ///
  /// Async rules do not run, and an empty chain returns `nil`.
  public func check(_ value: Value) -> RuleFailure? {
    let value = prepared(value)
    for rule in rules {
      if let failure = rule.check(value) { return failure }
    }
    return nil
  }

  /// Returns the failure of each failing rule, in order; async rules do not run.
  public func checkAll(_ value: Value) -> [RuleFailure] {
    let value = prepared(value)
    return rules.compactMap { $0.check(value) }
  }

  /// Returns the value to check in place of a field's.
  func prepared(_ value: Value) -> Value { prepare?(value) ?? value }
}
