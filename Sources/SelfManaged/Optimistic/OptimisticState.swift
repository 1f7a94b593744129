package import Components

/// One self-managed value: what the server confirmed, and what the person wants on top of it.
///
/// This is the whole of the library's core. It decides everything and does nothing: an event goes
/// in, the state changes, and effects come out for a shell to carry out. It knows no clock, no
/// randomness and no task, so it is tested without an `await`.
///
/// ```text
///            confirmed ──▶ flight ──▶ queued ──▶ display      derived, never stored
///                ▲           │           ▲
///   reply, read, push        send        taps while one flies
/// ```
///
/// - A tap becomes an intent. The first leaves at once and is the *flight*; what is tapped while it
///   flies gathers in the one *queued* intent. So a burst costs at most two requests a round trip.
/// - What is shown is `queued(flight(confirmed))`. There is nothing to roll back: when the flight
///   fails it is gone from the sum, and the rest stands on the confirmed value again.
/// - A flight always ends: by a reply, or by an unknown outcome that is retried a bounded number of
///   times and then read anew.
///
/// The transitions are in `OptimisticState+Events.swift` (what the person and the shell do),
/// `OptimisticState+Flight.swift` (what becomes of a request) and `OptimisticState+Truth.swift`
/// (what the server tells by itself).
package struct OptimisticState<Intent: OptimisticIntent>: Hashable, Sendable {
  package typealias Value = Intent.Value
  package typealias Answer = Intent.Answer
  package typealias Event = OptimisticEvent<Intent>
  package typealias Effect = OptimisticEffect<Intent>

  /// What differs between back ends and apps.
  package let policy: OptimisticPolicy

  /// The server's value as last told.
  package internal(set) var confirmed: Value
  /// The last version the server told, if it ever told one.
  package internal(set) var version: Int?
  /// The intent whose request is under way, or whose outcome is being found out.
  @Seldom package internal(set) var flight: Flight?
  /// What was tapped since the flight left, as one intent.
  package internal(set) var queued: Queued?
  /// The last failure, until the next tap.
  package internal(set) var failure: Failure?
  /// Why the display last changed, as far as a person can see.
  package internal(set) var cause = ChangeCause.bind
  /// Why the last event changed what it did, seen or not.
  var lastCause = ChangeCause.bind

  /// Whether ``confirmed`` is newer than ``version``, because the last answer told none.
  var isPastVersion = false
  /// When the last request was settled.
  ///
  /// A read that began before does not contain it.
  var settledAt = Stamp(rawValue: 0)
  /// When the last adopted read began.
  var adoptedAt = Stamp(rawValue: 0)
  /// Truth that came while a relative intent flew: it may or may not contain that intent.
  @Seldom var parked: Parked?
  /// Whether the parked truth could not be judged, so the server is asked when the lane is empty.
  var needsRead = false
  /// A read this reducer asked for, outside a flight.
  var reading: Stamp?
  /// Whether that read repeats one whose answer was too old to be believed.
  var isDoubted = false
  /// Whether the server told something by itself, or was read.
  var hasLearned = false
  /// Waiting for the network.
  var hold: Hold?
  /// The place in the shared lane.
  var turn = Turn.none
  /// The last few values the server told, to recognise data of unknown age that says the same.
  var seen: [Value] = []
  /// The last few that were handed over as data of unknown age.
  ///
  /// No push drives them out: a list keeps what it has, however much is told meanwhile.
  var listed: [Value] = []
  /// Whether the session has ended.
  package internal(set) var hasEnded = false

  /// Starts with what is known at first.
  ///
  /// - Parameters:
  ///   - confirmed: The value to start from; a guess if the server has told nothing yet.
  ///   - policy: What differs between back ends and apps.
  package init(confirmed: Value, policy: OptimisticPolicy = OptimisticPolicy()) {
    self.confirmed = confirmed
    self.policy = policy
  }

  /// What is shown; an absolute intent makes the one before it irrelevant.
  @inline(__always) package var display: Value {
    guard let queued else { return landed }
    return Self.value(queued.intent, queued.intent.isAbsolute ? confirmed : landed)
  }

  /// What will be confirmed if the flight succeeds.
  @inline(__always) var landed: Value {
    guard let flight else { return confirmed }
    return Self.value(flight.intent, confirmed)
  }

  /// Whether a limit that was learned since it left takes something from the flight.
  ///
  /// The server has the last word on that.
  var isFlightCut: Bool {
    flight.map { !Intent.looksSame($0.intent.applied(to: confirmed), landed) } ?? false
  }

  /// The version of the confirmed value, for a back end that refuses what was decided on another.
  var confirmedVersion: Int? { isPastVersion ? nil : version }

  /// Whether nothing is pending: no tap, no retry, no read.
  @inline(__always) package var isIdle: Bool {
    _flight.isAbsent && queued == nil && reading == nil
  }

  /// Whether the outcome of the request under way is not known.
  package var isUncertain: Bool {
    guard let flight else { return false }
    switch flight.phase {
    case .sent: return flight.attempt > 1
    case .asking(_, let error), .backingOffToAsk(_, let error), .backingOff(_, let error):
      return !flight.isRefused(by: error)
    }
  }

  /// Whether a tap waits for the network.
  package var isWaiting: Bool { queued != nil && hold?.isWaiting == true }

  /// Whether a request has been settled.
  var hasSettled: Bool { settledAt.rawValue > 0 }

  /// Whether the value is worth more than what a list says.
  package var isWorthKeeping: Bool { hasSettled || hasLearned }

  /// Whether nobody has told anything of the value yet.
  package var isGuess: Bool { !isWorthKeeping && adoptedAt.rawValue == 0 }

  /// The value if an intent is carried out under its limits.
  @inline(__always) private static func value(_ intent: Intent, _ value: Value) -> Value {
    intent.effective(on: value)?.applied(to: value) ?? value
  }

  /// The intent under way.
  package struct Flight: Hashable, Sendable {
    /// What is asked for.
    package let intent: Intent
    /// The tap that is resolved with it.
    package let tap: Stamp
    /// What a limit took from it before it left.
    var adjustment: Adjustment<Value>?
    /// Which request this is, for the idempotency key; new when it is decided anew.
    package var key: Stamp
    /// How often it was sent under this key.
    package var attempt = 1
    /// How often it was decided anew after a conflict.
    var conflicts = 0
    /// How often the server was asked what became of it.
    var reads = 0
    /// The last version that was told before it left.
    var floor: Int?
    /// What it waits for.
    package var phase: Phase

    /// Whether the server is known to have done nothing: it refused the one request that was sent.
    func isRefused(by error: ServiceError) -> Bool { error.code == .conflict && attempt == 1 }

    /// What becomes of the tap if the server did what was sent.
    var success: Resolution<Value> { adjustment.map { .adjusted($0) } ?? .applied }
  }

  /// What a flight waits for.
  package enum Phase: Hashable, Sendable {
    /// The reply to the request of that stamp.
    case sent(Stamp)
    /// The delay of that stamp; then the next attempt.
    case backingOff(Stamp, ServiceError)
    /// The server's value, asked for at that stamp, to find out what became of the request.
    case asking(Stamp, ServiceError)
    /// The delay of that stamp; then the server is asked again.
    case backingOffToAsk(Stamp, ServiceError)
  }

  /// What was tapped while another intent flew, or waits for its turn or for the network.
  package struct Queued: Hashable, Sendable {
    /// All those taps as one intent.
    package var intent: Intent
    /// The last of them, which is resolved with it; the others were resolved as merged.
    package var tap: Stamp
    /// What a limit took from it.
    var adjustment: Adjustment<Value>?
    /// What the person was told that a limit takes from it, while it waits for its turn.
    var told: Adjustment<Value>?
  }

  /// A failure to be looked at, and tried again.
  package struct Failure: Hashable, Sendable {
    /// What the person wanted.
    package let intent: Intent
    /// The tap that wanted it.
    let tap: Stamp
    /// Why it failed.
    package let error: ServiceError
  }

  struct Parked: Hashable, Sendable {
    var answer: Answer
    var began: Stamp
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
    /// Nobody shares the lane any longer, so none has to be asked for, and none is given back.
    case forGood
  }
}
