/// The status that a form shows for one field.
public struct FieldStatus: Hashable, Sendable {
  /// The field's entry in the form.
  public let id: FieldID
  /// The field's name in code.
  public let key: String
  /// Whether the field is enabled and so takes part in checks and submits.
  public let isEnabled: Bool
  /// Whether an async rule is pending for the value, from the keystroke to the result.
  public let isPending: Bool
  /// The failure to show now; `nil` if there is none to show.
  public let failure: RuleFailure?
  /// The failure's text.
  public let text: String?
}
