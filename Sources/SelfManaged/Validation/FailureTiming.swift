/// When a field shows what is wrong with it.
///
/// Two moments decide: when a field shows its first failure, and when it shows one again after
/// that. A moment includes those that come later, so every failure is shown on submit at the
/// latest, and nothing is shown before the person did something to that very field.
///
/// A failure that is shown goes as soon as it is no longer true of the value.
public struct FailureTiming: Hashable, Sendable {
  /// When a field shows its first failure.
  public var first: Moment
  /// When a field that has shown one shows a failure again.
  public var again: Moment

  /// Creates a timing.
  public init(first: Moment, again: Moment) {
    self.first = first
    self.again = again
  }

  /// Something a person does to a field, or to the form.
  public enum Moment: Int, Hashable, Sendable, Comparable {
    /// The person changes the value: each keystroke.
    case change
    /// The person leaves the field.
    case editingEnd
    /// The form is submitted.
    case submit

    /// Whether the first comes before the second.
    public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
  }

  /// Failures are shown on submit, and each goes when its value changes.
  public static let onSubmit = Self(first: .submit, again: .submit)
  /// Failures are shown when the person leaves a field.
  public static let onEditingEnd = Self(first: .editingEnd, again: .editingEnd)
  /// Failures are shown at each change.
  public static let onChange = Self(first: .change, again: .change)
  /// The first failure is shown when the person leaves the field; from then on, each change counts.
  public static let onChangeAfterFirstError = Self(first: .editingEnd, again: .change)
}
