public import Components

/// Events of self-managed components.
extension Responder {
  /// Sends what a change has to tell the person along the chain, if it has anything to tell.
  ///
  /// Call it after the change is shown. Of all components on an item only the one that was tapped is
  /// told of a failure or an adjustment, so each rises once.
  ///
  /// - Parameters:
  ///   - change: What the component was told.
  ///   - itemID: Which item.
  public func report<Value>(_ change: ManagedChange<Value>, of itemID: String) {
    if let failure = change.failure { send(TapFailed(itemID: itemID, error: failure)) }
    if let adjustment = change.adjustment { send(TapAdjusted(itemID: itemID, adjustment)) }
  }
}
