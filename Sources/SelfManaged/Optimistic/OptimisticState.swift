internal import Components

/// The reducer of one self-managed value: the confirmed value, and the user's intents on top of it.
///
/// This is the library's core. It is a pure state machine: an event goes in, the state changes, and
/// effects come out for a shell to carry out. It uses no clock, no randomness and no task, so it is
/// tested without an `await`.
///
/// ```text
///            confirmed ──▶ in flight ──▶ queued ──▶ display      derived, never stored
///                ▲            │            ▲
///   reply, read, push        send        taps during a request
/// ```
///
/// - A tap becomes an intent. The first is sent at once and is the in-flight mutation. Taps during
///   the request coalesce into one queued intent. So the taps within one round trip cost at most
///   two requests.
/// - The display is `queued(inFlight(confirmed))`. There is nothing to roll back: a failed mutation
///   is no longer applied, and the queued intent is applied to the confirmed value.
/// - All that the app hears about the value is ``Evidence``, ordered once against the known value.
///   Evidence that can't be ordered puts the value in doubt, until a complete answer that is
///   certainly newer arrives. If none does, the value is read.
/// - A request that is known to have done nothing goes back to the queue. An in-flight mutation
///   always settles: by a reply, by a read, or at its deadline.
///
/// Read in this order: ``Evidence``, ``ConfirmedValue``, ``Wait``, ``InFlightMutation``,
/// ``Reading``, this file, then `OptimisticState+Taps.swift` (taps, undos, sending),
/// `OptimisticState+Evidence.swift` (reports and reads), `OptimisticState+Replies.swift` (replies and
/// recovery), and `OptimisticState+Waits.swift` (ends of waits, the end of the session).
package struct OptimisticState<Intent: OptimisticIntent>: Hashable, Sendable {
  package typealias Value = Intent.Value
  package typealias Answer = Intent.Answer
  package typealias Event = OptimisticEvent<Intent>
  package typealias Effect = OptimisticEffect<Intent>
  package typealias InFlight = InFlightMutation<Intent>
  package typealias Transition = SelfManaged.Transition<Intent>
  typealias Report = Evidence<Answer>

  /// The confirmed value and its age.
  var truth: ConfirmedValue<Intent>
  /// The mutation whose request was sent and has not settled.
  @Seldom package internal(set) var inFlight: InFlight?
  /// The taps since the mutation was sent, as one intent.
  @Seldom package internal(set) var queued: QueuedIntent<Intent>?
  /// The last removal, while an undo of it has an effect.
  @Seldom var removal: Removal<Intent>?
  /// Boxed, since most values are certain.
  @Seldom private var seldomReading: Reading<Intent>?
  /// The last row of a list; where the service can't read, a row that repeats it is ignored.
  @Seldom var row: Answer?
  /// The lifetime of learned limits.
  var limits: Wait?
  /// The last failure, until the next tap.
  @Seldom package internal(set) var failure: Failure?
  /// Whether the session has ended.
  package internal(set) var hasEnded = false

  /// Creates a state from an initial value: a guess if the server has reported nothing yet.
  package init(confirmed: Value) { truth = ConfirmedValue(guess: confirmed) }

  /// A failure that can be displayed and retried.
  package struct Failure: Hashable, Sendable {
    /// The intent that failed.
    package let intent: Intent
    /// The tap that made the intent.
    package let tap: LogicalTime
    /// The reason for the failure.
    package let error: ServiceError
  }

  /// Handles one event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - now: The logical time of the event. It identifies the requests, reads and waits that the
  ///     event begins.
  ///   - gate: Whether a request may leave now.
  ///   - policy: The behavior that differs between back ends and apps.
  /// - Returns: The change, the notice, and the commands for the shell.
  package mutating func handle(
    _ event: Event, at now: LogicalTime, _ gate: Gate, _ policy: consuming OptimisticPolicy
  ) -> Transition {
    var step = Transition(at: now, gate, policy, from: display)
    guard !hasEnded else {
      afterTheEnd(event, &step)
      return step
    }
    let newestIntent = $queued.map { $0.intent } ?? $inFlight.map { $0.intent }
    switch event {
    case .tap(let intent): tap(intent, &step)
    case .undo: undo(&step)
    case .reply(let request, .success(let answer)):
      if self.request == request, let inFlight { succeed(inFlight, answer, &step) }
    case .reply(let request, .failure(let error)):
      if self.request == request, let inFlight { recover(inFlight, from: error, &step) }
    case .read(let read, let result): if reading.began == read { finishRead(read, result, &step) }
    case .report(let answer, let source): consider(Report(answer, source, at: now), &step)
    case .ended(let wait): end(wait, &step)
    case .bound: readIfUncertain(&step)
    case .checkLimit: reading.doubtOnceInAnInterval(&step)
    case .refresh: reading.doubt(since: now, isSlight: !isGuess)
    case .proceed: proceed()
    case .flush:
      endGrace()
      proceed()
    case .neighborFailed(let error): failQueued(error, &step, isReportedElsewhere: true)
    case .end(let unsent): end(unsent: unsent, &step)
    }
    sendNext(&step)
    readNext(&step)
    finish(&step, newestIntent)
    return step
  }

  /// Fails a tap after the end, and resolves an undo as unchanged; nothing is sent.
  private mutating func afterTheEnd(_ event: Event, _ step: inout Transition) {
    if event == .undo { return step.resolve(step.now, .unchanged) }
    guard case .tap(let intent) = event else { return }
    let failure = Failure(intent: intent, tap: step.now, error: .sessionEnded)
    self.failure = failure
    step.notice = .failure(failure)
    step.resolve(step.now, .canceled)
  }

  /// Completes a transition: determines the change of the display, and at most one notice.
  ///
  /// A failure becomes the notice only if it rolled back a visible change, or if it is always shown.
  private mutating func finish(_ step: inout Transition, _ newestIntent: Intent?) {
    let display = display
    step.display = display
    step.isChanged = display != step.before
    step.isVisible = !Intent.isVisuallyEqual(display, step.before)
    let isUndone =
      step.failure?.tap == step.now || step.isVisible && Self.isUndone(newestIntent, display)
    // A change that other users made in the same event is not a rollback.
    if step.cause == .rollback, !isUndone { step.cause = .external }
    if let failure = step.failure, isUndone || step.isFailureAlwaysShown {
      self.failure = failure
      step.notice = .failure(failure)
    } else if let (tap, clamp) = step.adjustment {
      step.notice = .adjustment(tap: tap, clamp)
    } else if undoable == step.now {
      step.notice = .undoable(tap: step.now)
    }
  }

  /// Whether the result of the user's newest intent was visibly undone.
  ///
  /// If an absolute intent would still change nothing, its result is displayed. A relative intent
  /// can't be recognized in the value, so every visible change counts.
  static func isUndone(_ newestIntent: Intent?, _ display: Value) -> Bool {
    guard let newestIntent, newestIntent.isAbsolute else { return true }
    return newestIntent.applied(to: display) != display
  }
}

// What follows from the state.
extension OptimisticState {
  /// The doubt about the value, and the read that settles it.
  var reading: Reading<Intent> {
    get { seldomReading ?? Reading() }
    set { seldomReading = newValue == Reading() ? nil : newValue }
  }

  /// Whether the value is certain, and no read was ever needed or is pending.
  var readsNothing: Bool { $seldomReading.isAbsent }

  // What each event reads of an item is inlined in four places, so that it needs no copy of the whole
  // state: without this a like takes 3 % more instructions (`Benchmarks/count`).

  /// The server's last known value.
  package var confirmed: Value { truth.value }

  /// The last version that the server reported.
  package var version: Int? { truth.version }

  /// The displayed value; an absolute intent makes the intent before it irrelevant.
  @inline(__always) package var display: Value {
    guard let intent = $queued.map({ $0.intent }) else { return predicted }
    return Self.value(intent, intent.isAbsolute ? confirmed : predicted)
  }

  /// The value if the in-flight mutation succeeds.
  var predicted: Value {
    guard let intent = $inFlight.map({ $0.intent }) else { return confirmed }
    return Self.value(intent, confirmed)
  }

  /// The result of an intent that is clamped to the value's limits.
  private static func value(_ intent: Intent, _ value: Value) -> Value {
    intent.effective(on: value)?.applied(to: value) ?? value
  }

  /// Whether the value proves that an absolute intent changes nothing.
  ///
  /// A guess proves nothing, and neither does a doubt or a report that could not be ordered. If a limit
  /// was learned since the mutation was sent, the server decides whether it applies.
  package var isCertain: Bool {
    guard !isGuess, !isInDoubt, kept == nil else { return false }
    guard let inFlight else { return true }
    // The two differ only if a known limit clamps the sent intent.
    return Intent.isVisuallyEqual(inFlight.intent.applied(to: confirmed), predicted)
  }

  /// The pending intent of a tap; `nil` if the tap made none.
  package func intent(of tap: LogicalTime) -> Intent? {
    if let queued, queued.tap == tap { return queued.intent }
    return inFlight?.tap == tap ? inFlight?.intent : nil
  }

  /// Whether nothing is pending: no tap, no retry, no read.
  package var isIdle: Bool {
    $inFlight.isAbsent && $queued.isAbsent && (readsNothing || !reading.isPending)
  }

  /// The logical time of the request that waits for its reply.
  package var request: LogicalTime? { $inFlight.map { $0.request } }

  /// Whether the outcome of the in-flight mutation is unknown.
  package var isUncertain: Bool { $inFlight.map { $0.isUncertain } ?? false }

  /// Whether the display may be wrong, because a read that the value needs has not succeeded yet.
  package var isInDoubt: Bool { $seldomReading.map { $0.doubt } != nil }

  /// The report that could not be ordered.
  var kept: Report? { $seldomReading.map { $0.kept } }

  var readPhase: Reading<Intent>.Phase { $seldomReading.map { $0.phase } ?? .idle }

  /// The pending read.
  package var readBegan: LogicalTime? { $seldomReading.map { $0.began } }

  /// Whether a tap waits for the network, or for a busy server.
  package var isWaiting: Bool {
    guard let wait = inFlight?.wait ?? queued?.wait else { return false }
    return wait.reason == .deadline || wait.reason == .busy
  }

  /// Whether the queued intent could leave if the gate were open.
  @inline(__always) package var isReady: Bool {
    guard $inFlight.isAbsent, !$queued.isAbsent else { return false }
    return $queued.map { $0.wait } == nil && $removal.map { $0.wait } == nil
  }

  /// Whether only the gate is in the way of a request or a read.
  package var isBlocked: Bool {
    isReady || needsRead || $inFlight.map { $0.phase } == .waiting(nil)
  }

  /// Whether a question or a doubt needs a read that nothing but the gate is in the way of.
  var needsRead: Bool {
    guard $inFlight.isAbsent else {
      return $inFlight.map { $0.question } != nil && readPhase == .idle
    }
    return isInDoubt && $queued.isAbsent && readPhase == .idle
  }

  /// Whether the queued intent waits for an undo or for more taps.
  package var isInGrace: Bool { removal?.wait != nil || queued?.wait?.reason == .grace }

  /// The logical time of the removal that can be undone before it is sent.
  @inline(__always) package var undoable: LogicalTime? {
    $removal.map { $0.wait == nil ? nil : $0.tap }
  }

  /// The logical time of the last removal, while an undo of it has an effect.
  package var lastRemoval: LogicalTime? { removal?.tap }

  /// The logical time of the oldest pending tap, or of the doubt.
  package var pendingSince: LogicalTime? { inFlight?.tap ?? queued?.tap ?? reading.doubt?.since }

  /// The logical time of the oldest tap or doubt that waits for the network or for a delay; `nil`
  /// if none does.
  package var waitingSince: LogicalTime? {
    if let inFlight { return inFlight.request == nil ? inFlight.tap : nil }
    if let queued { return queued.wait?.reason == .deadline ? queued.tap : nil }
    return reading.began == nil ? reading.doubt?.since : nil
  }

  /// Whether the value is more reliable than the app's lists, or a failure can be retried.
  package var isWorthKeeping: Bool { truth.source >= .push || failure != nil }

  /// Whether the value comes from the server or from a read of the app at a known time.
  package var isDated: Bool { truth.source >= .read }

  /// Whether the value has not been reported yet.
  package var isGuess: Bool { truth.source == .guess }
}
