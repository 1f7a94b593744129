/// A form: which fields take part, what was found of each, and who waits for the whole.
///
/// This is the heart of validation. It decides everything and does nothing: an event goes in, the
/// state changes, and effects come out for a shell to carry out. It knows no clock, no task, no
/// object and no value, so it is tested without an `await`.
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
/// - Of each field there is a *verdict* (the rules that answer at once), a *question* (those that
///   ask somebody) and a *refusal* (the server's word). All three are about the present value: a
///   change drops the last two and makes the first anew.
/// - The verdict is a function of the values alone, whatever the history and the order of the
///   fields. A rule that reads other fields is skipped where one of them fails a rule of its own,
///   and "of its own" leaves out the rules that read. So a change concerns the field and those that
///   read it, each once; fields that read each other need no care.
/// - A question goes none → debouncing → asking → answered. It is dropped when the value changes,
///   and while it is open also when a rule fails. Only the answer to the newest stamp counts.
/// - What is found and what is shown are two things: ``FieldState/isRevealed`` is all that the
///   chosen ``FailureTiming`` decides.
/// - A submission reveals everything, asks whatever is open without delay, and is over when nothing
///   is pending. It ends in a failure or in a form whose every field has passed with its present
///   value.
///
/// The transitions are in `FormState+Events.swift`.
package struct FormState: Hashable, Sendable {
  package let policy: ValidationPolicy
  /// The fields, in the order in which they are checked.
  package internal(set) var fields: [FieldState] = []
  /// The submissions that wait for answers.
  package internal(set) var submissions: [Stamp] = []

  package init(policy: ValidationPolicy = ValidationPolicy()) { self.policy = policy }

  /// Whether an answer is being waited for anywhere.
  package var isPending: Bool { fields.contains(where: \.isPending) }

  /// The first field, in order, with which something is known to be wrong.
  package var firstFailing: FieldState? { fields.first { $0.finding != nil } }

  /// What is known of a field; `nil` where it is not in the form.
  package subscript(id: FieldID) -> FieldState? { index(of: id).map { fields[$0] } }

  func index(of id: FieldID) -> Int? { fields.firstIndex { $0.id == id } }
}
