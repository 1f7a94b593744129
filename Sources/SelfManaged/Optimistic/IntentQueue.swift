/// The taps that wait to be sent: for a request, for a turn, for the network, or for a pause.
struct IntentQueue<Intent: OptimisticIntent>: Hashable, Sendable {
  /// The taps, coalesced into one intent.
  var queued: QueuedIntent<Intent>?
  /// The delay before the intent is sent, and the removal that can be undone.
  @Seldom var grace: Grace<Intent>?
  /// The wait for the network; it continues while the intent is sent again and requeued.
  private var hold: Hold?
  /// The wait for the end of the session's pause.
  @Seldom private var pause: Pause?
  /// The place in the shared lane.
  private var turn = Turn.none

  /// The wait for the network after a request could not be sent.
  private struct Hold: Hashable, Sendable {
    /// When the wait began; it names the deadline.
    let began: LogicalTime
    var phase = Phase.waiting

    enum Phase: Hashable, Sendable {
      /// The intent waits for a flush or a later tap.
      case waiting
      /// The intent may be sent; if the device is still offline, it waits again.
      case released
      /// The deadline passed while the intent was in flight, so it may not wait again.
      case expired
    }
  }

  /// The wait for the end of a pause that a busy server asked all requests for.
  private struct Pause: Hashable, Sendable {
    /// When the wait began; `nil` once it is over.
    var began: LogicalTime?
    /// The part of the policy's bounds that the intent used up before it went back to the queue.
    let spent: Spent
  }

  /// The place in a lane that several items share.
  private enum Turn: Hashable, Sendable {
    case none
    case requested
    case held
    /// The lane is no longer shared, so no turn is requested or released.
    case unneeded
  }

  /// Whether an intent waits for the network.
  var isHeld: Bool { hold?.phase == .waiting }

  /// Whether an intent may wait for the network, or wait again.
  var mayHold: Bool { hold?.phase != .expired }

  /// Whether the end of the wait that began then would have an effect.
  func isWaiting(since began: LogicalTime) -> Bool { hold?.began == began }

  /// Whether an intent waits for the end of the session's pause.
  var isPaused: Bool { !_pause.isAbsent && pause?.began != nil }

  /// Whether an intent waits for the end of the pause that began then.
  func isPaused(since began: LogicalTime) -> Bool { !_pause.isAbsent && pause?.began == began }

  /// Makes the intent wait for the end of the session's pause.
  ///
  /// - Parameters:
  ///   - now: The beginning of the wait.
  ///   - spent: The part of the policy's bounds that the intent will have used up then.
  mutating func wait(forPauseAt now: LogicalTime, _ spent: Spent) {
    pause = Pause(began: now, spent: spent)
  }

  /// Keeps the part of the policy's bounds that the intent has used up.
  mutating func keep(_ spent: Spent) {
    if spent != Spent() { pause = Pause(began: nil, spent: spent) }
  }

  /// Forgets the conflicts and busy replies of an intent that a later tap replaces; it still waits.
  mutating func renewBounds() {
    guard !_pause.isAbsent, let former = pause else { return }
    pause = Pause(began: former.began, spent: Spent(waited: former.spent.waited))
  }

  /// Ends the wait, so that the intent may be sent.
  mutating func endPause() { pause?.began = nil }

  /// Removes the intent to send it.
  ///
  /// - Returns: The part of the policy's bounds that it used up before.
  mutating func take() -> Spent {
    queued = nil
    guard !_pause.isAbsent else { return Spent() }
    defer { pause = nil }
    return pause?.spent ?? Spent()
  }

  /// Whether there is a grace period, or a removal that an undo can restore.
  var hasGrace: Bool { !_grace.isAbsent }

  /// Whether the intent waits for the end of its grace period.
  var isInGrace: Bool { hasGrace && grace?.began != nil }

  /// Whether the removal can be undone, and an earlier tap would then be sent.
  var hidesAnEarlierTap: Bool {
    guard hasGrace, case .undoable(let removal) = grace else { return false }
    return removal.queued != nil
  }

  /// Ends the grace period, so that the intent may be sent.
  mutating func endGrace() {
    if isInGrace { grace = grace?.ended }
  }

  /// Replaces the intent by the one before it, under another tap.
  mutating func restore(_ former: QueuedIntent<Intent>?, tap: LogicalTime) {
    grace = nil
    queued = former
    queued?.tap = tap
    if former == nil { drop() }
  }

  /// Removes the intent, and ends its wait.
  mutating func drop() {
    queued = nil
    hold = nil
    if hasGrace { grace = nil }
    if !_pause.isAbsent { pause = nil }
  }

  /// Ends the wait, because the mutation settled.
  mutating func endHold() { hold = nil }

  /// Makes the intent wait for the network.
  ///
  /// - Returns: Whether a wait begins at `now`, whose deadline the shell has to report.
  mutating func wait(since now: LogicalTime) -> Bool {
    let begins = hold == nil
    if begins { hold = Hold(began: now) }
    hold?.phase = .waiting
    return begins
  }

  /// Ends the wait for now, so that the intent may be sent.
  mutating func releaseHold() {
    if hold?.phase == .waiting { hold?.phase = .released }
  }

  /// Handles the deadline of the wait.
  ///
  /// - Returns: Whether an intent still waits, and now fails.
  mutating func expire() -> Bool {
    let isWaiting = hold?.phase == .waiting
    hold?.phase = .expired
    return isWaiting
  }

  /// Whether the intent may be sent in its lane.
  var hasTurn: Bool { turn == .held || turn == .unneeded }

  /// Requests a turn if none was requested.
  ///
  /// - Returns: Whether the shell has to request it.
  mutating func requestTurn() -> Bool {
    defer { turn = .requested }
    return turn == .none
  }

  /// Grants the turn; `forGood` if the item has its own lane from now on.
  mutating func grantTurn(forGood: Bool = false) { turn = forGood ? .unneeded : .held }

  /// Releases the turn, if the item has it.
  ///
  /// - Returns: Whether the shell has to pass the turn to the next item.
  mutating func releaseTurn() -> Bool {
    guard turn == .held else { return false }
    turn = .none
    return true
  }
}

/// The taps that are not sent yet, as one intent.
package struct QueuedIntent<Intent: OptimisticIntent>: Hashable, Sendable {
  /// The taps, coalesced into one intent.
  package var intent: Intent
  /// The last tap, which is resolved with the intent; the earlier ones were resolved as merged.
  package var tap: LogicalTime
  /// The clamp that a limit applied to the intent.
  var adjustment: Adjustment<Intent.Value>?
  /// The clamp that the user was notified of while the intent waits for its turn.
  var notified: Adjustment<Intent.Value>?
}
