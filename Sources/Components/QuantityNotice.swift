/// A notice for the user that the entered number was changed or refused.
public enum QuantityNotice: Hashable, Sendable {
  /// Another number than the requested one is shown.
  case adjusted(requested: Int, actual: Int, rule: Rule)
  /// The text was no usable number, and the previous number is shown again.
  case rejected(text: String, problem: QuantityText.Problem)
  /// The change failed; with the service's message for the user, `nil` if it had none.
  case refused(String?)

  /// The rule that changed a number.
  public enum Rule: Hashable, Sendable {
    /// The least allowed.
    case minimum(Int)
    /// The greatest allowed.
    case maximum(Int)
    /// Only multiples of this distance are allowed.
    case step(Int)
    /// The server returned another number, optionally with a message for the user.
    case server(String?)
  }
}
