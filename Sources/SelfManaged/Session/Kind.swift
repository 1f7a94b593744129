/// One kind of item in one session: its pending work, the observers of its events, and its items.
@MainActor
final class Kind<Intent: OptimisticIntent>: AnyKind {
  let activity: SessionActivity
  let observers = ItemObservers<Intent>()
  /// The items; `nil` until a component is bound to one.
  private(set) var store: Store<Intent>?
  var anyStore: (any AnyStore)? { store }
  private var registration: Registration?
  /// The value that contains the items; set before the first item.
  var container: Container<Intent>?
  /// Called after each event of an item, before the app is called; until it is set, an event has no
  /// additional cost.
  var followed: Follower<Intent>? { didSet { store?.followed = followed } }
  var policy: OptimisticPolicy? { registration?.policy }

  init(activity: SessionActivity = SessionActivity()) { self.activity = activity }

  /// The app's registration of the kind.
  struct Registration {
    let policy: OptimisticPolicy
    let transport: @MainActor (_ id: String) -> Transport<Intent>
  }

  /// Registers the kind, and returns whether this was possible.
  ///
  /// A kind is registered once, before a component is bound to one of its items.
  func register(_ new: Registration) -> Bool {
    guard registration == nil, store == nil else { return false }
    registration = new
    return true
  }

  /// The items; an unregistered kind has a transport that fails with an error.
  func store(
    in session: Session, unregistered error: @autoclosure () -> ServiceError
  ) -> (store: Store<Intent>, isNew: Bool) {
    if let store { return (store, false) }
    let registered = registration ?? .missing(error())
    let new = Store(kind: self, session: session, registered)
    new.followed = followed
    store = new
    return (new, true)
  }
}

/// Follows the events of items: the item, its former activity, and what the event changed.
typealias Follower<Intent: OptimisticIntent> =
  @MainActor (
    Entity<Intent>, ItemActivity, Transition<Intent>
  ) -> Void

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

extension Kind.Registration {
  /// A registration whose transports fail each request with an error that names the missing service
  /// or registration.
  static func missing(_ error: ServiceError) -> Self {
    Self(policy: OptimisticPolicy()) { .failing(error, for: $0) }
  }
}

/// The interface of a kind, whatever its intent.
@MainActor
protocol AnyKind: AnyObject {
  var activity: SessionActivity { get }
  var anyStore: (any AnyStore)? { get }
  var policy: OptimisticPolicy? { get }
}

/// The kind of an intent: with its own core, or with the one for any intent.
///
/// The core is generic. The compiler specializes it for the kinds of this package, and it can't do
/// so for a kind that another module declares: unspecialized, a tap took 178,000 instructions. So
/// those kinds share the core that is specialized for ``AnyIntent``, and a tap takes 28,000
/// (`Benchmarks/count own-kind`).
@MainActor
enum KindOf<Intent: OptimisticIntent> {
  case specialized(Kind<Intent>)
  case erased(Kind<AnyIntent>)

  /// Whether the compiler specializes the core for this kind.
  private static var isSpecialized: Bool {
    Intent.self == LikeIntent.self || Intent.self == QuantityIntent.self
  }

  /// A new kind.
  init() { self = Self.isSpecialized ? .specialized(Kind()) : .erased(Kind()) }

  /// A kind of this intent.
  init?(_ kind: any AnyKind) {
    if let kind = kind as? Kind<Intent> {
      self = .specialized(kind)
    } else if let kind = kind as? Kind<AnyIntent> {
      self = .erased(kind)
    } else {
      return nil
    }
  }

  /// The kind, whatever its core.
  var any: any AnyKind {
    switch self {
    case .specialized(let kind): kind
    case .erased(let kind): kind
    }
  }
}
