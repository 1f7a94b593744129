/// The rules of one field, in order: the first that fails speaks, and the rest is not asked.
///
/// ```swift
/// let qq: RuleChain = [.required, .minDigits(5)]
/// qq.check("")    // RuleFailure(.required)
/// ```
///
/// Asynchronous rules, added with ``then(_:)``, stand behind all others: they are asked in a form,
/// and only where everything before them passed.
public struct RuleChain<Value>: Sendable, ExpressibleByArrayLiteral {
  /// The rules that answer at once.
  public let rules: [Rule<Value>]
  /// The rules that have to ask somebody.
  public let questions: [AsyncRule<Value>]

  /// How many rules stand before the first that reads another field.
  let ownCount: Int
  /// The fields that any of them reads.
  let reads: [FieldID]
  /// Whether there is nothing in it, so that nobody knows whether a value is valid.
  let isEmpty: Bool
  /// What the first rule says that fails, among those before the first that reads another field;
  /// of an empty chain, that nothing was checked.
  ///
  /// It is one function made of all, since walking an array of rules of any type costs more than
  /// the rules.
  let ownFinding: @Sendable (Value) -> RuleFinding?

  /// Creates a chain; an empty one is never valid in a form.
  public init(_ rules: [Rule<Value>], then questions: [AsyncRule<Value>] = []) {
    self.rules = rules
    self.questions = questions
    ownCount = rules.firstIndex { !$0.reads.isEmpty } ?? rules.count
    reads = rules.flatMap(\.reads)
    isEmpty = rules.isEmpty && questions.isEmpty
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

  /// The chain with asynchronous rules behind it.
  public func then(_ questions: AsyncRule<Value>...) -> Self {
    Self(rules, then: self.questions + questions)
  }

  /// What the first rule that fails says; `nil` if all pass.
  ///
  /// Asynchronous rules are not asked.
  public func check(_ value: Value) -> RuleFailure? {
    for rule in rules {
      if let failure = rule.check(value) { return failure }
    }
    return nil
  }

  /// What each rule that fails says, in order.
  public func checkAll(_ value: Value) -> [RuleFailure] { rules.compactMap { $0.check(value) } }
}
