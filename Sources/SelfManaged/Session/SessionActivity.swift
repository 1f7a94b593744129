public import Observation

/// The pending work of a session, or of one kind of item in it.
///
/// ```swift
/// let cart = session.activity(of: QuantityIntent.self)
/// totalLabel.isStale = cart.isPending     // observed; totals are the server's, never computed here
/// await cart.settled()                    // the barrier before checkout
/// ```
///
/// In-flight and queued taps, unknown outcomes and reads of a value are pending. Everything here
/// happens on the main actor.
@MainActor
public final class SessionActivity: Observable {
  /// Whether anything is pending; observable, and changed once when work begins and once when it
  /// ends.
  public var isPending: Bool {
    if !isObserved {
      isObserved = true
      pending.unobserved = count > 0
    }
    return pending.value
  }

  /// The number of busy items.
  private var count = 0
  private let pending = ObservedValue(false)
  /// Whether ``isPending`` was ever read; until then no change is published.
  private var isObserved = false
  private var waiters: Waiters?
  weak var session: Session?

  init() {}

  /// Returns when nothing is pending, when a limit has passed, or when the waiting task is canceled.
  ///
  /// If nothing is pending, it returns immediately. Intents that can still be undone are sent first.
  ///
  /// - Parameter limit: The longest wait; by default unlimited.
  /// - Returns: What is still pending, and what is in doubt or failed.
  @discardableResult
  public func settled(within limit: Duration? = nil) async -> SettledOutcome {
    guard let session else { return SettledOutcome() }
    for (_, item) in items.oldestFirst(\.pendingSince) { item.endGrace() }
    let waiters = self.waiters ?? Waiters()
    self.waiters = waiters
    let context = session.context
    let end = limit.map { context.time + $0 }
    let alarm = end.map { context.alarms.at($0) { waiters.resume() } }
    await waiters.wait { count > 0 && end.map { context.time < $0 } != false }
    alarm?.cancel()
    var outcome = SettledOutcome()
    for item in items { item.add(to: &outcome) }
    return outcome
  }

  /// The items that are counted.
  private var items: [any AnyItem] {
    guard let session else { return [] }
    if self === session.activity { return session.items }
    return session.stores.filter { $0.activity === self }.flatMap(\.items)
  }

  /// Changes the number of busy items.
  func change(by amount: Int) {
    count += amount
    if count == 0 { waiters?.resume() }
  }

  /// Publishes whether there are busy items.
  func publish() {
    if isObserved, pending.unobserved != (count > 0) { pending.value = count > 0 }
  }
}

/// What is left when a wait for the pending work of a session, or of one kind of item, ends.
///
/// ```swift
/// let outcome = await session.settled(within: .seconds(3))
/// guard outcome.isClean else { return explain(outcome) }
/// try await api.checkOut()
/// ```
public struct SettledOutcome: Sendable {
  /// The IDs of the items with a tap or a read that is still pending, sorted within each kind.
  public internal(set) var pending: [String] = []
  /// The IDs of the items whose value may be wrong, since a read that it needs has not succeeded.
  public internal(set) var inDoubt: [String] = []
  /// The failures that are kept on items: of each item the last one, until its next tap.
  public internal(set) var failures: [ManagedFailure] = []

  /// Whether nothing is pending, in doubt or failed.
  public var isClean: Bool { pending.isEmpty && inDoubt.isEmpty && failures.isEmpty }
}
