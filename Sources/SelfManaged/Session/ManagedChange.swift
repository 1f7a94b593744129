public import Components

/// What a component bound to an item is told, at once and whole.
public struct ManagedChange<Value: Hashable & Sendable>: Hashable, Sendable {
  /// What to show.
  public var value: Value
  /// Why.
  public var cause: ChangeCause
  /// Whether a component that is bound was on this item before, so that what somebody types in it stays.
  public var isSameItem = false
  /// What to tell the person of the tap on this component, if something else came of it.
  public var adjustment: Adjustment<Value>?
  /// What to tell the person of the tap on this component, if it failed.
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
