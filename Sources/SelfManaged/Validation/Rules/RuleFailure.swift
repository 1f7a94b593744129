/// What a rule says of a value that does not pass: a code and arguments, and no words.
///
/// Words are found when the failure is shown, by a ``MessageLanguage``, so that a failure that is
/// shown can be told in another language without a new run.
public struct RuleFailure: Error, Hashable, Sendable {
  /// What it is called in code.
  public var code: RuleCode
  /// What it is about, in the order that the code promises.
  public var arguments: [RuleArgument]

  /// Creates a failure.
  public init(_ code: RuleCode, _ arguments: any Hashable & Sendable...) {
    self.code = code
    self.arguments = arguments.map { RuleArgument($0) }
  }

  /// The server refused the value and said why, in words that are shown as they are.
  public static func server(_ words: String) -> Self { Self(.server, words) }
}

extension RuleFailure: CustomStringConvertible {
  /// The code, and the arguments in parentheses.
  public var description: String {
    let list = arguments.map(\.description).joined(separator: ", ")
    return arguments.isEmpty ? code.rawValue : "\(code.rawValue)(\(list))"
  }
}
