/// All items of one kind in one session.
@MainActor
final class Store<Intent: OptimisticIntent>: AnyStore {
  unowned let session: Session
  /// Of this kind.
  let activity: SessionActivity
  /// Of the whole session.
  private let whole: SessionActivity
  let watchers: Watchers<Intent>
  private let policy: OptimisticPolicy
  private var entities: [String: Entity<Intent>] = [:]
  private var lane = LaneQueue<String>()
  private var releases = 0
  private var isReleasing = false
  /// Whether each item has a lane of its own by now.
  private var isLaneOpen: Bool
  /// Items that nobody shows, kept because what the app's lists say of them is out of date.
  private var remembered: [String] = []

  init(session: Session, policy: OptimisticPolicy) {
    whole = session.activity
    self.session = session
    self.policy = policy
    activity = session.activity(of: Intent.self)
    watchers = session.watchers(of: Intent.self)
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
    guard policy.lanes == .sharedAtFirst, !isLaneOpen else { return }
    isLaneOpen = true
    for id in lane.open() { entities[id]?.process(.ownLane) }
  }

  /// Gives the turn on.
  ///
  /// A service that answers at once gives it back before this returns, so turns are given on in a
  /// loop and not in a recursion as deep as the lane is long.
  func releaseTurn() {
    guard !isLaneOpen else { return }
    releases += 1
    guard !isReleasing else { return }
    isReleasing = true
    while releases > 0 {
      releases -= 1
      guard let next = lane.release() else { continue }
      if let entity = entities[next], !session.hasEnded {
        entity.process(.turn)
      } else {
        releases += 1
      }
    }
    isReleasing = false
  }

  /// Forgets an item that nobody shows and nothing happens to.
  ///
  /// One whose value was settled here is worth more than the list it will be configured from again
  /// when it scrolls back, so the last few of those are kept.
  func discardIfUnused(_ entity: Entity<Intent>) {
    guard !entity.isObserved, entity.state.isIdle, entities[entity.id] === entity else { return }
    guard entity.state.isWorthKeeping, session.rememberedItemLimit > 0, !session.hasEnded else {
      entities.removeValue(forKey: entity.id)
      return
    }
    remembered.removeAll { $0 == entity.id }
    remembered.append(entity.id)
    while remembered.count > session.rememberedItemLimit {
      let oldest = remembered.removeFirst()
      guard let old = entities[oldest], !old.isObserved, old.state.isIdle else { continue }
      entities.removeValue(forKey: oldest)
    }
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

  func hurry() {
    for entity in inOrder { entity.process(.hurry) }
  }

  func refresh() {
    for entity in inOrder { entity.refresh() }
  }

  func end() {
    for entity in inOrder { entity.process(.end) }
  }
}
