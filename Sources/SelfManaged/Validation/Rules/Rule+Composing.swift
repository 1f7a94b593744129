extension Rule {
  /// A rule that passes where both pass; the second is not asked where the first fails.
  public func and(_ other: Self) -> Self {
    Self(code, reads: reads + other.reads, parts: parts + other.parts) { value, context in
      check(value, in: context) ?? other.check(value, in: context)
    }
  }

  /// A rule that passes where one of both passes; its failure is the first one's.
  ///
  /// The second is not asked where the first passes. Words for both together need a name of their
  /// own: `.email.or(.chinaMobile).failing(as: "contact")`.
  public func or(_ other: Self) -> Self {
    Self(code, reads: reads + other.reads) { value, context in
      guard let failure = check(value, in: context) else { return nil }
      return other.check(value, in: context) == nil ? nil : failure
    }
  }

  /// The same rule, with failures that are called by another name; their arguments stay.
  public func failing(as code: RuleCode) -> Self {
    Self(code, reads: reads) { value, context in
      guard var failure = check(value, in: context) else { return nil }
      if failure.code != .unreadable { failure.code = code }
      return failure
    }
  }

  /// A rule on a part of a value: `.on(\.address.city, .required)`.
  ///
  /// - Parameters:
  ///   - part: Takes the part out of the value; called on any thread.
  ///   - rule: What the part has to be.
  /// - Returns: The rule on the whole.
  public static func on<Part>(
    _ part: @escaping @Sendable (Value) -> Part, _ rule: Rule<Part>
  ) -> Self {
    Self(rule.code, reads: rule.reads) { value, context in rule.check(part(value), in: context) }
  }

  /// A rule on a value that may be absent: `nil` passes.
  ///
  /// One that must be there says so before: `[.required, .ifPresent(.range(1...10))]`. The negation
  /// of this rule fails for `nil`; `.ifPresent(.not(rule))` is the one that lets it pass.
  public static func ifPresent<Wrapped>(_ rule: Rule<Wrapped>) -> Self where Value == Wrapped? {
    Self(rule.code, reads: rule.reads) { value, context in
      value.flatMap { rule.check($0, in: context) }
    }
  }
}

extension Rule where Value: Blankable {
  /// A rule on a value that may be blank: a blank one passes.
  public static func ifFilled(_ rule: Self) -> Self {
    Self(rule.code, reads: rule.reads) { value, context in
      Value.isBlank(value) ? nil : rule.check(value, in: context)
    }
  }
}
