/// A rule with an asynchronous result, for example from a request to a server.
///
/// ```swift
/// let free = AsyncRule<String>(.taken) { name in try await !api.isTaken(name) }
/// form.add(name, [.required, .length(2...20)], then: free)
/// ```
///
/// A form runs the rule after the delay of its ``ValidationPolicy``, or on submit, and only if all
/// rules before it pass. The rule's closure runs off the main actor, unless it is declared
/// `@MainActor`. A result for a previous value is ignored.
///
/// If the closure throws, there is no result, and the field is not valid: it fails with
/// ``RuleCode/unanswered`` until the value changes, or until the next submit runs the rule again.
/// If the server checks the value later anyway, `ifUnanswered: .passes` lets the user continue.
public struct AsyncRule<Value>: Sendable {
  /// The code of the rule.
  public let code: RuleCode
  /// The result of the field if the rule throws.
  package let ifUnanswered: Unanswered
  /// Returns the failure of a value; `nil` if it passes.
  let judge: @Sendable (Value) async throws -> RuleFailure?

  /// The result of a field whose async rule throws.
  public enum Unanswered: Hashable, Sendable {
    /// The field is not valid, and the next submit runs the rule again.
    case fails
    /// The rule counts as passed.
    case passes
  }

  /// Creates a rule from a condition.
  ///
  /// - Parameters:
  ///   - code: The code of the rule and of its failure.
  ///   - ifUnanswered: The result of the field if `passes` throws.
  ///   - passes: Returns whether a value passes; called once for each check. Its task is canceled
  ///     when the value changes. Until the closure returns, the field is pending and a submit
  ///     waits.
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
  ///   - code: The code of the rule.
  ///   - ifUnanswered: The result of the field if `judge` throws.
  ///   - judge: Returns the failure of a value, or `nil` if it passes; called as `passes` is in
  ///     ``init(_:ifUnanswered:passes:)``.
  public init(
    _ code: RuleCode, ifUnanswered: Unanswered = .fails,
    judge: @escaping @Sendable (Value) async throws -> RuleFailure?
  ) {
    self.code = code
    self.ifUnanswered = ifUnanswered
    self.judge = judge
  }
}
