/// Follows the events of items: the item, and what the event changed.
typealias Follower<Intent: OptimisticIntent> =
  @MainActor (Entity<Intent>, Transition<Intent>) -> Void

/// How a value follows the items that it contains, as the cart follows its products.
struct Container<Intent: OptimisticIntent> {
  /// Whether all items have one version, and so share one lane whatever the policy.
  let hasOneVersion: Bool
  /// Whether the requests and reads of all items wait; `nil` if they never do.
  let isHeld: (@MainActor () -> Bool)?
  /// The report on an item of which nothing is known; `nil` if there is none.
  let report: @MainActor (_ id: String) -> (answer: Intent.Answer, source: ReportSource)?
  /// Called when a component was bound to an item.
  let bound: @MainActor (Entity<Intent>) -> Void
  /// Called when an item was forgotten.
  let forgotten: @MainActor (Entity<Intent>) -> Void
  /// Publishes the value after an event of an item.
  let publish: @MainActor () -> Void
}

/// The store of an intent's kind: with its own core, or with the one for any intent.
///
/// The core is generic. The compiler specializes it for the kinds of this package, and it can't do
/// so for a kind that another module declares: unspecialized, a tap took 178,000 instructions. So
/// those kinds share the core that is specialized for ``AnyIntent``, and a tap takes 28,000
/// (`Benchmarks/count own-kind`).
@MainActor
enum KindOf<Intent: OptimisticIntent> {
  case specialized(Store<Intent>)
  case erased(Store<AnyIntent>)

  /// Whether the compiler specializes the core for this kind.
  private static var isSpecialized: Bool {
    Intent.self == LikeIntent.self || Intent.self == QuantityIntent.self
  }

  /// A new store.
  init(in session: Session) {
    self = Self.isSpecialized ? .specialized(Store(session)) : .erased(Store(session))
  }

  /// A store of this intent's kind.
  init?(_ store: any AnyStore) {
    if let store = store as? Store<Intent> {
      self = .specialized(store)
    } else if let store = store as? Store<AnyIntent> {
      self = .erased(store)
    } else {
      return nil
    }
  }

  /// The store, whatever its core.
  var any: any AnyStore {
    switch self {
    case .specialized(let store): store
    case .erased(let store): store
    }
  }
}
