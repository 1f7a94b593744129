/// The delay before a queued intent is sent, in which later taps coalesce or a removal can be
/// undone.
package enum Grace<Intent: OptimisticIntent>: Hashable, Sendable {
  /// A burst of taps coalesces until the delay that began then is over.
  case coalescing(LogicalTime)
  /// A removal can be undone until the delay that began with it is over.
  case undoable(Removal)
  /// The delay is over. Until the removal is sent, an undo drops it; after that, an undo is a new
  /// intent.
  case over(Removal)

  /// A tap that removed the value, and the state before it.
  package struct Removal: Hashable, Sendable {
    /// The logical time of the tap.
    let tap: LogicalTime
    /// The queued intent before the removal.
    var queued: QueuedIntent<Intent>?
    /// The displayed value before the removal.
    let display: Intent.Value
  }

  /// The logical time when the delay began; `nil` if it is over.
  package var began: LogicalTime? {
    switch self {
    case .coalescing(let began): began
    case .undoable(let removal): removal.tap
    case .over: nil
    }
  }

  /// The removal.
  var removal: Removal? {
    switch self {
    case .undoable(let removal), .over(let removal): removal
    case .coalescing: nil
    }
  }

  /// The same phase for another state of the removal.
  func with(_ removal: Removal) -> Self {
    if case .over = self { .over(removal) } else { .undoable(removal) }
  }

  /// The grace period after its delay; `nil` if nothing is left to undo.
  var ended: Self? { removal.map { .over($0) } }
}
