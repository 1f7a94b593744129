import Components
public import Observation

/// A form: the fields that belong to it, in order, and what is wrong with them.
///
/// ```swift
/// let form = ValidationManager(language: .simplifiedChinese)
/// form.add(name, [.required])
/// form.add(qq, [.required, .minDigits(5)])
///
/// form.check().text                     // "NAME输入不能为空"
/// let message = await form.submit()     // shows what is wrong, and points at the first field
/// if message.isSuccess { save() }
/// ```
///
/// It holds fields weakly: whoever shows them owns them. A field takes part until it is removed,
/// disabled or gone, whether it is on screen or not, so keep the fields of a long form in the
/// screen's model and not in its cells.
///
/// - `check()`, `checkAll()` and `failures(of:)` look and change nothing. They never call anything
///   valid that was not checked: not a field without rules, and not one whose asynchronous rules
///   are open.
/// - `submit()` shows, asks, waits, and points at the first failing field.
/// - What the person does to a field that comes with the package reaches the form by itself; for
///   others say `changed(_:)` and `editingEnded(_:)`. A change that nobody told of is noticed with
///   the next thing that happens to the form.
///
/// What is decided, and why, stands at `FormState`, the reducer behind all of it. Everything here
/// happens on the main actor. A view that reads ``state``, or calls a check, is told when it
/// changes.
@MainActor @Observable
public final class ValidationManager {
  /// What a view may show of the form; each change of it is one notification.
  public private(set) var state = State()

  /// The language of all messages; setting it changes those that are shown, and runs no rule.
  @ObservationIgnored public var language: MessageLanguage {
    didSet {
      publish()
      releaseAfterAccess(oldValue)
    }
  }

  @ObservationIgnored private(set) var form: FormState
  @ObservationIgnored private(set) var records: [any FieldRecord] = []
  @ObservationIgnored private(set) var readsFields = false

  @ObservationIgnored private let number: UInt64
  @ObservationIgnored private var lastStamp: UInt64 = 0
  @ObservationIgnored private let sleep: @MainActor (Duration) async throws -> Void
  @ObservationIgnored private var tasks: [FieldID: Task<Void, Never>] = [:]
  @ObservationIgnored private var submissions: [Stamp: Submission] = [:]
  @ObservationIgnored private let waiters = Waiters()

  private static var formCount: UInt64 = 0

  /// Creates a form without fields.
  ///
  /// - Parameters:
  ///   - policy: When failures are shown, and how long the form waits after a keystroke.
  ///   - language: The language of all messages.
  ///   - sleep: Waits so long; a test injects its own. Called on the main actor.
  public init(
    policy: ValidationPolicy = ValidationPolicy(), language: MessageLanguage = .english,
    sleep: @escaping @MainActor (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    Self.formCount += 1
    number = Self.formCount
    form = FormState(policy: policy)
    self.language = language
    self.sleep = sleep
  }

  deinit { for task in tasks.values { task.cancel() } }

  /// What a view may show of a form.
  public struct State: Hashable, Sendable {
    /// The fields, in order.
    public internal(set) var fields: [FieldStatus] = []
    /// Whether a submit waits for answers.
    public internal(set) var isSubmitting = false
    /// The language of the texts.
    public internal(set) var language = ""

    /// Whether somebody is being asked about any value.
    public var isPending: Bool { fields.contains(where: \.isPending) }
    /// The fields that show a failure, in order.
    public var failing: [FieldStatus] { fields.filter { $0.failure != nil } }
  }

  /// A submit that is waited for.
  final class Submission {
    var message: ValidationMessage?
    let waiters = Waiters()
  }
}

// Events in, effects out.
extension ValidationManager {
  func tick() -> Stamp {
    lastStamp += 1
    return Stamp(rawValue: lastStamp)
  }

  func nextID() -> FieldID { FieldID(form: number, number: tick().rawValue) }

  /// Takes in an event, after all changes of values that nobody told of.
  ///
  /// - Parameters:
  ///   - event: What happened; `nil` if it was a change of a value, which is found by itself.
  ///   - person: The field whose value the person changed.
  ///   - stamp: The event's stamp; by default a new one.
  ///   - shown: A field that has to be shown again although nothing may have changed.
  func process(
    _ event: FormEvent? = nil, changedByPerson person: FieldID? = nil, at stamp: Stamp? = nil,
    showing shown: FieldID? = nil
  ) {
    var effects: [(stamp: Stamp, effect: FormEffect)] = []
    for record in records {
      if !record.refresh() {
        effects += take(.removed(record.id))
      } else if !record.isReported {
        record.isReported = true
        effects += take(.changed(record.id, by: record.id == person ? .person : .app))
      }
    }
    if let event { effects += take(event, at: stamp) }
    publish(showing: shown)
    for effect in effects { perform(effect.effect, at: effect.stamp) }
    if !form.isPending { waiters.resume() }
  }

  /// Adds a record before another, by default behind all, and its field with it.
  func insert(_ record: any FieldRecord, before other: FieldID?) {
    process()  // Whoever is gone leaves first, so that both lists have the same places.
    let place = records.firstIndex { $0.id == other } ?? records.count
    records.insert(record, at: place)
    process(.added(FieldState(id: record.id, reads: record.reads, asks: record.asks), at: place))
  }

  private func take(
    _ event: FormEvent, at stamp: Stamp? = nil
  ) -> [(stamp: Stamp, effect: FormEffect)] {
    if case .removed(let id) = event { records.removeAll { $0.id == id } }
    readsFields = records.contains { !$0.reads.isEmpty }
    let now = stamp ?? tick()
    var rules = RulePass(records, readsFields: readsFields, isLive: false)
    return form.handle(event, at: now, rules: &rules).map { (now, $0) }
  }

  /// Shows what changed: in the state, then in the fields.
  private func publish(showing shown: FieldID? = nil) {
    let former = state.fields
    var next = State(isSubmitting: !form.submissions.isEmpty, language: language.identifier)
    next.fields = zip(form.fields, records).map { field, record in
      FieldStatus(
        id: field.id, key: record.key, isEnabled: field.isEnabled, isPending: field.isPending,
        failure: field.shown?.failure,
        text: field.shown.map { text(of: $0.failure, title: record.title) })
    }
    if next != state { state = next }
    for (place, status) in next.fields.enumerated() {
      let before =
        place < former.count && former[place].id == status.id
        ? former[place] : former.first { $0.id == status.id }
      // A field may act on what it shows, so that what is shown next is newer by then.
      guard before != status || status.id == shown,
        let present = state.fields.first(where: { $0.id == status.id })
      else { continue }
      record(status.id)?.show(present)
    }
  }

  private func perform(_ effect: FormEffect, at stamp: Stamp) {
    switch effect {
    case .schedule(let id, let delay):
      guard form[id]?.question == .debouncing(stamp) else { return }
      start(id, .debouncing(stamp)) { [sleep] in
        // At most ten years: the system's own sleep traps on more.
        try? await sleep(min(delay, .seconds(315_360_000)))
        return .timer(id, stamp)
      }
    case .ask(let id):
      guard form[id]?.question == .asking(stamp), let question = record(id)?.question() else {
        return
      }
      start(id, .asking(stamp)) { .answered(id, stamp, await question()) }
    case .cancel(let id):
      guard form[id]?.isPending != true else { return }
      tasks.removeValue(forKey: id)?.cancel()
    case .focus(let id): record(id)?.focus()
    case .finish(let stamps):
      // Whoever was shown something may have acted on it, so a success is looked at once more.
      let failing = form.firstFailing
      let said = failing.map { message($0.finding, of: record($0.id)) } ?? check()
      finish(stamps, said)
      said.rise()
    case .abandon(let stamps): finish(stamps, check())
    }
  }

  /// Starts the one task that a field's question needs now, and takes in the event it ends with.
  private func start(
    _ id: FieldID, _ question: FieldState.Question,
    _ work: @escaping @MainActor () async -> FormEvent
  ) {
    tasks.removeValue(forKey: id)?.cancel()
    let task = Session.start { @MainActor [weak self] in
      let event = await work()
      self?.process(event)
    }
    // It may have ended by now, and the next have begun.
    if form[id]?.question == question { tasks[id] = task }
  }

  private func finish(_ stamps: [Stamp], _ message: ValidationMessage) {
    for stamp in stamps {
      guard let submission = submissions.removeValue(forKey: stamp) else { continue }
      submission.message = message
      submission.waiters.resume()
    }
  }
}

// Waiting.
extension ValidationManager {
  /// Shows what is wrong with each field, asks what is open, and waits for the answers.
  ///
  /// A number that is being typed is committed, and a delay after a keystroke is cut short. Then the first failing field gets the focus. Two
  /// submits at the same time are one.
  ///
  /// - Returns: The first failing field, or a success: then `check()` is one in this very turn,
  ///   whatever was typed meanwhile. If the waiting task is cancelled it returns early, with what
  ///   is known.
  public func submit() async -> ValidationMessage {
    for record in records where form[record.id]?.isEnabled == true { record.commit() }
    while true {
      process()
      let stamp = tick()
      let submission = Submission()
      submissions[stamp] = submission
      process(.submit, at: stamp)
      if let message = submission.message { return message }
      while submission.message == nil, !Task.isCancelled { await submission.waiters.wait() }
      guard let message = submission.message, !Task.isCancelled else { return check() }
      // The person may have typed between the last answer and this turn.
      if !message.isSuccess || check().isSuccess { return message }
    }
  }

  /// Returns when nobody is being asked about any value, or when the waiting task is cancelled.
  public func settled() async {
    while form.isPending, !Task.isCancelled { await waiters.wait() }
  }
}
