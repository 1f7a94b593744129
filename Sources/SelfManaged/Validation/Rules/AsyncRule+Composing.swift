extension AsyncRule {
  /// A rule on a value that may be absent: nobody is asked about `nil`, which passes.
  public static func ifPresent<Wrapped: Sendable>(_ rule: AsyncRule<Wrapped>) -> Self
  where Value == Wrapped? {
    Self(rule.code, ifUnanswered: rule.ifUnanswered == .passes ? .passes : .fails) { value in
      guard let value else { return nil }
      return try await rule.ask(value)
    }
  }
}

extension AsyncRule where Value: Blankable {
  /// A rule on a value that may be blank: nobody is asked about a blank one, which passes.
  public static func ifFilled(_ rule: Self) -> Self {
    Self(rule.code, ifUnanswered: rule.ifUnanswered) { value in
      Value.isBlank(value) ? nil : try await rule.ask(value)
    }
  }
}
