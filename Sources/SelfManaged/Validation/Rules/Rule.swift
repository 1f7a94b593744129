/// A condition that a value must meet.
///
/// ```swift
/// let rule = Rule.minDigits(5)
/// rule.check("1234")    // RuleFailure(.minDigits, 5)
/// rule.check("12345")   // nil: the value passes
///
/// let even = Rule<Int>("even") { $0.isMultiple(of: 2) }
/// ```
///
/// A rule is a `Sendable` value without a reference to a field, a form or an actor. It can run on
/// any thread, concurrently, and any number of times. A rule uses only the value that it receives.
/// It must not change a form or read another field, except as in ``matches(_:)``. For a field that
/// may stay empty, write `.ifFilled(.email)`, because `""` is not an e-mail address.
///
/// Rules are composed with ``and(_:)``, ``or(_:)``, ``not(_:)``, ``ifPresent(_:)``,
/// ``ifFilled(_:)`` and ``on(_:_:)``.
public struct Rule<Value>: Sendable {
  /// The contents of the rule in one object, so that iterating over a chain of rules does not copy
  /// them.
  private let box: Box
  private var body: Body { box.body }

  /// Creates a rule from a condition.
  ///
  /// - Parameters:
  ///   - code: The code of the rule and of its failure.
  ///   - arguments: The failure's arguments.
  ///   - passes: Returns whether a value passes; called on any thread.
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
  ///   - code: The code of the rule.
  ///   - judge: Returns the failure of a value, or `nil` if it passes; called on any thread.
  public init(_ code: RuleCode, judge: @escaping @Sendable (Value) -> RuleFailure?) {
    self.init(code) { value, _ in judge(value) }
  }

  init(
    _ code: RuleCode, reads: [FieldID] = [], negating original: Self? = nil, parts: [Self] = [],
    preparing prepare: (@Sendable (Value) -> Value)? = nil,
    judge: @escaping @Sendable (Value, RuleContext) -> RuleFailure?
  ) {
    box = Box(
      Body(
        code: code, reads: reads, original: original, parts: parts, prepare: prepare, judge: judge))
  }

  /// The code of the rule; a failure of a composed rule may have another code.
  public var code: RuleCode { body.code }

  /// The other fields of the form whose values the rule reads.
  var reads: [FieldID] { body.reads }

  /// Returns the value that the rules of the chain check in place of the field's; `nil` for all rules
  /// but ``trimmed``.
  var prepare: (@Sendable (Value) -> Value)? { body.prepare }

  /// The rules that must all pass, in order; the rule itself if it has no parts.
  var parts: [Self] { body.parts.isEmpty ? [self] : body.parts }

  /// Returns a rule with another judgment; a conjunction stays one, of parts with that judgment.
  ///
  /// - Parameters:
  ///   - code: The code of the rule.
  ///   - prepare: Returns the value to check in place of the field's.
  ///   - judge: Returns the failure of a value, given this rule or one of its parts.
  /// - Returns: The rule, possibly for values of another type.
  func wrapped<Whole>(
    _ code: RuleCode, preparing prepare: (@Sendable (Whole) -> Whole)? = nil,
    judge: @escaping @Sendable (Self, Whole, RuleContext) -> RuleFailure?
  ) -> Rule<Whole> {
    let parts = body.parts.map { $0.wrapped(code, judge: judge) }
    return Rule<Whole>(code, reads: reads, parts: parts, preparing: prepare) {
      judge(self, $0, $1)
    }
  }

  /// Returns the failure of a value, given the values of the fields that the rule reads.
  var judge: @Sendable (Value, RuleContext) -> RuleFailure? { body.judge }

  /// Returns the failure of a value; `nil` if the value passes.
  ///
  /// A rule that reads another field fails with ``RuleCode/unreadable``, because it can run only in
  /// a form.
  public func check(_ value: Value) -> RuleFailure? { body.judge(value, RuleContext()) }

  func check(_ value: Value, in context: RuleContext) -> RuleFailure? {
    body.judge(value, context)
  }

  /// Returns a rule that passes if another rule fails; a double negation returns the original rule.
  ///
  /// The failure's code is `not-` followed by the other rule's code. To show a message, give the
  /// failure another code: `.not(.oneOf(["root"])).failing(as: "reserved")`.
  public static func not(_ rule: Self) -> Self {
    if let original = rule.body.original { return original }
    let failure = RuleFailure(RuleCode(rawValue: "not-" + rule.code.rawValue))
    return Self(failure.code, reads: rule.reads, negating: rule) { value, context in
      guard let denied = rule.check(value, in: context) else { return failure }
      return denied.code == .unreadable ? denied : nil
    }
  }

  private final class Box: Sendable {
    let body: Body

    init(_ body: Body) { self.body = body }
  }

  private struct Body: Sendable {
    let code: RuleCode
    let reads: [FieldID]
    /// The rule that this rule negates; `nil` if it negates none.
    let original: Rule?
    /// The rules that this rule runs in order; empty if it has no parts.
    let parts: [Rule]
    let prepare: (@Sendable (Value) -> Value)?
    let judge: @Sendable (Value, RuleContext) -> RuleFailure?
  }
}
