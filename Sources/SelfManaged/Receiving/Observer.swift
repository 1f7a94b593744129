/// One observer of a centre: what to call, and for how long.
@MainActor @usableFromInline
final class Observer {
  /// Rises with each registration in a centre.
  let number: UInt64
  let connection: ConnectionID?
  private let isOwned: Bool
  private weak var owner: AnyObject?
  private var handler: Handler

  init(number: UInt64, connection: ConnectionID?, owner: AnyObject?, _ handler: Handler) {
    self.number = number
    self.connection = connection
    self.owner = owner
    self.handler = handler
    isOwned = owner != nil
  }

  /// What to call; it says whether it wants to hear more.
  @usableFromInline
  enum Handler {
    case ofKind(@MainActor (any Response) -> Bool)
    case ofEverything(@MainActor (Received) -> Bool)
    case nobody
  }

  /// Whether it was cancelled, or has found its owner gone.
  var isCancelled: Bool { if case .nobody = handler { true } else { false } }

  /// Whether it may still hear something.
  var isAlive: Bool { !isCancelled && (!isOwned || owner != nil) }

  func isOwned(by other: AnyObject) -> Bool { isOwned && owner === other }

  /// Lets go of the handler and of all that it holds.
  func cancel() { handler = .nobody }

  /// Says whether it may hear more.
  func give(_ response: any Response, from connection: ConnectionID?) -> Bool {
    guard self.connection == nil || self.connection == connection else { return true }
    switch handler {
    case .ofKind(let handler): if !handler(response) { cancel() }
    case .ofEverything(let handler): if !handler(.response(response)) { cancel() }
    case .nobody: break
    }
    return !isCancelled
  }

  func give(trouble: Received, from connection: ConnectionID?) {
    guard self.connection == nil || self.connection == connection else { return }
    if case .ofEverything(let handler) = handler, !handler(trouble) { cancel() }
  }
}

/// Observers in the order of their registration.
///
/// Those who are cancelled are silent at once and are swept out later. Owners go without a word, so
/// the dead are looked for whenever there may be as many of them as of the living.
@MainActor
struct Roll {
  private(set) var observers: [Observer] = []
  private var sweepAt = 16

  mutating func add(_ observer: Observer) {
    if observers.count >= sweepAt { sweep() }
    observers.append(observer)
  }

  mutating func sweep() {
    observers.removeAll { !$0.isAlive }
    sweepAt = max(16, observers.count * 2)
  }

  func cancel(where isConcerned: (Observer) -> Bool) {
    for observer in observers where isConcerned(observer) { observer.cancel() }
  }

  /// The observers of both, in the order of their registration.
  func merged(with other: Roll) -> [Observer] {
    if other.observers.isEmpty { return observers }
    return (observers + other.observers).sorted { $0.number < $1.number }
  }
}
