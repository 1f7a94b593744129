/// One kind of item in one session: its items, their pending work, and the observers of their events.
@MainActor
final class Store<Intent: OptimisticIntent>: AnyStore {
  unowned let session: Session
  private let context: SessionContext
  /// The activity of this kind.
  let activity: SessionActivity
  /// The activity of the whole session.
  private let whole: SessionActivity
  let observers = ItemObservers<Intent>()
  /// The value that contains the items; set before the first item.
  var container: Container<Intent>? {
    didSet {
      isHeld = container?.isHeld
      if container?.hasOneVersion == true { lane.share() }
    }
  }
  /// As the container says; apart from it, since it is read at each event.
  private var isHeld: (@MainActor () -> Bool)?
  /// Called after each event of an item, before the app is called.
  var followed: Follower<Intent>? { didSet { isFollowed = followed != nil } }
  /// Stored, since it is read at each event.
  private(set) var isFollowed = false
  private(set) var policy = OptimisticPolicy()
  /// Returns the functions for an item; `nil` until the kind is registered or used.
  private var transport: (@MainActor (_ id: String) -> Transport<Intent>)?
  private var entities: [String: Entity<Intent>] = [:] {
    didSet { (sorted, generation) = (nil, generation &+ 1) }
  }
  /// The present IDs of renamed items, by their former ones.
  private var newIDs: [String: String] = [:]
  /// A number that changes with the items in memory.
  private(set) var generation = 0
  /// All items, ordered by ID; `nil` until it is needed again.
  private var sorted: [Entity<Intent>]?
  /// The number of items with a pending tap or read.
  private(set) var busyCount = 0
  @exclusivity(unchecked) private var lane = Lane()  // As in `Entity`.
  /// The delay that a busy server asked for, for the whole shared lane.
  private let lanePause = BusyPause()
  /// Items that no component shows, kept because the server's report is newer than the app's lists.
  private var changed = RecentItems()
  /// Items that no component shows, kept so that list data older than their last read stays stale.
  private var dated = RecentItems()

  init(_ session: Session, activity: SessionActivity = SessionActivity()) {
    (self.session, context, self.activity) = (session, session.context, activity)
    whole = session.activity
    activity.session = session
  }

  /// Registers the kind, once and before it is used; returns whether this was possible.
  func register(
    _ policy: OptimisticPolicy, transport: @escaping @MainActor (_ id: String) -> Transport<Intent>
  ) -> Bool {
    guard self.transport == nil else { return false }
    (self.policy, self.transport) = (policy, transport)
    lane.begin(policy.lanes)
    return true
  }

  var count: Int { entities.count }

  /// Whether all items share one lane.
  var isShared: Bool { lane.isShared }

  /// The item; the requests of an unregistered kind fail with an error.
  func entity(
    _ id: String, startingAt guess: Intent.Value,
    unregistered error: @autoclosure () -> ServiceError
  ) -> Entity<Intent> {
    if let entity = existing(id) { return entity }
    let id = newIDs.isEmpty ? id : newIDs[id] ?? id
    // Set only once: a closure that is read and stored again is wrapped each time.
    if transport == nil { transport = { [error = error()] in .failing(error, for: $0) } }
    let entity = Entity(
      id: id, state: OptimisticState(confirmed: guess),
      transport: transport?(id) ?? .failing(error(), for: id), store: self)
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

  /// The item, if it is in memory; it may be asked for by a former ID.
  func existing(_ id: String) -> Entity<Intent>? {
    newIDs.isEmpty ? entities[id] : entities[newIDs[id] ?? id]
  }

  /// Gives an item the ID that a reply names, and merges it with the item that has this ID already.
  ///
  /// Of two items, one without pending intents becomes the other. Its value is not merged: if the two
  /// differ, the value is read.
  func rename(_ item: Entity<Intent>, to id: String) {
    let id = newIDs[id] ?? id
    guard !session.hasEnded, item.id != id, entities[item.id] === item else { return }
    guard let other = entities[id] else { return move(item, to: id) }
    if !other.hasIntents {
      entities[id] = nil
      move(item, to: id)
      item.absorb(other)
    } else if !item.hasIntents {
      redirect(item.id, to: id)
      entities[item.id] = nil
      other.absorb(item)
    } else {
      if let transport { item.move(to: item.id, transport(id)) }
      Task { [session] in
        await item.idle()
        rename(item, to: id)
        withExtendedLifetime(session) {}
      }
    }
  }

  /// Gives an item an ID that no other one has.
  private func move(_ item: Entity<Intent>, to id: String) {
    let former = item.id
    redirect(former, to: id)
    entities[former] = nil
    if let transport { item.move(to: id, transport(id)) }
    entities[id] = item
    lane.rename(former, to: id)
    changed.remove(former)
    dated.remove(former)
  }

  private func redirect(_ former: String, to id: String) {
    newIDs = newIDs.mapValues { $0 == former ? id : $0 }
    (newIDs[former], newIDs[id]) = (id, nil)
  }

  /// Whether a request of an item may leave now.
  func gate(for entity: Entity<Intent>) -> Gate {
    guard context.isReachable else { return .unreachable }
    if isPaused || isHeld?() == true { return .closed }
    guard isShared else { return .open }
    let isAdmitted = lane.admits(entity.id, isInFlight: !entity.state.$inFlight.isAbsent)
    return isAdmitted ? .open : .laneTaken
  }

  /// Whether a busy server asked this kind of item to wait.
  var isPaused: Bool { context.isPaused || lanePause.isOn(at: context.time) }

  /// The error of a request that the gate stops on its way out; `nil` if it may leave.
  var obstacle: ServiceError? {
    guard context.isReachable else { return .offline }
    return isPaused ? .busy() : nil
  }

  /// Gives an item its place in the shared lane, after an event.
  ///
  /// - Returns: Whether the item has the lane no longer, and the caller has to release it.
  func updateLane(_ entity: Entity<Intent>, wasInFlight: Bool) -> Bool {
    guard isShared else { return false }
    let isInFlight = !entity.state.$inFlight.isAbsent
    return lane.place(
      entity.id, wantsLane: isInFlight || entity.state.isReady,
      hasSettled: wasInFlight && !isInFlight, isCurrent: entities[entity.id] === entity)
  }

  /// Passes the lane to the next item.
  func releaseLane() {
    let next = lane.release { entities[$0]?.state.isReady == true }
    if let next { entities[next]?.process(.proceed) }
  }

  /// Records the reply of a busy server, which may ask the other items to wait as well.
  func noteBusy(_ error: ServiceError) {
    guard error.code == .busy, error.scope != .intent else { return }
    let asked = min(policy.backOff(asked: error.retryAfter, after: 0), policy.longestBackOff)
    let delay = context.jittered(asked, policy)
    let pause = error.scope == .session ? context.pause : isShared ? lanePause : nil
    pause?.extend(by: delay, context) { [weak session] in session?.proceed() }
  }

  /// Records that an item became busy or idle.
  func itemBecame(busy isBusy: Bool) {
    let change = isBusy ? 1 : -1
    busyCount += change
    whole.change(by: change)
    activity.change(by: change)
  }

  /// Publishes the pending work, and the value that contains the items.
  func publish() {
    whole.publish()
    activity.publish()
    container?.publish()
  }

  /// Gives all items one lane, since the server's answers have one version for all.
  func shareLane() { lane.share() }

  /// Records that a change has succeeded, so that the cart that the first change creates exists.
  func changeSucceeded() {
    for id in lane.open() {
      if let entity = entities[id], entity.state.isReady { entity.process(.proceed) }
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
    if let former = entities.removeValue(forKey: id) { container?.forgotten(former) }
    changed.remove(id)
    dated.remove(id)
  }

  /// All items, ordered by ID so that runs of the app are reproducible.
  var inOrder: [Entity<Intent>] {
    if let sorted { return sorted }
    let sorted = entities.values.sorted { $0.id < $1.id }
    self.sorted = sorted
    return sorted
  }

  var items: [any AnyItem] { inOrder }

  func end() {
    lanePause.end()
    for entity in inOrder { entity.end() }
  }
}

/// The interface of a store, whatever its intent.
@MainActor
protocol AnyStore: AnyObject {
  var activity: SessionActivity { get }
  var policy: OptimisticPolicy { get }
  /// The number of items in memory.
  var count: Int { get }
  /// All items in memory, ordered by ID.
  var items: [any AnyItem] { get }
  /// Ends all items.
  func end()
}
