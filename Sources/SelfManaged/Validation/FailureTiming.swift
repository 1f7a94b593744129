/// Controls when a field shows its failures.
///
/// The timing names two moments: when a field shows its first failure, and when it shows a later
/// failure. A moment includes the later moments. Every failure is therefore shown on submit at the
/// latest, and no field shows a failure before the user has acted on that field.
///
/// A failure that is shown disappears as soon as it no longer applies to the value.
public struct FailureTiming: Hashable, Sendable {
  /// When a field shows its first failure.
  public var first: Moment
  /// When a field that has already shown a failure shows a failure again.
  public var again: Moment

  /// Creates a timing.
  public init(first: Moment, again: Moment) {
    self.first = first
    self.again = again
  }

  /// An action of the user on a field or on the form.
  public enum Moment: Int, Hashable, Sendable, Comparable {
    /// The user changes the value, for example by a keystroke.
    case change
    /// The user leaves the field.
    case editingEnd
    /// The user submits the form.
    case submit

    /// Whether the first moment comes before the second.
    public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
  }

  /// Shows failures on submit; each disappears when its value changes.
  public static let onSubmit = Self(first: .submit, again: .submit)
  /// Shows failures when the user leaves a field.
  public static let onEditingEnd = Self(first: .editingEnd, again: .editingEnd)
  /// Shows failures at each change.
  public static let onChange = Self(first: .change, again: .change)
  /// Shows the first failure when the user leaves the field, and later failures at each change.
  public static let onChangeAfterFirstError = Self(first: .editingEnd, again: .change)
}
