/// What a handler says of an event it was given.
///
/// There are three answers and no default, so that nothing is taken for handled by accident.
public enum Handling: Hashable, Sendable, CaseIterable {
  /// It was handled, and no handler above hears of it; observers still do.
  case stop
  /// It was handled, and the handlers above are asked too.
  case handledPassOn
  /// It was not handled, and the handlers above are asked.
  case pass
}
