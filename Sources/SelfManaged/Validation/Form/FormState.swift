/// A form: its fields, the findings of each, and the submissions that wait for all of them.
///
/// This reducer makes all decisions of validation and performs no work. It receives an event,
/// changes its state, and returns effects for a shell to perform. It contains no clock, task,
/// object or value, so it is tested without an `await`.
///
/// ```text
///  TitledTextField ─┐ weak                      ┌──────────── FormState ────────────┐
///  SelectItem ──────┼◀──── FieldRecord ─────┐   │ FieldState, FieldState, … in order │
///  NumberEditor ────┤      value, chain     │   └───▲───────────────────────────┬───┘
///  any object ──────┘                       │       │ event                effect │
///        │ FieldWatcher                     └─── ValidationManager ◀────────────┘
///        └────────────────────────────────────────▶ rules run, words found, tasks started
/// ```
///
/// - Each field has a `verdict` (the result of the synchronous rules), a `question` (the progress of
///   the async rules) and a `refusal` (the server's failure). All three apply to the current value.
///   A change of value drops the last two and recomputes the first.
/// - The verdict is a function of the values alone, whatever the history and the order of the
///   fields. A rule that reads other fields is skipped if one of them fails one of its own rules.
///   Rules that read do not count as own rules. A change therefore affects the field and the fields
///   that read it, each once. Fields that read each other need no special case.
/// - The async check goes none → debouncing → asking → answered. It is dropped when the value
///   changes, and also when a rule fails while the check is pending. Only the result for the newest
///   logical time counts.
/// - Finding a failure and showing it are separate: ``FieldState/showsError`` is the only part that
///   the chosen ``FailureTiming`` decides.
/// - A submission reveals everything, runs the unfinished async rules without delay, and ends when
///   nothing is pending. It ends in a failure, or in a form whose every field has passed with its
///   current value.
///
/// The transitions are in `FormState+Events.swift`.
package struct FormState: Hashable, Sendable {
  package let policy: ValidationPolicy
  /// The fields, in the order in which they are checked.
  package internal(set) var fields: [FieldState] = []
  /// The submissions that wait for async rules.
  package internal(set) var submissions: [LogicalTime] = []

  package init(policy: ValidationPolicy = ValidationPolicy()) { self.policy = policy }

  /// Whether any field has a pending async check.
  package var isPending: Bool { fields.contains(where: \.isPending) }

  /// The first field, in order, with a known failure.
  package var firstFailing: FieldState? { fields.first { $0.finding != nil } }

  /// Returns the state of a field; `nil` if it is not in the form.
  package subscript(id: FieldID) -> FieldState? { index(of: id).map { fields[$0] } }

  func index(of id: FieldID) -> Int? { fields.firstIndex { $0.id == id } }
}
