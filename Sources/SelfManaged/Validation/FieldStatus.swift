import Components

/// The status of one field that a form shows.
public struct FieldStatus: Hashable, Sendable {
  /// The identity of the field's entry in the form.
  public let id: FieldID
  /// The field's identifier in code.
  public let key: String
  /// Whether the field takes part in checks and submits.
  public let isEnabled: Bool
  /// Whether an async check of the value is pending, from the keystroke to the result.
  public let isPending: Bool
  /// The failure to show; `nil` if there is none to show.
  public let failure: RuleFailure?
  /// The message of the failure, in the form's language; `nil` if there is none to show.
  public let text: String?

  /// Whether two statuses are the same; texts of different Unicode scalars are not.
  public static func == (first: Self, second: Self) -> Bool {
    first.id == second.id && first.key == second.key && first.isEnabled == second.isEnabled
      && first.isPending == second.isPending && isUnchanged(first.text, second.text)
      && first.failure == second.failure
  }
}
