/// All items of one kind in one session.
@MainActor
final class Store<Intent: OptimisticIntent>: AnyStore {
  unowned let session: Session
  private let policy: OptimisticPolicy
  private var entities: [String: Entity<Intent>] = [:]
  private var lane = LaneQueue<String>()
  /// Items that nobody shows, kept because what the app's lists say of them is out of date.
  private var remembered: [String] = []

  init(session: Session, policy: OptimisticPolicy) {
    self.session = session
    self.policy = policy
  }

  var count: Int { entities.count }

  /// Whether all items stand in one lane.
  var isShared: Bool { policy.lanes == .shared }

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
    if lane.request(entity.id) { entity.process(.turn) }
  }

  func releaseTurn() {
    while let next = lane.release() {
      if let entity = entities[next] { return entity.process(.turn) }
    }
  }

  /// Forgets an item that nobody shows and nothing happens to.
  ///
  /// One whose value was settled here is worth more than the list it will be configured from again
  /// when it scrolls back, so the last few of those are kept.
  func discardIfUnused(_ entity: Entity<Intent>) {
    guard !entity.isObserved, entity.state.isIdle, entities[entity.id] === entity else { return }
    guard entity.state.hasSettled, session.remembers > 0, !session.hasEnded else {
      entities[entity.id] = nil
      return
    }
    remembered.removeAll { $0 == entity.id }
    remembered.append(entity.id)
    while remembered.count > session.remembers {
      let oldest = remembered.removeFirst()
      guard let old = entities[oldest], !old.isObserved, old.state.isIdle else { continue }
      entities[oldest] = nil
    }
  }

  func spread(_ error: ServiceError, except id: String?) {
    for entity in Array(entities.values) where entity.id != id {
      entity.process(.neighborFailed(error))
    }
  }

  func hurry() {
    for entity in Array(entities.values) { entity.process(.hurry) }
  }

  func refresh() {
    for entity in Array(entities.values) { entity.process(.refresh) }
  }

  func end() {
    for entity in Array(entities.values) { entity.process(.end) }
  }
}
