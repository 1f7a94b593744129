/// A number, a date, a text or a field that a failure is about.
public struct RuleArgument: Sendable {
  /// The value, of whatever type the rule was made with.
  public let value: any Hashable & Sendable

  /// Creates an argument.
  public init(_ value: any Hashable & Sendable) { self.value = value }
}

extension RuleArgument: Hashable {
  /// Whether both hold equal values of one type.
  public static func == (first: Self, second: Self) -> Bool {
    AnyHashable(first.value) == AnyHashable(second.value)
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(value)) }
}

extension RuleArgument: CustomStringConvertible {
  /// The value as Swift describes it; a message words it by its language.
  public var description: String { String(describing: value) }
}
