/// What is wrong with the expression of a ``Rule/pattern(_:)``, and what to write instead.
///
/// Thrown where the rule is made, never where a text is checked.
public struct PatternError: Error, Hashable, Sendable {
  /// What is wrong, for a developer.
  public let message: String

  /// Creates an error.
  public init(_ message: String) { self.message = message }
}

extension PatternError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
