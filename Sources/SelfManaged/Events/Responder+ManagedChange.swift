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

/// The notices that wait until the component's behavior is attached.
///
/// A component that is bound again to its item is shown the outcome of its taps during the binding.
/// A handler of that outcome may retry, and must then reach the new behavior.
@MainActor
final class HeldNotices {
  private var waiting: [@MainActor () -> Void] = []
  /// Whether the behavior is attached, so that notices need not wait.
  private(set) var isOpen = false

  /// Notifies of the change once the behavior is attached.
  func hold<Value>(_ change: ManagedChange<Value>, _ notify: @escaping @MainActor () -> Void) {
    if change.hasNotice { waiting.append(notify) }
  }

  /// Sends the held notices, since the behavior is attached.
  func open() {
    isOpen = true
    for notify in exchange(&waiting, with: []) { notify() }
  }
}

extension ManagedChange {
  /// Whether the component has to give feedback, or to report something.
  fileprivate var hasNotice: Bool {
    isOwnTap || failure != nil || adjustment != nil || undo != nil
  }
}
