/// A notice for the user that a requested number was adjusted or refused.
///
/// It is stored indirectly, since most states have no notice.
public indirect enum QuantityNotice: Hashable, Sendable {
  /// The requested number was adjusted to another one, because of a rule.
  case adjusted(requested: Int, actual: Int, rule: Rule)
  /// The text is not a valid number, and the editor shows the previous number again.
  case invalid(text: String, problem: QuantityText.Problem)
  /// The change failed. The text is the server's message for the user; `nil` if it sent none.
  case refused(String?)
  /// The change failed because a limit of the server is reached, and the server sent no message.
  ///
  /// The maximum is `nil` if the server did not report it. The previous number is shown again.
  case limited(maximum: Int?)

  /// The reason why a number was adjusted.
  public enum Rule: Hashable, Sendable {
    /// The number is below this minimum.
    case minimum(Int)
    /// The number is above this maximum.
    case maximum(Int)
    /// The number is between two allowed numbers, which are this far apart.
    case step(Int)
    /// The server returned another number; with its message for the user, or `nil` if it sent none.
    case server(String?)
  }
}

extension QuantityNotice {
  /// Whether two notices are the same; typed texts of different Unicode scalars are not.
  public static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.invalid(let text, let problem), .invalid(let next, let nextProblem)):
      problem == nextProblem && isUnchanged(text, next)
    case (.adjusted(let first, let actual, let rule), .adjusted(let next, let other, let reason)):
      first == next && actual == other && rule == reason
    case (.refused(let message), .refused(let next)): message == next
    case (.limited(let maximum), .limited(let next)): maximum == next
    case (.invalid, _), (.adjusted, _), (.refused, _), (.limited, _): false
    }
  }
}
