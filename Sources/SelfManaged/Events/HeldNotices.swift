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
