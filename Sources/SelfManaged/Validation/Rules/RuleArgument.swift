/// A value in the message of a failure: for example a number, a date, a text or a field.
public struct RuleArgument: Sendable {
  /// The value, with the type that the rule gave it.
  public let value: any Hashable & Sendable

  package init(_ value: any Hashable & Sendable) { self.value = value }
}

extension RuleArgument: Hashable {
  /// Whether both arguments have equal values of the same type.
  public static func == (first: Self, second: Self) -> Bool {
    // AnyHashable alone considers 1 and 1.0 equal.
    type(of: first.value) == type(of: second.value)
      && AnyHashable(first.value) == AnyHashable(second.value)
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(value)) }
}

extension RuleArgument: CustomStringConvertible {
  /// The description of the value; ``MessageParts`` words it for the user.
  public var description: String { String(describing: value) }
}
