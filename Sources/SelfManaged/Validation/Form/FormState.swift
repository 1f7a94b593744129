/// The reducer of a form: its fields, their failures, and the submissions that wait.
///
/// The reducer makes all decisions of validation. It receives an event, changes its state, and
/// returns effects for a shell to carry out. It contains no clock, task, object or value, so it is
/// tested without an `await`.
///
/// ```text
///  TitledTextField ─┐ weak                      ┌──────────── FormState ────────────┐
///  SelectItem ──────┼◀──── FieldRecord ─────┐   │ FieldState, FieldState, … in order │
///  NumberEditor ────┤      value, chain     │   └───▲───────────────────────────┬───┘
///  any object ──────┘                       │       │ event                effect │
///        │ FieldObserver                     └─── ValidationManager ◀────────────┘
///        └────────────────────────────────────────▶ runs rules, words messages, starts tasks
/// ```
///
/// - Each field has a `verdict` (the result of the synchronous rules), an `asyncCheck` (the
///   progress of the async rules) and a `refusal` (the server's failure). All three apply to the
///   current value. A change of the value drops the async check and the refusal, and recomputes the
///   verdict.
/// - The verdict depends only on the values, not on the history or the order of the fields. A rule
///   that reads other fields is skipped while one of them fails a simple rule: a rule before the
///   field's first rule that reads fields. A change therefore affects the field and its readers,
///   each once, even if fields read each other.
/// - The async check goes from `none` to `debouncing`, `running` and `ended`. It is dropped when
///   the value changes, or when a rule fails while the check is pending. Only a result with the
///   logical time of the running check counts.
/// - ``FailureTiming`` controls only ``FieldState/showsError``: when a known failure is shown.
/// - A submission shows all failures, and runs the remaining async rules without delay. It waits
///   until no async check is pending. Then every field has a failure, or has passed with its current
///   value. Its caller then resumes, and ends all checked submissions: with the failure that it has
///   shown, or with its success. If the form has changed meanwhile, the submission begins again.
///
/// The transitions are in `FormState+Events.swift` and `Submission.swift`.
package struct FormState: Hashable, Sendable {
  package let policy: ValidationPolicy
  /// The fields, in the order in which they are checked.
  package internal(set) var fields: [FieldState] = []
  /// The server's failures of the form as a whole, by keys that no field has, until the next
  /// submission.
  package internal(set) var failures: [String: RuleFailure] = [:]
  /// The submissions that have not returned, in order.
  package internal(set) var submissions: [Submission] = []

  package init(policy: ValidationPolicy = ValidationPolicy()) { self.policy = policy }

  /// Whether any field has a pending async check.
  package var isPending: Bool { fields.contains(where: \.isPending) }

  /// Whether a rule of any field reads another field.
  var readsFields: Bool { fields.contains { !$0.reads.isEmpty } }

  /// The first field, in order, with a known failure.
  package var firstFailing: FieldState? { fields.first { $0.finding != nil } }

  /// Returns the state of a field; `nil` if it is not in the form.
  package subscript(id: FieldID) -> FieldState? { index(of: id).map { fields[$0] } }

  func index(of id: FieldID) -> Int? { fields.firstIndex { $0.id == id } }
}
