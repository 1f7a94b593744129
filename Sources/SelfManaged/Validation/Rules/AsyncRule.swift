/// One thing that a value has to be, and that somebody else has to be asked for.
///
/// ```swift
/// let free = AsyncRule<String>(.taken) { name in try await !api.isTaken(name) }
/// form.add(name, [.required, .length(2...20)], then: free)
/// ```
///
/// A form asks once the person has paused, and never before all other rules have passed. It is
/// asked on no actor of ours, and an answer to a former value is ignored.
///
/// What it throws is no answer. Then the form can't say "valid": the field fails with
/// ``RuleCode/unanswered`` until the value changes, or until the next submit, which asks again.
/// Where the server checks once more anyway, `ifUnanswered: .passes` lets the person go on.
public struct AsyncRule<Value>: Sendable {
  /// What the rule is called.
  public let code: RuleCode
  /// What happens where it throws.
  public let ifUnanswered: Unanswered
  /// What is wrong with a value, `nil` if nothing is.
  let ask: @Sendable (Value) async throws -> RuleFailure?

  /// What becomes of a field whose rule could not be answered.
  public enum Unanswered: Hashable, Sendable {
    /// It is not valid, and the next submit asks again.
    case fails
    /// The rule counts as passed.
    case passes
  }

  /// Creates a rule from a condition.
  ///
  /// - Parameters:
  ///   - code: What the failure is called.
  ///   - ifUnanswered: What happens where `passes` throws.
  ///   - passes: Whether a value is as it should be. Its task is cancelled when the value changes.
  ///     It has to come back: until then the field is pending, and a submit waits.
  public init(
    _ code: RuleCode, ifUnanswered: Unanswered = .fails,
    passes: @escaping @Sendable (Value) async throws -> Bool
  ) {
    self.init(code, ifUnanswered: ifUnanswered) { value in
      try await passes(value) ? nil : RuleFailure(code)
    }
  }

  /// Creates a rule that can fail in several ways.
  ///
  /// - Parameters:
  ///   - code: What the rule is called.
  ///   - ifUnanswered: What happens where `judge` throws.
  ///   - judge: What is wrong with a value, `nil` if nothing is.
  public init(
    _ code: RuleCode, ifUnanswered: Unanswered = .fails,
    judge: @escaping @Sendable (Value) async throws -> RuleFailure?
  ) {
    self.code = code
    self.ifUnanswered = ifUnanswered
    ask = judge
  }
}
