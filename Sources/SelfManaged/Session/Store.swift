/// All items of one kind in one session.
@MainActor
final class Store<Intent: OptimisticIntent>: AnyStore {
  unowned let session: Session
  /// Of this kind.
  let activity: SessionActivity
  /// Of the whole session.
  private let whole: SessionActivity
  let observers: ItemObservers<Intent>
  private let policy: OptimisticPolicy
  private var entities: [String: Entity<Intent>] = [:]
  private var lane = LaneQueue<String>()
  private var releases = 0
  private var isReleasing = false
  /// Whether each item has a lane of its own by now.
  private var isLaneOpen: Bool
  /// Items that no component shows, kept because the server reported more of them than the app's lists.
  private var changed = RecentItems()
  /// The same for items of which only a dated list is known, so that an older list stays older.
  private var dated = RecentItems()

  init(session: Session, policy: OptimisticPolicy) {
    whole = session.activity
    self.session = session
    self.policy = policy
    activity = session.activity(of: Intent.self)
    observers = session.observers(of: Intent.self)
    isLaneOpen = policy.lanes == .perItem
  }

  var count: Int { entities.count }

  /// Whether all items stand in one lane.
  var isShared: Bool { !isLaneOpen }

  func entity(
    _ id: String, startingAt guess: Intent.Value, through transport: Transport<Intent>
  ) -> (entity: Entity<Intent>, isNew: Bool) {
    if let entity = entities[id] { return (entity, false) }
    let entity = Entity(
      id: id, state: OptimisticState(confirmed: guess, policy: policy), transport: transport,
      store: self)
    entities[id] = entity
    if session.hasEnded { entity.process(.end) }
    return (entity, true)
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

  /// An item began to be busy, or ended.
  func note(_ isBusy: Bool) {
    if isBusy {
      whole.began()
      activity.began()
    } else {
      whole.ended()
      activity.ended()
    }
  }

  /// A change has succeeded, so what the first one creates is there.
  func changeSucceeded() {
    guard policy.lanes == .sharedAtFirst else { return }
    isLaneOpen = true
    for id in lane.open() { entities[id]?.process(.ownLane) }
  }

  /// Gives the turn on.
  ///
  /// A service that answers at once gives it back before this returns, so turns are given on in a
  /// loop and not in a recursion as deep as the lane is long.
  func releaseTurn() {
    releases += 1
    guard !isReleasing else { return }
    isReleasing = true
    while releases > 0 {
      releases -= 1
      guard let next = lane.release() else { continue }
      if let entity = entities[next] {
        entity.process(.turn)
      } else {
        releases += 1
      }
    }
    isReleasing = false
  }

  /// Forgets an item that no component shows and that is idle.
  ///
  /// The last ones that were changed here or read from the server are kept: the list that a cell is
  /// configured from when it scrolls back may be older.
  func discardIfUnused(_ entity: Entity<Intent>) {
    guard !entity.isObserved, entity.state.isIdle, entities[entity.id] === entity else { return }
    let limit = session.rememberedItemLimit
    guard limit > 0, !session.hasEnded, entity.state.isWorthKeeping || entity.state.isDated else {
      return forget(entity.id)
    }
    changed.remove(entity.id)
    dated.remove(entity.id)
    if entity.state.isWorthKeeping { changed.insert(entity.id) } else { dated.insert(entity.id) }
    while changed.count + dated.count > limit,
      let oldest = dated.removeOldest() ?? changed.removeOldest()
    {
      // One that is shown again is kept for that reason.
      if let old = entities[oldest], !old.isObserved, old.state.isIdle { forget(oldest) }
    }
  }

  private func forget(_ id: String) {
    entities.removeValue(forKey: id)
    changed.remove(id)
    dated.remove(id)
  }

  /// All items, in the same order in every run of the app, so that a story can be told again.
  private var inOrder: [Entity<Intent>] {
    entities.values.sorted { $0.id < $1.id }
  }

  func spread(_ error: ServiceError, except id: String?) {
    for entity in inOrder where entity.id != id {
      entity.process(.neighborFailed(error))
    }
  }

  func flush() {
    for entity in inOrder { entity.process(.flush) }
  }

  func refresh() {
    for entity in inOrder { entity.refresh() }
  }

  func reachDeadlines(by now: Duration) {
    for entity in inOrder { entity.reachDeadlines(by: now) }
  }

  var nextDeadline: Duration? { entities.values.compactMap(\.nextDeadline).min() }

  func end() {
    for entity in inOrder { entity.process(.end) }
  }
}
