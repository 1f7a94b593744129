/// A rule for one value whose result is asynchronous, for example a request to a server.
///
/// ```swift
/// let free = AsyncRule<String>(.taken) { name in try await !api.isTaken(name) }
/// form.add(name, [.required, .length(2...20)], then: free)
/// ```
///
/// A form runs the rule once the user has paused, and only after all other rules have passed. The
/// rule is called on no actor of the package, and a result for a former value is ignored.
///
/// If the rule throws, there is no result, and the form can't report "valid": the field fails with
/// ``RuleCode/unanswered`` until the value changes, or until the next submit, which runs the rule
/// again. If the server checks the value later anyway, `ifUnanswered: .passes` lets the user
/// continue.
public struct AsyncRule<Value>: Sendable {
  /// The rule's name.
  public let code: RuleCode
  /// The field's result if the rule throws.
  public let ifUnanswered: Unanswered
  /// Returns the failure of a value; `nil` if it passes.
  let judge: @Sendable (Value) async throws -> RuleFailure?

  /// The result of a field whose async rule threw an error.
  public enum Unanswered: Hashable, Sendable {
    /// The field is not valid, and the next submit runs the rule again.
    case fails
    /// The rule counts as passed.
    case passes
  }

  /// Creates a rule from a condition.
  ///
  /// - Parameters:
  ///   - code: The failure's code.
  ///   - ifUnanswered: The field's result if `passes` throws.
  ///   - passes: Whether a value passes. Its task is canceled when the value changes. The closure
  ///     must return: until then the field is pending, and a submit waits.
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
  ///   - code: The rule's name.
  ///   - ifUnanswered: The field's result if `judge` throws.
  ///   - judge: Returns the failure of a value; `nil` if it passes.
  public init(
    _ code: RuleCode, ifUnanswered: Unanswered = .fails,
    judge: @escaping @Sendable (Value) async throws -> RuleFailure?
  ) {
    self.code = code
    self.ifUnanswered = ifUnanswered
    self.judge = judge
  }
}
