/// A condition that a value must meet.
///
/// ```swift
/// let rule = Rule.minDigits(5)
/// rule.check("1234")    // RuleFailure(.minDigits, 5)
/// rule.check("12345")   // nil: it passes
///
/// let even = Rule<Int>("even") { $0.isMultiple(of: 2) }
/// ```
///
/// A rule is a `Sendable` value without a reference to a field, a form or an actor. It can be
/// checked anywhere, concurrently, and any number of times. A rule uses only the value that it
/// receives, and must not access a form in another way. `""` is not an e-mail address, so a field
/// that may stay empty uses `.ifFilled(.email)`.
///
/// Rules are composed with ``and(_:)``, ``or(_:)``, ``not(_:)``, ``ifPresent(_:)``,
/// ``ifFilled(_:)`` and ``on(_:_:)``.
public struct Rule<Value>: Sendable {
  /// The rule's contents in one object, so that iterating a chain of rules does not copy them.
  private let body: Body

  /// Creates a rule from a condition.
  ///
  /// - Parameters:
  ///   - code: The failure's code.
  ///   - arguments: The failure's arguments.
  ///   - passes: Whether a value passes; called on any thread.
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
  ///   - code: The rule's name.
  ///   - judge: Returns the failure of a value, or `nil` if it passes; called on any thread.
  public init(_ code: RuleCode, judge: @escaping @Sendable (Value) -> RuleFailure?) {
    self.init(code) { value, _ in judge(value) }
  }

  init(
    _ code: RuleCode, reads: [FieldID] = [], negating original: Self? = nil, parts: [Self] = [],
    judge: @escaping @Sendable (Value, RuleContext) -> RuleFailure?
  ) {
    body = Body(code: code, reads: reads, original: original, parts: parts, judge: judge)
  }

  /// The rule's name; the failure of a composed rule may have another code.
  public var code: RuleCode { body.code }

  /// The fields of its form whose values it reads in addition to its own.
  var reads: [FieldID] { body.reads }

  /// The rules that must all pass for this rule to pass.
  var parts: [Self] { body.parts.isEmpty ? [self] : body.parts }

  /// Returns the failure of a value, checked together with the values that the rule reads.
  var judge: @Sendable (Value, RuleContext) -> RuleFailure? { body.judge }

  /// Returns the failure of a value; `nil` if it passes.
  ///
  /// A rule that reads another field can only be checked in a form, so here it fails with
  /// ``RuleCode/unreadable``.
  public func check(_ value: Value) -> RuleFailure? { body.judge(value, RuleContext()) }

  func check(_ value: Value, in context: RuleContext) -> RuleFailure? {
    body.judge(value, context)
  }

  /// A rule that passes if another rule fails; a double negation is the original rule.
  ///
  /// Its failure's code is `not-` followed by the other rule's code. Use a code that has a message:
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
    /// The rules that this one checks in order.
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
