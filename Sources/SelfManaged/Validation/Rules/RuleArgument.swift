import Components

/// A value in the message of a failure: for example a number, a date, a text or a field.
///
/// Two arguments are equal if their values have the same type and are equal.
public struct RuleArgument: Hashable, Sendable {
  private let wrapped: TypedHashable

  /// The value, with the type that the rule gave it.
  public var value: any Hashable & Sendable { wrapped.content }

  package init(_ value: any Hashable & Sendable) { wrapped = TypedHashable(value) }
}

extension RuleArgument: CustomStringConvertible {
  /// The description of the value; ``MessageParts`` words it for the user.
  public var description: String { String(describing: value) }
}
