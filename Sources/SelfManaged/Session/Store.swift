/// The items of one kind in one session.
@MainActor
final class Store<Intent: OptimisticIntent>: AnyStore {
  unowned let session: Session
  private let context: SessionContext
  /// The activity of this kind.
  let activity: SessionActivity
  /// The activity of the whole session.
  private let whole: SessionActivity
  let observers: ItemObservers<Intent>
  private let policy: OptimisticPolicy
  private let transport: @MainActor (_ id: String) -> Transport<Intent>
  private var entities: [String: Entity<Intent>] = [:]
  private var lane = LaneQueue<String>()
  /// The delay that a busy server asked for, for the whole shared lane.
  private var lanePause = BusyPause()
  /// Whether each item has its own lane.
  private var isLaneOpen: Bool
  /// Items that no component shows, kept because the server's report is newer than the app's lists.
  private var changed = RecentItems()
  /// Items that no component shows, kept so that list data older than their last read stays stale.
  private var dated = RecentItems()

  init(kind: Kind<Intent>, session: Session, _ registered: Kind<Intent>.Registration) {
    whole = session.activity
    self.session = session
    context = session.context
    policy = registered.policy
    transport = registered.transport
    activity = kind.activity
    observers = kind.observers
    isLaneOpen = policy.lanes == .perItem
    if policy.delaysSending {
      activity.endGrace = { [weak self, weak session] in
        guard let self, let session else { return }
        endGrace()
        withExtendedLifetime(session) {}  // A service may release the session.
      }
    }
  }

  var count: Int { entities.count }

  func object(of id: String) -> AnyObject? { entities[id] }

  /// Whether all items share one lane.
  var isShared: Bool { !isLaneOpen }

  func entity(_ id: String, startingAt guess: Intent.Value) -> Entity<Intent> {
    if let entity = entities[id] { return entity }
    let entity = Entity(
      id: id, state: OptimisticState(confirmed: guess, policy: policy),
      transport: transport(id), store: self)
    entities[id] = entity
    if session.hasEnded { entity.end() }
    return entity
  }

  /// Puts a forgotten item back, unless there is a new one; returns whether it is in memory.
  func remember(_ entity: Entity<Intent>) -> Bool {
    let known = entities[entity.id] ?? entity
    entities[entity.id] = known
    return known === entity
  }

  /// The item, if it is in memory.
  func existing(_ id: String) -> Entity<Intent>? { entities[id] }

  func requestTurn(_ entity: Entity<Intent>) {
    guard !session.hasEnded else { return }
    if isLaneOpen {
      entity.process(.ownLane)
    } else if lane.request(entity.id) {
      entity.process(.turn)
    }
  }

  /// The reason why a request would not be sent now; `nil` if it may be sent.
  func obstacle() -> Obstacle? {
    isLaneOpen ? context.obstacle() : context.obstacle(lanePause)
  }

  /// Records the reply of a busy server, which may ask other requests to wait as well.
  func noteBusy(_ error: ServiceError) {
    context.noteBusy(error, policy, pausing: &lanePause)
  }

  /// Records that an item became busy or idle.
  func itemBecame(busy isBusy: Bool) {
    if isBusy {
      whole.began()
      activity.began()
    } else {
      whole.ended()
      activity.ended()
    }
  }

  /// Records that a change has succeeded, so that the cart that the first change creates exists.
  func changeSucceeded() {
    guard policy.lanes == .sharedAtFirst else { return }
    isLaneOpen = true
    for id in lane.open() { entities[id]?.process(.ownLane) }
  }

  /// Passes the turn to the next item; an item that is no longer in memory has nothing to send.
  func releaseTurn() {
    while let next = lane.release() {
      if let entity = entities[next] { return entity.process(.turn) }
    }
  }

  /// Forgets an idle item that no component shows.
  ///
  /// The most recent items that were changed here or read from the server are kept: when a cell
  /// scrolls back, the list that it is bound with may be older.
  func discardIfUnused(_ entity: Entity<Intent>) {
    guard entity.state.isIdle, entities[entity.id] === entity else { return }
    let limit = session.rememberedItemLimit
    guard !session.hasEnded, entity.state.isWorthKeeping || entity.state.isDated else {
      return forget(entity.id)
    }
    changed.remove(entity.id)
    dated.remove(entity.id)
    if entity.state.isWorthKeeping { changed.insert(entity.id) } else { dated.insert(entity.id) }
    while changed.count + dated.count > limit,
      let oldest = dated.removeOldest() ?? changed.removeOldest()
    {
      // An item that is shown or busy again stays in memory.
      if let old = entities[oldest], !old.isObserved, old.state.isIdle { forget(oldest) }
    }
  }

  private func forget(_ id: String) {
    entities.removeValue(forKey: id)
    changed.remove(id)
    dated.remove(id)
  }

  /// All items, ordered by ID so that runs of the app are reproducible.
  private var inOrder: [Entity<Intent>] {
    entities.values.sorted { $0.id < $1.id }
  }

  func propagate(_ error: ServiceError, except id: String?) {
    for entity in inOrder where entity.id != id {
      entity.process(.neighborFailed(error))
    }
  }

  func flush() {
    for entity in inOrder.sorted(by: Self.isEarlier) { entity.flush() }
  }

  /// Whether the oldest tap of an item came before that of another one.
  private static func isEarlier(_ first: Entity<Intent>, _ second: Entity<Intent>) -> Bool {
    guard let tap = first.state.oldestTap else { return false }
    return second.state.oldestTap.map { tap < $0 } ?? true
  }

  func endGrace() {
    for entity in inOrder.sorted(by: Self.isEarlier) { entity.endGrace() }
  }

  var waiting: [WaitingItem] {
    inOrder.compactMap { entity in
      guard let since = entity.state.waitingSince else { return nil }
      return WaitingItem(since: since) { entity.process(.flush) }  // A grace period goes on.
    }
  }

  func refresh() {
    for entity in inOrder { entity.refresh() }
  }

  func reachDeadlines(by now: Duration) {
    for entity in inOrder { entity.reachDeadlines(by: now) }
  }

  var nextDeadline: Duration? { entities.values.compactMap(\.nextDeadline).min() }

  func end() {
    for entity in inOrder { entity.end() }
  }
}
