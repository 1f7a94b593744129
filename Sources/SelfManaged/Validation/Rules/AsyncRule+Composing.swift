extension AsyncRule {
  /// Returns the same rule with its own message, in every language; see
  /// ``Rule/saying(_:)-(String)``.
  ///
  /// If the rule throws, the message is the language's phrase for ``RuleCode/unanswered``.
  public func saying(_ message: String) -> Self { saying(.always(message)) }

  /// Returns the same rule with its own messages, by the language's tag.
  ///
  /// In a language without a message here, the language's own phrase for the failure's code is
  /// used.
  public func saying(_ messages: [String: String]) -> Self { saying(.byLanguage(messages)) }

  private func saying(_ message: RuleFailure.Message) -> Self {
    Self(code, ifUnanswered: ifUnanswered) { value in
      var failure = try await judge(value)
      failure?.ownMessage = message
      return failure
    }
  }

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
