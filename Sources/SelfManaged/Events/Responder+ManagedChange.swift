public import Components

/// The events of self-managed components.
extension Responder {
  /// Sends the failure, the adjustment and the undo offer of a change, if any, along the chain, as
  /// ``TapFailed``, ``TapAdjusted`` and ``UndoOffered``.
  ///
  /// Call this method in the component's `show` closure, after showing the change. Of all
  /// components bound to an item, only one is notified of them, so each is sent once: the tapped
  /// component, or for the message of a push, the one that was bound last.
  ///
  /// - Parameters:
  ///   - change: The change that the component was notified of.
  ///   - itemID: The item's ID.
  public func sendEvents<Value>(of change: ManagedChange<Value>, for itemID: String) {
    if let failure = change.failure {
      let result = send(TapFailed(itemID: itemID, error: failure))
      if !result.isHandled, EventRouting.onUnhandled == nil {
        debugMessage(
          """
          A tap on "\(itemID)" failed (\(failure)), and no responder handled TapFailed, so the \
          user is not notified. Set the nextResponder of each responder from this \
          \(type(of: self)) to the page, and let the page handle it: \
          table.on(TapFailed.self) { failed, _ in … }.
          """)
      }
    }
    if let adjustment = change.adjustment { send(TapAdjusted(itemID: itemID, adjustment)) }
    if let offer = change.undo { send(UndoOffered(offer)) }
  }
}
