import Components

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
/// - An in-flight mutation always settles: by a reply or, after a bounded number of retries, by a
///   read-back.
///
/// ``ServerTruth`` keeps the confirmed value and its age. ``InFlightMutation`` is the mutation, and
/// ``IntentQueue`` keeps the taps behind it.
/// ``OptimisticPolicy/recovery(from:_:)`` is the table of failed requests. ``Refresh`` schedules
/// the reads of a value that is in doubt. The transitions are in `OptimisticState+Events.swift`
/// (taps, timers, the end), `OptimisticState+Requests.swift` (replies),
/// `OptimisticState+ReadBacks.swift` (read-backs), `OptimisticState+Unsent.swift` (requests that could
/// not be sent), `OptimisticState+Grace.swift` (delays before sending, undos) and
/// `OptimisticState+Reads.swift` (reads, pushes, list data).
package struct OptimisticState<Intent: OptimisticIntent>: Hashable, Sendable {
  package typealias Value = Intent.Value
  package typealias Answer = Intent.Answer
  package typealias Event = OptimisticEvent<Intent>
  package typealias Effect = OptimisticEffect<Intent>
  package typealias InFlight = InFlightMutation<Intent>
  package typealias Transition = SelfManaged.Transition<Intent>

  /// The behavior that differs between back ends and apps.
  package let policy: OptimisticPolicy

  /// The confirmed value and its age.
  var truth: ServerTruth<Intent>
  /// The mutation whose request was sent and has not settled.
  @Seldom package internal(set) var inFlight: InFlight?
  /// The taps since the mutation was sent, and the event that they wait for.
  var queue = IntentQueue<Intent>()
  /// The reads that the value needs.
  @Seldom private var seldomRefresh: Refresh<Answer>?
  /// The last failure, until the next tap.
  package internal(set) var failure: Failure?
  /// Whether the session has ended.
  package internal(set) var hasEnded = false

  /// Creates a state from an initial value.
  ///
  /// - Parameters:
  ///   - confirmed: The value to start from; a guess if the server has reported nothing yet.
  ///   - policy: The behavior that differs between back ends and apps.
  package init(confirmed: Value, policy: OptimisticPolicy = OptimisticPolicy()) {
    truth = ServerTruth(guess: confirmed)
    self.policy = policy
  }

  /// The server's last known value.
  package var confirmed: Value { truth.value }

  /// The taps since the mutation was sent, as one intent.
  package var queued: QueuedIntent<Intent>? { queue.queued }

  /// The last version that the server reported.
  package var version: Int? { truth.revision.floor }

  // The properties that each event reads are inlined, so that they need no copy of the whole state.
  // Without this a like takes 15 % more instructions (`Benchmarks/count`).

  /// The displayed value; an absolute intent makes the intent before it irrelevant.
  @inline(__always) package var display: Value {
    guard let intent = queued?.intent else { return predicted }
    return Self.value(intent, intent.isAbsolute ? confirmed : predicted)
  }

  /// The value if the in-flight mutation succeeds.
  @inline(__always) var predicted: Value {
    guard let inFlight else { return confirmed }
    return Self.value(inFlight.intent, confirmed)
  }

  /// Whether an absolute intent is kept although it changes nothing on the known value.
  ///
  /// During a request it is kept if a limit that was learned after the request was sent would clamp
  /// the in-flight mutation; the server's reply decides. Otherwise it is kept while the value is
  /// unproven.
  var keepsAbsoluteIntents: Bool {
    guard isMutationInFlight, let inFlight else { return isUnproven }
    return !Intent.isVisuallyEqual(inFlight.intent.applied(to: confirmed), predicted)
  }

  /// The reads that the value needs; boxed, since most values never need a read.
  var refresh: Refresh<Answer> {
    get { seldomRefresh ?? Refresh() }
    set { seldomRefresh = newValue == Refresh() ? nil : newValue }
  }

  /// The report that is deferred until the in-flight mutation settles.
  var deferred: Answer? { _seldomRefresh.isAbsent ? nil : refresh.deferred?.answer }

  /// The list data that contradicted the known value last.
  var contradiction: Answer? { _seldomRefresh.isAbsent ? nil : refresh.contradiction }

  /// Forgets the list data and the lower version that were reported before the user's change.
  mutating func forgetEarlierReads() {
    if !_seldomRefresh.isAbsent { refresh.forgetEarlierReads() }
  }

  /// Whether a mutation is in flight; cheaper than comparing ``inFlight`` with `nil`.
  @inline(__always) var isMutationInFlight: Bool { !_inFlight.isAbsent }

  /// The pending intent of a tap; `nil` if the tap made none.
  package func intent(of tap: LogicalTime) -> Intent? {
    if let queued, queued.tap == tap { return queued.intent }
    return inFlight?.tap == tap ? inFlight?.intent : nil
  }

  /// Whether nothing is pending: no tap, no retry, no read.
  @inline(__always) package var isIdle: Bool {
    !isMutationInFlight && queued == nil && seldomRefresh?.isBusy != true
  }

  /// Whether the outcome of the in-flight mutation is unknown.
  package var isUncertain: Bool { inFlight?.isUncertain ?? false }

  /// Whether the display may be wrong, because a read that the value needs has not succeeded yet.
  package var isInDoubt: Bool { !_seldomRefresh.isAbsent && refresh.isOwed }

  /// Whether reads failed or are impossible, so that the confirmed value can't prove that an intent
  /// changes nothing.
  ///
  /// Inlined, so that the whole state is not copied for the check: 1 % of a cart's cycle.
  @inline(__always) var isUnproven: Bool { !_seldomRefresh.isAbsent && refresh.isStalled }

  /// The pending read that is not a read-back of the in-flight mutation.
  package var reading: LogicalTime? { _seldomRefresh.isAbsent ? nil : refresh.reading }

  /// Whether a tap waits for the network, or for a busy server.
  package var isWaiting: Bool {
    queue.isHeld || queue.isPaused || inFlight?.delay?.isWaiting == true
  }

  /// The logical time of the oldest pending tap.
  package var oldestTap: LogicalTime? { inFlight?.tap ?? queued?.tap }

  /// The logical time of the oldest tap or doubt that waits for the network or for a delay; `nil`
  /// if none does.
  package var waitingSince: LogicalTime? {
    if let inFlight { return inFlight.delay.map { _ in inFlight.tap } }
    if queue.isHeld { return queued?.tap }
    return isInDoubt && reading == nil ? refresh.owedSince : nil
  }

  /// Whether the value is more reliable than the app's lists, or a failure can be retried.
  package var isWorthKeeping: Bool { truth.source == .server || failure != nil }

  /// Whether the value comes from the server or from a read of the app at a known time.
  package var isDated: Bool { truth.source >= .datedList }

  /// Whether the value has not been reported yet.
  package var isGuess: Bool { truth.source == .guess }

  /// The result of an intent that is clamped to the value's limits.
  @inline(__always) private static func value(_ intent: Intent, _ value: Value) -> Value {
    intent.effective(on: value)?.applied(to: value) ?? value
  }

  /// A failure that can be displayed and retried.
  package struct Failure: Hashable, Sendable {
    /// The intent that failed.
    package let intent: Intent
    /// The tap that made the intent.
    package let tap: LogicalTime
    /// The reason for the failure.
    package let error: ServiceError
  }
}
