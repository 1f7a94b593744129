extension AsyncRule {
  /// Returns a rule for an optional value: `nil` passes, and the wrapped rule does not run.
  public static func ifPresent<Wrapped: Sendable>(_ rule: AsyncRule<Wrapped>) -> Self
  where Value == Wrapped? {
    Self(rule.code, ifUnanswered: rule.ifUnanswered == .passes ? .passes : .fails) { value in
      guard let value else { return nil }
      return try await rule.judge(value)
    }
  }
}

extension AsyncRule where Value: BlankCheckable {
  /// Returns a rule for a value that may be blank: a blank value passes, and the wrapped rule does
  /// not run.
  public static func ifFilled(_ rule: Self) -> Self {
    Self(rule.code, ifUnanswered: rule.ifUnanswered) { value in
      Value.isBlank(value) ? nil : try await rule.judge(value)
    }
  }
}
