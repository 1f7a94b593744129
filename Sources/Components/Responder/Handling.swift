/// The result of a handler: whether it handled the event, and whether the event rises further.
///
/// A handler always returns one of the cases, so that no event counts as handled by accident.
public enum Handling: Hashable, Sendable, CaseIterable {
  /// The event was handled, and the handlers above do not run; observers are still notified.
  case stop
  /// The event was handled, and the handlers above run too.
  case handledContinue
  /// The event was not handled, and the handlers above run.
  case ignored
}
