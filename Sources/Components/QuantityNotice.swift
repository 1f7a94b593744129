/// What a number editor tells a person whose number was not taken as it stood.
public enum QuantityNotice: Hashable, Sendable {
  /// Another number than the one asked for is shown.
  case adjusted(requested: Int, actual: Int, rule: Rule)
  /// The text was no usable number, and the previous one is shown again.
  case rejected(text: String, problem: QuantityText.Problem)
  /// The change failed; with words for the person, if the service had any.
  case refused(String?)

  /// What changed a number.
  public enum Rule: Hashable, Sendable {
    /// The least allowed.
    case minimum(Int)
    /// The greatest allowed.
    case maximum(Int)
    /// Only multiples of this distance are allowed.
    case step(Int)
    /// The server gave another number, and perhaps words to say why.
    case server(String?)
  }
}
