public import Components

/// A change that a bound component is notified of, complete in one call.
public struct ManagedChange<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value to show.
  public var value: Value
  /// The cause of the change.
  public var cause: ChangeCause
  /// Whether the component was bound to this item before; it then keeps the text that is being
  /// edited.
  public var isSameItem = false
  /// Whether a tap or an undo on this component changed the value, and not one on another component
  /// that is bound to the item.
  ///
  /// It is `false` for the later outcome of the tap: its confirmation, adjustment or failure. In
  /// the change that a rebinding to the same item shows, it is `true` if the component was not yet
  /// notified of such a tap.
  public var isOwnTap = false
  /// The offer to undo a tap on this component, until the grace period is over.
  public var undo: UndoOffer?
  /// The adjustment of a tap on this component, to report to the user.
  public var adjustment: Adjustment<Value>?
  /// The failure of a tap on this component, to report to the user.
  public var failure: ServiceError?

  /// Creates a change.
  public init(
    value: Value, cause: ChangeCause, adjustment: Adjustment<Value>? = nil,
    failure: ServiceError? = nil
  ) {
    self.value = value
    self.cause = cause
    self.adjustment = adjustment
    self.failure = failure
  }
}
