import Components

extension Responder {
  /// Binds a component to an item: shows each change, gives its feedback, and sends its events.
  ///
  /// Events name the item `name`. The caller attaches the binding to the component, and then opens the
  /// notices.
  func bind<Intent: OptimisticIntent>(
    to id: String, as name: String, startingAt guess: Intent.Value, knowing answer: Intent.Answer?,
    asOf began: LogicalTime?, replacing former: ItemBinding<Intent>?, in session: Session,
    _ notices: HeldNotices,
    feedback: @escaping @MainActor (Self, ManagedChange<Intent.Value>) -> Void,
    show: @escaping @MainActor (Self, ManagedChange<Intent.Value>) -> Void
  ) -> ItemBinding<Intent> {
    session.bind(
      to: id, startingAt: guess, knowing: answer, asOf: began, replacing: former
    ) { [weak self] change in
      guard let self else { return }
      show(self, change)
      guard change.hasNotice else { return }
      @MainActor func notify() {
        feedback(self, change)
        sendEvents(of: change, for: name)
      }
      if notices.isOpen { notify() } else { notices.hold { notify() } }
    }
  }
}

/// The notices that wait until the component's binding is attached.
///
/// A component that is bound again to its item is shown the outcome of its taps during the binding.
/// A handler of that outcome may retry, and must then reach the new binding.
@MainActor
final class HeldNotices {
  private var waiting: [() -> Void] = []
  /// Whether the binding is attached, so that notices need not wait.
  private(set) var isOpen = false

  /// Delivers a notice once the binding is attached.
  func hold(_ notice: @escaping () -> Void) { waiting.append(notice) }

  /// Delivers the notices that wait, since the binding is attached.
  func open() {
    isOpen = true
    for notice in exchange(&waiting, with: []) { notice() }
  }
}

extension ManagedChange {
  /// Whether the component has to give feedback, or to report something.
  fileprivate var hasNotice: Bool {
    isOwnTap || failure != nil || adjustment != nil || undo != nil
  }
}
