/// One thing that a value has to be.
///
/// ```swift
/// let rule = Rule.minDigits(5)
/// rule.check("1234")    // RuleFailure(.minDigits, 5)
/// rule.check("12345")   // nil: it passes
///
/// let even = Rule<Int>("even") { $0.isMultiple(of: 2) }
/// ```
///
/// A rule is a `Sendable` value: it knows no field, no form and no actor, so it can be checked
/// anywhere, at the same time, and as often as one likes. It judges what it is given and nothing
/// else, and must not reach for a form in another way: `""` is no e-mail address, and a field that
/// may stay empty says so with `.ifFilled(.email)`.
///
/// Rules are composed of rules: ``and(_:)``, ``or(_:)``, ``not(_:)``, ``ifPresent(_:)``,
/// ``ifFilled(_:)``, ``on(_:_:)``.
public struct Rule<Value>: Sendable {
  /// All of it in one object, so that a chain of rules is walked without copying them.
  private let body: Body

  /// Creates a rule from a condition.
  ///
  /// - Parameters:
  ///   - code: What the failure is called.
  ///   - arguments: What the failure is about.
  ///   - passes: Whether a value is as it should be; called on any thread.
  public init(
    _ code: RuleCode, _ arguments: any Hashable & Sendable...,
    passes: @escaping @Sendable (Value) -> Bool
  ) {
    var failure = RuleFailure(code)
    failure.arguments = arguments.map { RuleArgument($0) }
    self.init(code) { [failure] value, _ in passes(value) ? nil : failure }
  }

  /// Creates a rule that can fail in several ways.
  ///
  /// - Parameters:
  ///   - code: What the rule is called.
  ///   - judge: What is wrong with a value, `nil` if nothing is; called on any thread.
  public init(_ code: RuleCode, judge: @escaping @Sendable (Value) -> RuleFailure?) {
    self.init(code) { value, _ in judge(value) }
  }

  init(
    _ code: RuleCode, reads: [FieldID] = [], negating original: Self? = nil, parts: [Self] = [],
    judge: @escaping @Sendable (Value, RuleContext) -> RuleFailure?
  ) {
    body = Body(code: code, reads: reads, original: original, parts: parts, judge: judge)
  }

  /// What the rule is called; the failure of one that is made of several may have another code.
  public var code: RuleCode { body.code }

  /// The fields whose values it reads beside its own, in the form it stands in.
  var reads: [FieldID] { body.reads }

  /// The rules that all have to pass for this one to pass.
  var parts: [Self] { body.parts.isEmpty ? [self] : body.parts }

  /// What is wrong with a value, judged beside those it reads.
  var judge: @Sendable (Value, RuleContext) -> RuleFailure? { body.judge }

  /// What is wrong with a value; `nil` if nothing is.
  ///
  /// A rule that reads another field can only be judged in a form, so here it fails with
  /// ``RuleCode/unreadable``.
  public func check(_ value: Value) -> RuleFailure? { body.judge(value, RuleContext()) }

  func check(_ value: Value, in context: RuleContext) -> RuleFailure? {
    body.judge(value, context)
  }

  /// A rule that passes where the other fails; twice is the rule itself.
  ///
  /// Its failure is called `not-` and the other's code. Give it a name that has words:
  /// `.not(.oneOf(["root"])).failing(as: "reserved")`.
  public static func not(_ rule: Self) -> Self {
    if let original = rule.body.original { return original }
    let failure = RuleFailure(RuleCode(rawValue: "not-" + rule.code.rawValue))
    return Self(failure.code, reads: rule.reads, negating: rule) { value, context in
      guard let denied = rule.check(value, in: context) else { return failure }
      return denied.code == .unreadable ? denied : nil
    }
  }

  private final class Body: Sendable {
    let code: RuleCode
    let reads: [FieldID]
    /// The rule that this one negates.
    let original: Rule?
    /// The rules that this one asks one after the other.
    let parts: [Rule]
    let judge: @Sendable (Value, RuleContext) -> RuleFailure?

    init(
      code: RuleCode, reads: [FieldID], original: Rule?, parts: [Rule],
      judge: @escaping @Sendable (Value, RuleContext) -> RuleFailure?
    ) {
      self.code = code
      self.reads = reads
      self.original = original
      self.parts = parts
      self.judge = judge
    }
  }
}
