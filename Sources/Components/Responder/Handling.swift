/// The result of a handler: whether it handled the event, and whether the event rises further.
///
/// There are three cases and no default, so that no event counts as handled by accident.
public enum Handling: Hashable, Sendable, CaseIterable {
  /// The event was handled, and no handler above runs for it; observers are still notified.
  case stop
  /// The event was handled, and the handlers above run too.
  case handledPassOn
  /// The event was not handled, and the handlers above run.
  case pass
}
