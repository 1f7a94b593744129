/// What a form shows of one field.
public struct FieldStatus: Hashable, Sendable {
  /// Which field.
  public let id: FieldID
  /// What the field is called in code.
  public let key: String
  /// Whether it takes part.
  public let isEnabled: Bool
  /// Whether somebody is being asked about its value: from the keystroke to the answer.
  public let isPending: Bool
  /// What is wrong with it and may be shown now; `nil` where nothing is to be said.
  public let failure: RuleFailure?
  /// The same in words.
  public let text: String?
}
