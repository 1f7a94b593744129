/// An error in the expression of ``Rule/pattern(_:)``.
///
/// It is thrown when the rule is created, never when a text is checked.
public struct PatternError: Error, Hashable, Sendable {
  /// The cause and the fix, for developers.
  public let message: String

  init(_ message: String) { self.message = message }
}

extension PatternError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
