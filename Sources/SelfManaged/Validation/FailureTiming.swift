/// The moments at which a field shows its failures.
///
/// ``first`` applies until the field has shown a failure, and ``again`` applies after that. A field
/// also shows its failures at each later ``Moment``, so a submit shows all of them. Before a
/// submit, a field shows no failure of its rules until the user has acted on that field. A failure
/// from the server is always shown at once.
///
/// A failure disappears as soon as it no longer applies to the value.
public struct FailureTiming: Hashable, Sendable {
  /// The earliest moment at which a field shows its first failure.
  public var first: Moment
  /// The earliest moment at which a field that has shown a failure shows a failure again.
  public var again: Moment

  /// Creates a timing.
  public init(first: Moment, again: Moment) {
    self.first = first
    self.again = again
  }

  /// An action of the user on a field or on the form.
  public enum Moment: Hashable, Sendable {
    /// The user changes the value, for example by a keystroke.
    case change
    /// The user leaves the field.
    case editingEnd
    /// The user submits the form.
    case submit
  }

  /// Shows failures on submit; a failure disappears when its value changes.
  public static let onSubmit = Self(first: .submit, again: .submit)
  /// Shows failures when the user leaves a field; a failure disappears when its value changes.
  public static let onEditingEnd = Self(first: .editingEnd, again: .editingEnd)
  /// Shows failures at each change of the value.
  public static let onChange = Self(first: .change, again: .change)
  /// Shows the first failure when the user leaves the field, and later failures at each change of
  /// the value.
  public static let onChangeAfterFirstError = Self(first: .editingEnd, again: .change)
}
