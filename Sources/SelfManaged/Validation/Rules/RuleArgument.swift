/// A number, a date, a text or a field in the message of a failure.
public struct RuleArgument: Sendable {
  /// The value, of the type that the rule was created with.
  public let value: any Hashable & Sendable

  /// Creates an argument.
  public init(_ value: any Hashable & Sendable) { self.value = value }
}

extension RuleArgument: Hashable {
  /// Whether both arguments have equal values of the same type.
  public static func == (first: Self, second: Self) -> Bool {
    AnyHashable(first.value) == AnyHashable(second.value)
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(value)) }
}

extension RuleArgument: CustomStringConvertible {
  /// The value as Swift describes it; a message words it in its language.
  public var description: String { String(describing: value) }
}
