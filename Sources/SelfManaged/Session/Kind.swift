/// One kind of item in one session: its pending work, the observers of its events, and its items.
@MainActor
final class Kind<Intent: OptimisticIntent>: AnyKind {
  let activity = SessionActivity()
  let observers = ItemObservers<Intent>()
  /// The items; `nil` until a component is bound to one.
  private(set) var store: Store<Intent>?
  var anyStore: (any AnyStore)? { store }

  /// The items; the first component that is bound decides the policy.
  func store(in session: Session, policy: OptimisticPolicy) -> (store: Store<Intent>, isNew: Bool) {
    if let store { return (store, false) }
    let new = Store(kind: self, session: session, policy: policy)
    store = new
    return (new, true)
  }
}

/// The interface of a kind, whatever its intent.
@MainActor
protocol AnyKind: AnyObject {
  var activity: SessionActivity { get }
  var anyStore: (any AnyStore)? { get }
}
