/// The failure of a rule: a code and arguments, without a text.
///
/// A ``MessageLanguage`` words the failure when it is shown, so a change of the language does not
/// run the rule again.
public struct RuleFailure: Error, Hashable, Sendable {
  /// The failure's code.
  public var code: RuleCode
  /// The failure's arguments, in the order that the documentation of the code gives.
  public var arguments: [RuleArgument]

  /// The message that the rule was given where it is used; see ``Rule/saying(_:)-(String)``.
  var ownMessage: Message?

  /// Indirect, since nearly every failure has none: it is one word in each failure.
  indirect enum Message: Hashable {
    case always(String)
    case byLanguage([String: String])

    func text(in language: String) -> String? {
      let own =
        switch self {
        case .always(let text): text
        case .byLanguage(let texts): texts[language] ?? ""
        }
      return own.isEmpty ? nil : own
    }
  }

  /// Creates a failure.
  public init(_ code: RuleCode, _ arguments: any Hashable & Sendable...) {
    self.code = code
    self.arguments = arguments.map { RuleArgument($0) }
  }

  /// Returns a failure for a value that the server refused, with its message, which is shown
  /// unchanged.
  public static func server(_ words: String) -> Self { Self(.server, words) }
}

extension RuleFailure: CustomStringConvertible {
  /// The code, and the arguments in parentheses.
  public var description: String {
    let list = arguments.map(\.description).joined(separator: ", ")
    return arguments.isEmpty ? code.rawValue : "\(code.rawValue)(\(list))"
  }
}
