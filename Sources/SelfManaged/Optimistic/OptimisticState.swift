package import Components

/// One self-managed value: what the server confirmed, and what the user wants on top of it.
///
/// This is the library's core. It decides everything and does nothing: an event goes in, the state
/// changes, and effects come out for a shell to carry out. It knows no clock, no randomness and no
/// task, so it is tested without an `await`.
///
/// ```text
///            confirmed ──▶ in flight ──▶ queued ──▶ display      derived, never stored
///                ▲            │            ▲
///   reply, read, push        send        taps during a request
/// ```
///
/// - A tap becomes an intent. The first is sent at once and is the mutation in flight. Taps during the
///   request coalesce into one queued intent. So a burst costs at most two requests a round trip.
/// - The display is `queued(inFlight(confirmed))`. There is nothing to roll back: a failed mutation is
///   no longer applied, and the queued intent is applied to the confirmed value.
/// - A mutation in flight always ends: by a reply, or by an unknown outcome that is retried a bounded
///   number of times and then read back.
///
/// What is known of the server's value is a ``ServerTruth``; the mutation is an
/// ``InFlightMutation``; ``OptimisticPolicy/recovery(from:_:)`` is the table of failed requests; a
/// ``Refresh`` reads what is in doubt. The transitions are in `OptimisticState+Events.swift` (taps,
/// timers, the end), `OptimisticState+Requests.swift` (replies) and `OptimisticState+Reads.swift`
/// (reads, pushes, list data).
package struct OptimisticState<Intent: OptimisticIntent>: Hashable, Sendable {
  package typealias Value = Intent.Value
  package typealias Answer = Intent.Answer
  package typealias Event = OptimisticEvent<Intent>
  package typealias Effect = OptimisticEffect<Intent>
  package typealias InFlight = InFlightMutation<Intent>

  /// What differs between back ends and apps.
  package let policy: OptimisticPolicy

  /// The confirmed value, and what is known of its age.
  var truth: ServerTruth<Intent>
  /// The mutation whose request is under way, or whose outcome is being found out.
  @Seldom package internal(set) var inFlight: InFlight?
  /// The taps since the mutation was sent, as one intent.
  package internal(set) var queued: Queued?
  /// The reads that the value needs.
  @Seldom private var seldomRefresh: Refresh<Answer>?
  /// The last failure, until the next tap.
  package internal(set) var failure: Failure?
  /// Why the display last changed, as far as a user can see.
  package internal(set) var cause = ChangeCause.bind
  /// Why the last event changed what it did, seen or not.
  var lastCause = ChangeCause.bind
  /// How long the limits that the server reported are believed.
  var limits: LearnedLimits?
  /// Waiting for the network.
  var hold: Hold?
  /// The place in the shared lane.
  var turn = Turn.none
  /// Whether the session has ended.
  package internal(set) var hasEnded = false

  /// Starts with what is known at first.
  ///
  /// - Parameters:
  ///   - confirmed: The value to start from; a guess if the server has reported nothing yet.
  ///   - policy: What differs between back ends and apps.
  package init(confirmed: Value, policy: OptimisticPolicy = OptimisticPolicy()) {
    truth = ServerTruth(guess: confirmed)
    self.policy = policy
  }

  /// The server's last known value.
  package var confirmed: Value { truth.value }

  /// The last version that the server reported.
  package var version: Int? { truth.revision.floor }

  /// What is shown; an absolute intent makes the one before it irrelevant.
  @inline(__always) package var display: Value {
    guard let queued else { return predicted }
    return Self.value(queued.intent, queued.intent.isAbsolute ? confirmed : predicted)
  }

  /// The value if the mutation in flight succeeds.
  @inline(__always) var predicted: Value {
    guard let inFlight else { return confirmed }
    return Self.value(inFlight.intent, confirmed)
  }

  /// Whether a limit that was learned since it was sent takes something from the mutation in flight.
  ///
  /// The server has the last word on that.
  var isInFlightClamped: Bool {
    inFlight.map { !Intent.looksSame($0.intent.applied(to: confirmed), predicted) } ?? false
  }

  /// The reads that the value needs; kept outside, since most values never need one.
  var refresh: Refresh<Answer> {
    get { seldomRefresh ?? Refresh() }
    set { seldomRefresh = newValue == Refresh() ? nil : newValue }
  }

  /// The report that was deferred until the mutation in flight settles.
  var deferred: Answer? { _seldomRefresh.isAbsent ? nil : refresh.deferred }

  /// Whether a mutation is in flight; cheaper than comparing it with `nil`.
  @inline(__always) var isMutationInFlight: Bool { !_inFlight.isAbsent }

  /// Whether nothing is pending: no tap, no retry, no read.
  @inline(__always) package var isIdle: Bool {
    !isMutationInFlight && queued == nil && (_seldomRefresh.isAbsent || !refresh.isBusy)
  }

  /// Whether the outcome of the request under way is not known.
  package var isUncertain: Bool { inFlight?.isUncertain ?? false }

  /// Whether a read that the value needs has not succeeded yet, so that the display may be wrong.
  package var isInDoubt: Bool { !_seldomRefresh.isAbsent && refresh.isOwed }

  /// The read under way that is not about the mutation in flight.
  package var reading: Stamp? { _seldomRefresh.isAbsent ? nil : refresh.reading }

  /// Whether a tap waits for the network.
  package var isWaiting: Bool { queued != nil && hold?.isWaiting == true }

  /// Whether the server reported the value since the app's lists did, or a failure can be retried.
  package var isWorthKeeping: Bool { truth.source == .server || failure != nil }

  /// Whether the app read the value from the server at a known time.
  package var isDated: Bool { truth.source >= .datedList }

  /// Whether nothing is known of the value yet.
  package var isGuess: Bool { truth.source == .guess }

  /// The value if an intent is carried out under its limits.
  @inline(__always) private static func value(_ intent: Intent, _ value: Value) -> Value {
    intent.effective(on: value)?.applied(to: value) ?? value
  }

  /// What was tapped during a request, or waits for its turn or for the network.
  package struct Queued: Hashable, Sendable {
    /// All those taps as one intent.
    package var intent: Intent
    /// The last of them, which is resolved with it; the others were resolved as merged.
    package var tap: Stamp
    /// What a limit took from it.
    var adjustment: Adjustment<Value>?
    /// The clamp that the user was notified of while it waits for its turn.
    var notified: Adjustment<Value>?
  }

  /// A failure to be looked at, and tried again.
  package struct Failure: Hashable, Sendable {
    /// What the user wanted.
    package let intent: Intent
    /// The tap that wanted it.
    let tap: Stamp
    /// Why it failed.
    package let error: ServiceError
  }

  /// Limits are believed for a time; whether they were reported again since it began.
  struct LearnedLimits: Hashable, Sendable {
    var began: Stamp
    var isRepeated = false
  }

  struct Hold: Hashable, Sendable {
    let deadline: Stamp
    var isWaiting = true
    var isOver = false
  }

  enum Turn: Hashable, Sendable {
    case none
    case asked
    case held
    /// The lane is no longer shared, so no turn is requested or released.
    case forGood
  }
}
