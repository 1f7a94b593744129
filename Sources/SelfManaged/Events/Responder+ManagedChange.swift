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
    if let failure = change.failure {
      let result = send(TapFailed(itemID: itemID, error: failure))
      if !result.isHandled, EventRouting.onUnhandled == nil {
        debugMessage(
          """
          A tap on "\(itemID)" failed, and no responder handled TapFailed, so the user is not \
          notified: \(failure). Set the nextResponder of each responder from this \
          \(type(of: self)) to the page, and let the page handle it: \
          table.on(TapFailed.self) { failed, _ in … }.
          """)
      }
    }
    if let adjustment = change.adjustment { send(TapAdjusted(itemID: itemID, adjustment)) }
  }
}
