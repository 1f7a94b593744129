public import Components
public import Observation

/// A form: an ordered list of fields, their rules, and their failures.
///
/// ```swift
/// let form = ValidationManager(language: .simplifiedChinese)
/// form.add(name, [.required])
/// form.add(qq, [.required, .minDigits(5)])
///
/// form.check().text                     // "NAME不能为空"
/// let message = await form.submit()     // shows failures, and focuses the first field
/// if message.isSuccess { save() }
/// ```
///
/// The form references its fields weakly; the screen or its model owns them. A field takes part in
/// checks and submits until it is removed, disabled or released, whether it is on screen or not.
/// Keep the fields of a long form in the screen's model and not in its cells. Keep the form as long
/// as its fields: a form that is released leaves them as they are, with a shown failure or a pending
/// check.
///
/// - `check()`, `checkAll()` and `failures(of:)` change nothing. `check()` and `checkAll()` never
///   report an unchecked field as valid: neither a field without rules, nor a field with a pending
///   async check.
/// - `submit()` shows all failures, awaits the async rules, and moves the focus to the first
///   failing field. `submit(_:)` also runs an action if the form is valid, but only once even if
///   the user presses several times.
/// - The fields of this package report the user's changes to the form. For other fields, call
///   `changed(_:)` and `editingEnded(_:)`. The form detects an unreported change at its next event,
///   except when a new field is added.
/// - A rule may change the form. A change that a rule makes while the form handles an event is
///   applied right after that event. Checks and submits never return a field that has left the
///   form.
///
/// Everything here happens on the main actor. A view that reads ``state`` or calls a check observes
/// its result. The reducer `FormState` documents the decisions and their reasons.
@MainActor @Observable
public final class ValidationManager {
  /// The form's state for views; each change of the state is one notification.
  public private(set) var state = State()

  /// The number of changes so far, which a view that calls a check observes.
  var revision: UInt64 = 0

  /// The language of all messages; setting it updates the visible messages without running a rule.
  @ObservationIgnored public var language: MessageLanguage {
    didSet {
      afterRules { [self] in
        revision += 1
        republish()
      }
      releaseAfterAccess(oldValue)
    }
  }

  /// Called with the announcement of each failure of the form as a whole, for VoiceOver; see
  /// ``State/failure``.
  @ObservationIgnored public var onFeedback: (@MainActor (Feedback) -> Void)? {
    didSet { releaseAfterAccess(oldValue) }
  }

  @ObservationIgnored var form: FormState
  @ObservationIgnored private var fields = FieldRecords()
  @ObservationIgnored private(set) var lastTime: UInt64 = 0
  /// Whether rules run while the form handles an event.
  @ObservationIgnored private var runsRules = false

  @ObservationIgnored let number: UInt64
  /// The publications and effects of events, and the work that rules requested meanwhile.
  @ObservationIgnored private let mailbox = Mailbox()
  @ObservationIgnored private let sleep: @MainActor (Duration) async throws -> Void
  @ObservationIgnored private var tasks: [FieldID: Task<Void, Never>] = [:]
  /// The calls of `settled()` and `submit` that wait.
  @ObservationIgnored let waiters = Waiters()

  private static var formCount: UInt64 = 0

  /// Creates a form without fields.
  ///
  /// - Parameters:
  ///   - policy: The moments at which failures are shown, and the delay of async rules.
  ///   - language: The language of all messages.
  ///   - sleep: Waits for the delay of async rules; a test injects its own. Called on the main
  ///     actor.
  public init(
    policy: ValidationPolicy = ValidationPolicy(), language: MessageLanguage = .english,
    sleep: @escaping @MainActor (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    Self.formCount += 1
    number = Self.formCount
    form = FormState(policy: policy)
    self.language = language
    self.sleep = sleep
    state.language = language.identifier
  }

  deinit { for task in tasks.values { task.cancel() } }

  /// The attached objects that still exist, in the order in which they are checked.
  public var objects: [AnyObject] { records.compactMap(\.object) }

  /// The state of a form for views.
  public struct State: Hashable, Sendable {
    /// The fields, in order.
    public internal(set) var fields: [FieldStatus] = []
    /// Whether a submit awaits async rules, or its action is running.
    public internal(set) var isSubmitting = false
    /// The messages of the server's failures that concern no field, one a line; `nil` if there are
    /// none.
    ///
    /// They disappear with the next submit or reset, and never block a submit.
    public internal(set) var failure: String?
    /// The language of the texts.
    public internal(set) var language = ""

    /// Whether an async check of any field is pending.
    public var isPending: Bool { fields.contains(where: \.isPending) }
    /// The fields with a failure to show, in order.
    public var failing: [FieldStatus] { fields.filter { $0.failure != nil } }
  }
}

// The handling of events, and the effects.
extension ValidationManager {
  /// The entries of the fields, in order.
  var records: [any FieldRecord] { fields.inOrder }

  func record(_ id: FieldID) -> (any FieldRecord)? { fields[id] }

  func record(of object: AnyObject) -> (any FieldRecord)? { fields.record(of: object) }

  func tick() -> LogicalTime {
    lastTime += 1
    return LogicalTime(rawValue: lastTime)
  }

  func nextID() -> FieldID { FieldID(form: number, number: tick().rawValue) }

  /// Runs an action now, or, while rules run during an event, right after that event.
  func afterRules(_ action: @escaping @MainActor () -> Void) {
    if runsRules { mailbox.add { action() } } else { action() }
  }

  /// Handles all unreported changes of values, and then an event.
  ///
  /// An event that an observer or a field causes meanwhile is handled at once. It is published after
  /// the current one.
  ///
  /// - Parameters:
  ///   - event: The event; `nil` for a change of a value, which the form detects by itself.
  ///   - id: The field whose value the user changed.
  ///   - shown: A field whose status is shown again even if it is unchanged.
  func process(
    _ event: FormEvent? = nil, changedByUser id: FieldID? = nil, showing shown: FieldID? = nil
  ) {
    afterRules { [self] in
      mailbox.run {
        var effects: [TimedEffect] = []
        for record in records {
          if !record.refresh() {
            effects += take(.removed(record.id))
          } else if !record.isReported {
            record.isReported = true
            effects += take(.changed(record.id, by: record.id == id ? .user : .app))
          }
        }
        if let event { effects += take(event) }
        follow(effects) { [self] in publish(showing: shown) }
      }
    }
  }

  /// Adds a field before another field, in the place of the object's former field, or last.
  func join(_ record: any FieldRecord, before other: FieldID?) {
    mailbox.run {
      if form.isAwaited || former(of: record) != nil { process() }
      // An observer may have changed the value since the entry was made.
      if record.refresh() { record.isReported = true }
      let event = FormEvent.added(
        FieldState(id: record.id, reads: record.reads, hasAsyncRules: record.hasAsyncRules),
        before: other, replacing: former(of: record))
      let isOfOneField = form.isOfOneField(event)
      let effects = take(event, adding: record)
      follow(effects) { [self] in
        if isOfOneField { insertStatus(of: record) } else { publish() }
      }
    }
  }

  /// Publishes an event and carries out its effects, after the publications that are being made.
  private func follow(_ effects: [TimedEffect] = [], publish: @escaping @MainActor () -> Void) {
    mailbox.run {
      mailbox.add { [self] in
        publish()
        for effect in effects { perform(effect.effect, at: effect.time) }
        waiters.resume()
      }
    }
  }

  private typealias TimedEffect = (time: LogicalTime, effect: FormEffect)

  /// The field that has the object of another one, which replaces it.
  private func former(of record: any FieldRecord) -> FieldID? {
    record.object.flatMap { self.record(of: $0)?.id }
  }

  private func take(_ event: FormEvent, adding added: (any FieldRecord)? = nil) -> [TimedEffect] {
    let now = tick()
    // Replaced values are released when the reducer agrees with the list, since their release may
    // call back.
    var former: (FormState, (any FieldRecord)?)?
    defer { withExtendedLifetime(former) {} }
    let effects: [FormEffect]
    if form.isOfOneField(event) {  // No rules run, and the other fields are not copied.
      effects = form.handle(event, at: now) { _, _ in nil }
    } else {
      var (next, pass) = (form, RulePass(self, adding: added, readsFields: true))
      runsRules = true
      effects = next.handle(event, at: now) { pass.finding(of: $0, in: $1) }
      runsRules = false
      former = (exchange(&form, with: next), event.leaving.flatMap { fields.remove($0) })
    }
    if let added, let place = form.fields.lastIndex(where: { $0.id == added.id }) {
      fields.insert(added, at: place)
    }
    revision += 1  // It notifies observers, who may read or change the form.
    return effects.map { (now, $0) }
  }

  private func status(of field: FieldState, _ record: any FieldRecord) -> FieldStatus {
    FieldStatus(
      id: field.id, key: record.key, isEnabled: field.isEnabled, isPending: field.isPending,
      failure: field.shown?.failure,
      text: field.shown.map { text(of: $0.failure, title: title(of: record)) })
  }

  /// Publishes the state after the publications that are being made.
  func republish() { follow { [self] in publish() } }

  /// Announces the failure of the form as a whole, once it is published.
  func announceFailure() {
    follow { [self] in
      if let text = state.failure { onFeedback?(Feedback(.failure, announcement: text)) }
    }
  }

  /// Publishes the status of a new field; no other field is affected, so the cost does not depend on
  /// their number.
  private func insertStatus(of record: any FieldRecord) {
    guard state.fields.count + 1 == records.count,
      let place = form.fields.lastIndex(where: { $0.id == record.id })
    else { return publish() }
    state.fields.insert(status(of: form.fields[place], record), at: place)
    show(record.id)
  }

  /// Publishes the state, and then shows each changed status in its field.
  private func publish(showing shown: FieldID? = nil) {
    var next = State(isSubmitting: form.isSubmitting, language: language.identifier)
    next.fields = zip(form.fields, records).map { status(of: $0, $1) }
    let failures = form.failures.sorted { $0.key < $1.key }.map {
      text(of: $1, title: language.title($0, otherwise: $0))
    }
    if !failures.isEmpty { next.failure = failures.joined(separator: "\n") }
    if next != state { state = next }
    for status in next.fields {
      if status.id == shown || record(status.id)?.shown != status {
        show(status.id, again: status.id == shown)
      }
    }
  }

  /// Shows the status of a field, which an observer or another field may have changed or removed
  /// since it was published; a status that the field shows already only if `again` is `true`.
  private func show(_ id: FieldID, again: Bool = false) {
    guard let field = form[id], let record = record(id) else { return }
    let status = status(of: field, record)
    guard again || record.shown != status else { return }
    record.shown = status
    record.show(status)
  }

  private func perform(_ effect: FormEffect, at time: LogicalTime) {
    switch effect {
    case .schedule(let id, let delay):
      guard form[id]?.asyncCheck == .debouncing(time) else { return }
      start(id, .debouncing(time)) { [sleep] in
        try? await sleep(delay.clampedForSleep)
        return .timer(id, time)
      }
    case .runAsyncRules(let id):
      guard form[id]?.asyncCheck == .running(time), let check = record(id)?.asyncCheck() else {
        return
      }
      start(id, .running(time)) { .asyncCheckEnded(id, time, await check()) }
    case .cancel(let id):
      guard form[id]?.isPending != true else { return }
      tasks.removeValue(forKey: id)?.cancel()
    case .checkAfterReset(let ids):
      if check().isSuccess { process(.validAfterReset(ids)) }
    }
  }

  /// Starts the task for a field's delay or async rules, in place of the previous one, and handles
  /// the event that it returns.
  private func start(
    _ id: FieldID, _ check: FieldState.AsyncCheck,
    _ work: @escaping @MainActor () async -> FormEvent
  ) {
    tasks.removeValue(forKey: id)?.cancel()
    let task = ImmediateTask.start { @MainActor [weak self] in
      let event = await work()
      guard let self else { return }
      if form[id]?.asyncCheck == check { tasks.removeValue(forKey: id) }
      process(event)
    }
    // The task may already have ended, and the next task may have started.
    if form[id]?.asyncCheck == check { tasks[id] = task }
  }

  /// Returns when no async check is pending, or when the waiting task is canceled.
  public func settled() async {
    await waiters.wait { form.isPending }
  }
}
