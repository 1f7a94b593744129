/// One observer of a centre: what to call, and for how long.
@MainActor @usableFromInline
final class Observer {
  /// Rises with each registration in a centre.
  let number: UInt64
  let connection: ConnectionID?
  private let isOwned: Bool
  private weak var owner: AnyObject?

  /// Whether it was cancelled, or has found its owner gone.
  private(set) var isCancelled: Bool

  private var handler: Handler?
  /// The same, to be called without being retained each time; `handler` holds it.
  private var lent: Unmanaged<Handler>?
  private var isBeingTold = false

  /// Creates an observer; without a handler it is cancelled from the beginning.
  init(number: UInt64, connection: ConnectionID?, owner: AnyObject?, _ handler: Handler?) {
    self.number = number
    self.connection = connection
    self.owner = owner
    self.handler = handler
    lent = handler.map(Unmanaged.passUnretained)
    isOwned = owner != nil
    isCancelled = handler == nil
  }

  /// What to call; either says whether it wants to hear more.
  final class Handler {
    let response: @MainActor (any Response) -> Bool
    /// For what could not become a response, if it hears of that.
    let trouble: (@MainActor (Received) -> Bool)?

    init(
      _ response: @escaping @MainActor (any Response) -> Bool,
      trouble: (@MainActor (Received) -> Bool)? = nil
    ) {
      self.response = response
      self.trouble = trouble
    }
  }

  /// Whether it may still hear something.
  var isAlive: Bool { !isCancelled && (!isOwned || owner != nil) }

  func isOwned(by other: AnyObject) -> Bool { isOwned && owner === other }

  /// Lets go of the handler and of all that it holds; of one that is running, when it has ended.
  func cancel() {
    isCancelled = true
    if isBeingTold { return }
    lent = nil
    handler = nil
  }

  /// Says whether it may hear more.
  func give(_ response: any Response, from connection: ConnectionID?) -> Bool {
    guard self.connection == nil || self.connection == connection else { return true }
    return tell { $0.response(response) }
  }

  func give(trouble: Received, from connection: ConnectionID?) {
    guard self.connection == nil || self.connection == connection else { return }
    _ = tell { $0.trouble?(trouble) ?? true }
  }

  /// Says whether it may hear more.
  @inline(__always)
  private func tell(_ call: (Handler) -> Bool) -> Bool {
    guard let lent, !isCancelled else { return false }
    isBeingTold = true
    // Safe, since nobody lets go of the handler while this is true.
    let goesOn = lent.lend(call)
    isBeingTold = false
    if isCancelled || !goesOn { cancel() }
    return !isCancelled
  }
}

/// Observers in the order of their registration.
///
/// Those who are cancelled are silent at once and are swept out later. Owners go without a word, so
/// the dead are looked for whenever there may be as many of them as of the living.
@MainActor
struct Roll {
  private(set) var observers: [Observer] = []
  /// The same, to be told without being retained each time; `observers` holds them.
  private var lent: [Unmanaged<Observer>] = []
  private var sweepAt = 16

  mutating func add(_ observer: Observer) {
    if observers.count >= sweepAt { sweep() }
    observers.append(observer)
    lent.append(.passUnretained(observer))
  }

  mutating func sweep() {
    observers.removeAll { !$0.isAlive }
    lent = observers.map(Unmanaged.passUnretained)
    sweepAt = max(16, observers.count * 2)
  }

  func cancel(where isConcerned: (Observer) -> Bool) {
    for observer in observers where isConcerned(observer) { observer.cancel() }
  }

  /// Says whether all may hear more.
  @inline(__always)
  func give(_ response: any Response, from connection: ConnectionID?) -> Bool {
    var areAlive = true
    for observer in lent where !observer.lend({ $0.give(response, from: connection) }) {
      areAlive = false
    }
    hold(observers)
    return areAlive
  }

  /// The observers of both, in the order of their registration.
  func merged(with other: Roll) -> Roll {
    if other.observers.isEmpty { return self }
    var roll = Roll()
    roll.observers = (observers + other.observers).sorted { $0.number < $1.number }
    roll.lent = roll.observers.map(Unmanaged.passUnretained)
    return roll
  }
}

extension Unmanaged {
  /// Lends out, without retaining it, what something else holds until `body` has ended.
  @inline(__always)
  func lend<Result>(_ body: (Instance) -> Result) -> Result { _withUnsafeGuaranteedRef(body) }
}

/// Keeps alive until here what was lent out.
@inline(__always)
private func hold(_ lender: [Observer]) { withExtendedLifetime(lender) {} }
