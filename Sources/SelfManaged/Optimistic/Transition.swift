package import Components

/// The result of one event: the change of the display, a notice, and commands for the shell.
package struct Transition<Intent: OptimisticIntent>: Sendable {
  /// The logical time of the event.
  let now: LogicalTime
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
  /// Whether the clamp becomes the notice only with a visible change.
  var isAdjustmentTiedToChange = false

  /// A message to the user, shown once by the component that was tapped.
  package enum Notice: Hashable, Sendable {
    /// A tap failed.
    case failure(OptimisticState<Intent>.Failure)
    /// The server or a learned limit clamped a tap.
    case adjustment(tap: LogicalTime, Adjustment<Intent.Value>)
    /// A tap removed the value, and can be undone before it is sent.
    case undoable(tap: LogicalTime)
  }

  /// Begins with the time of an event and the value displayed before it.
  init(at now: LogicalTime, from display: Intent.Value) {
    self.now = now
    self.display = display
    effects.reserveCapacity(2)  // Most events lead to one or two.
  }

  /// Records that a limit or the server clamped an intent after its tap.
  mutating func adjust(_ clamp: Adjustment<Intent.Value>, tap: LogicalTime) {
    cause = .adjust
    adjustment = (tap, clamp)
  }
}
