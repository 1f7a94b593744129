extension Rule {
  /// Returns a rule that passes if both rules pass; the second does not run if the first fails.
  public func and(_ other: Self) -> Self {
    Self(
      code, reads: reads + other.reads, parts: parts + other.parts,
      preparing: prepare ?? other.prepare
    ) { value, context in
      check(value, in: context) ?? other.check(value, in: context)
    }
  }

  /// Returns a rule that passes if one of two rules passes; it fails with the failure of the first.
  ///
  /// The second rule does not run if the first passes. A message for both rules needs its own code:
  /// `.email.or(.chinaMobile).failing(as: "contact")`. If one of them can't be checked because of a
  /// mistake in the app, the result is ``RuleCode/unreadable``.
  public func or(_ other: Self) -> Self {
    Self(code, reads: reads + other.reads) { value, context in
      guard let failure = check(value, in: context) else { return nil }
      if failure.code == .unreadable { return failure }
      guard let second = other.check(value, in: context) else { return nil }
      return second.code == .unreadable ? second : failure
    }
  }

  /// Returns the same rule with another failure code; the failure keeps its arguments.
  public func failing(as code: RuleCode) -> Self {
    wrapped(code, preparing: prepare) { rule, value, context in
      guard var failure = rule.check(value, in: context) else { return nil }
      if failure.code != .unreadable { failure.code = code }
      return failure
    }
  }

  /// Returns the same rule with its own message, in every language:
  /// `.required.saying("Tell us your name")`.
  ///
  /// With an empty message, the language's own phrase is used.
  public func saying(_ message: String) -> Self { saying(.always(message)) }

  /// Returns the same rule with its own messages, by the language's tag:
  /// `.required.saying(["en": "Tell us your name", "zh-Hans": "请告诉我们您的名字"])`.
  ///
  /// In a language without a message here, the language's own phrase for the failure's code is
  /// used.
  public func saying(_ messages: [String: String]) -> Self { saying(.byLanguage(messages)) }

  private func saying(_ message: RuleFailure.Message) -> Self {
    wrapped(code, preparing: prepare) { rule, value, context in
      guard var failure = rule.check(value, in: context) else { return nil }
      if failure.code != .unreadable { failure.ownMessage = message }
      return failure
    }
  }

  /// Returns a rule for a part of a value: `.on(\.address.city, .required)`.
  ///
  /// - Parameters:
  ///   - part: Reads the part from the value; called on any thread.
  ///   - rule: The rule for the part.
  /// - Returns: The rule for the whole value.
  public static func on<Part>(
    _ part: @escaping @Sendable (Value) -> Part, _ rule: Rule<Part>
  ) -> Self {
    rule.wrapped(rule.code) { rule, value, context in rule.check(part(value), in: context) }
  }

  /// Returns a rule for an optional value: `nil` passes.
  ///
  /// To require a value, add a rule before it: `[.required, .ifPresent(.inRange(1...10))]`. The
  /// negation `.not(.ifPresent(rule))` fails for `nil`; `.ifPresent(.not(rule))` passes for `nil`.
  public static func ifPresent<Wrapped>(_ rule: Rule<Wrapped>) -> Self where Value == Wrapped? {
    rule.wrapped(rule.code) { rule, value, context in
      value.flatMap { rule.check($0, in: context) }
    }
  }
}

extension Rule where Value: BlankCheckable {
  /// Returns a rule for a value that may be blank: a blank value passes.
  public static func ifFilled(_ rule: Self) -> Self {
    rule.wrapped(rule.code, preparing: rule.prepare) { rule, value, context in
      Value.isBlank(value) ? nil : rule.check(value, in: context)
    }
  }
}
