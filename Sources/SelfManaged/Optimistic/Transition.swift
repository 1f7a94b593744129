package import Components

/// One step of the reducer: the inputs of an event, and its result for the shell.
package struct Transition<Intent: OptimisticIntent>: Sendable {
  /// The logical time of the event.
  let now: LogicalTime
  /// Whether a request may leave now.
  let gate: Gate
  let policy: OptimisticPolicy
  /// The displayed value before the event.
  let before: Intent.Value
  /// The displayed value after the event.
  package internal(set) var display: Intent.Value
  /// Whether the displayed value changed, even if only in a part that users can't see.
  package internal(set) var isChanged = false
  /// Whether users can see the change.
  package internal(set) var isVisible = false
  /// The cause of the change.
  package internal(set) var cause = ChangeCause.external
  /// The notice for the tapped component; at most one for each event.
  package internal(set) var notice: Notice?
  /// The commands, to be carried out in this order after the change and the notice were shown.
  package internal(set) var effects: [OptimisticEffect<Intent>] = []

  /// The failure that becomes the notice if it visibly rolled back the user's change.
  var failure: OptimisticState<Intent>.Failure?
  /// Whether the failure becomes the notice even if it rolled back nothing.
  var isFailureAlwaysShown = false
  /// The clamp that becomes the notice if no failure does.
  var adjustment: (tap: LogicalTime, clamp: Adjustment<Intent.Value>)?

  /// A message to the user, shown once by the component that was tapped.
  package enum Notice: Hashable, Sendable {
    /// A tap failed.
    case failure(OptimisticState<Intent>.Failure)
    /// The server or a learned limit clamped a tap.
    case adjustment(tap: LogicalTime, Adjustment<Intent.Value>)
    /// A tap removed the value, and can be undone before it is sent.
    case undoable(tap: LogicalTime)
  }

  init(at now: LogicalTime, _ gate: Gate, _ policy: OptimisticPolicy, from display: Intent.Value) {
    self.now = now
    self.gate = gate
    self.policy = policy
    before = display
    self.display = display
    effects.reserveCapacity(2)  // Most events lead to one or two.
  }

  mutating func resolve(_ tap: LogicalTime, _ resolution: Resolution<Intent.Value>) {
    effects.append(.resolve(tap, resolution))
  }

  /// Begins a wait.
  mutating func schedule(_ reason: Wait.Reason, _ delay: Duration) -> Wait {
    let wait = Wait(reason, since: now)
    effects.append(.schedule(wait, delay))
    return wait
  }

  /// Records that a limit or the server clamped an intent; one event has one such notice, the last.
  mutating func adjust(_ clamp: Adjustment<Intent.Value>, tap: LogicalTime) {
    cause = .adjust
    adjustment = (tap, clamp)
  }
}
