/// An error in the expression of a ``Rule/pattern(_:)``, and the fix.
///
/// Thrown when the rule is created, never when a text is checked.
public struct PatternError: Error, Hashable, Sendable {
  /// The cause and the fix, for a developer.
  public let message: String

  /// Creates an error.
  public init(_ message: String) { self.message = message }
}

extension PatternError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
