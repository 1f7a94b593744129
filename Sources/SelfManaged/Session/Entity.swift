import Components

/// One item of one kind in one session: the reducer's state and its observers.
///
/// It lives outside the components, so that all components bound to the item show one value and
/// share one lane. It makes no decisions: it feeds events to the reducer and carries out the
/// effects.
@MainActor
final class Entity<Intent: OptimisticIntent>: AnyItem {
  private(set) var id: String
  // No access to an unchecked property calls the app, except for the pure functions of an intent. With
  // checks here and in `ChangeObservers` and `Mailbox`, a like takes 14 % more instructions
  // (`Benchmarks/count`).
  @exclusivity(unchecked) private(set) var state: OptimisticState<Intent>
  // These four fill the last bytes of the state.
  private var isBusy = false
  /// Whether a refresh was requested while no component was bound to the item.
  private var isOutdated = false
  /// What the item did when the value that contains it counted it.
  var counted: ItemActivity = []
  /// The number of running calls of ``observe(knowing:_:replacing:_:)``.
  private var newObservers: Int32 = 0
  private(set) var transport: Transport<Intent>
  unowned let store: Store<Intent>
  let context: SessionContext
  private let observers = ChangeObservers<Intent.Value>()
  @exclusivity(unchecked) private var taps = PendingTaps<Intent.Value>()
  @exclusivity(unchecked) private var timers = ItemTimers()
  /// The logical time of the last request that was sent.
  var sentRequest = LogicalTime(rawValue: 0)
  private var knownStatus: ObservedValue<ItemStatus>?
  /// The offer to undo the last removal, until its intent is sent.
  private(set) var undoOffer: UndoOffer?
  /// The token of the component on which the last offered removal was made.
  private var removalToken: LogicalTime?
  private var waiters: Waiters?
  /// The item that this one has become; `nil` for an item of its own.
  private var successor: Entity?

  typealias Change = ManagedChange<Intent.Value>

  init(
    id: String, state: OptimisticState<Intent>, transport: Transport<Intent>, store: Store<Intent>
  ) {
    self.id = id
    self.state = state
    self.transport = transport
    self.store = store
    context = store.session.context
  }

  var isObserved: Bool { newObservers > 0 || !observers.isEmpty }

  /// What the item does now.
  var activity: ItemActivity {
    var activity: ItemActivity = []
    if state.isIdle { return activity }
    if hasIntents { activity.insert(.pending) }
    if undoOffer != nil { activity.insert(.undoable) }
    if state.isUncertain { activity.insert(.uncertain) }
    if state.isWaiting || state.isBlocked && store.obstacle != nil { activity.insert(.waiting) }
    return activity
  }

  /// The observable status of the item's requests; created on first use.
  var status: ItemStatus {
    let status = knownStatus ?? ObservedValue(ItemStatus(state, isStopped: store.obstacle != nil))
    knownStatus = status
    return status.value
  }

  /// Reports the new observer's data, adds the observer, and shows it the current value.
  ///
  /// The new observer receives the outcome of taps made under the binding that it replaces.
  func observe(
    knowing answer: Intent.Answer?, _ source: ReportSource,
    replacing former: (any AnyItemBinding)?, _ show: @escaping @MainActor (Change) -> Void
  ) -> LogicalTime {
    newObservers += 1  // Keeps the item in memory while the former binding ends.
    defer { newObservers -= 1 }
    if let token = former?.endBinding(to: self) {
      return takeOver(token, knowing: answer, source, show)
    }
    if state.isGuess, let (answer, source) = store.container?.report(id) {
      process(.report(answer, source))
    }
    if let answer { process(.report(answer, source)) }
    store.container?.bound(self)
    let token = context.tick()
    observers.add(token, show)
    context.mailbox.run { show(Change(value: state.display, cause: .bind)) }
    return token
  }

  /// Rebinds a component that was bound to this item: it keeps its taps and their notices.
  private func takeOver(
    _ former: LogicalTime, knowing answer: Intent.Answer?, _ source: ReportSource,
    _ show: @escaping @MainActor (Change) -> Void
  ) -> LogicalTime {
    var initial = Change(value: state.display, cause: .bind)
    initial.isSameItem = true
    let collect: @MainActor (Change) -> Void = { change in
      initial.failure = change.failure ?? initial.failure
      initial.adjustment = change.adjustment ?? initial.adjustment
      initial.undo = change.undo ?? initial.undo
      initial.isOwnTap = initial.isOwnTap || change.isOwnTap
    }
    observers.add(former, collect)
    if let answer { process(.report(answer, source)) }
    _ = observers.remove(former)
    observers.undelivered(to: former).forEach(collect)
    let token = context.tick()
    taps.move(from: former, to: token)
    if removalToken == former { removalToken = token }
    observers.add(token, show)
    initial.value = state.display
    context.mailbox.run { show(initial) }
    return token
  }

  /// Removes an observer synchronously; it is not notified again.
  ///
  /// An intent that can still be undone is sent if no other component can show it.
  @_specialize(where Intent == LikeIntent)  // A binding of any kind calls it.
  @_specialize(where Intent == QuantityIntent)
  @_specialize(where Intent == AnyIntent)
  func remove(_ token: LogicalTime) {
    guard observers.remove(token) else { return }
    if !isObserved { endGrace() }
    discardIfUnused()
  }

  private func discardIfUnused() { if !isObserved { store.discardIfUnused(self) } }

  /// The item, or the one that it has become.
  var current: Entity { successor?.current ?? self }

  /// Has another ID from now on; a pending request that is sent again has it as well.
  func move(to id: String, _ transport: Transport<Intent>) {
    (self.id, self.transport) = (id, transport)
    if state.isInDoubt { process(.bound) }  // The server may not know the former ID.
  }

  /// Takes over the components of an item without pending intents, which is this one.
  func absorb(_ other: Entity) {
    let isSame = state.confirmed == other.state.confirmed
    other.successor = self
    other.end()
    let change = Change(value: state.display, cause: .external)
    observers.take(from: other.observers, showing: change, in: context.mailbox)
    if !isSame { process(.refresh) }
    other.knownStatus?.value = status  // Its observers observe this item's from now on.
  }

  /// Shows the value to all components once more, since they may have to edit another item.
  func showAgain() {
    let now = context.tick()
    let change = Change(value: state.display, cause: .external)
    observers.enqueue(ChangeObservers.Delivery(at: now, change: change, isChanged: true))
    context.mailbox.run { context.mailbox.add { [observers] in observers.deliver(at: now) } }
  }

  /// Processes a tap on the component that observes under `token`.
  func tap(
    _ intent: Intent, from token: LogicalTime,
    resolved: (@MainActor (Resolution<Intent.Value>) -> Void)?
  ) {
    let now = context.tick()
    taps.add(now, from: token, resolved)
    handle(.tap(intent), at: now, from: token)
  }

  /// Undoes the last removal, as a tap on the component that observes under `token`.
  func undo(from token: LogicalTime) {
    let now = context.tick()
    taps.add(now, from: token, nil)
    handle(.undo, at: now, from: token)
  }

  func refresh() {
    if isObserved || !state.isIdle { process(.refresh) } else { isOutdated = true }
  }

  /// Returns whether a refresh was requested while no component was bound, and clears the flag.
  func takeOutdated() -> Bool {
    defer { isOutdated = false }
    return isOutdated
  }

  func end() {
    let request = state.request
    handle(.end(unsent: request == sentRequest ? nil : request), at: context.tick())
  }

  var nextDeadline: Duration? { timers.nextDeadline }

  func reachDeadlines(by now: Duration) {
    while let wait = timers.removeReached(by: now) { process(.ended(wait)) }
  }

  /// Feeds an event to the reducer, shows the change, and carries out the effects.
  func process(_ event: OptimisticEvent<Intent>) { handle(event, at: context.tick()) }

  private func handle(
    _ event: OptimisticEvent<Intent>, at now: LogicalTime, from token: LogicalTime? = nil
  ) {
    let (store, mailbox) = (store, context.mailbox)
    let gate = store.gate(for: self)
    let wasInFlight = !state.$inFlight.isAbsent
    let pushed = event.pushedMessage.map { (former: state.display, message: $0) }
    let transition = state.handle(event, at: now, gate, store.policy)
    let releasesLane = store.updateLane(self, wasInFlight: wasInFlight)
    let formerOffer = undoOffer
    if state.undoable != formerOffer?.id { replaceUndoOffer() }
    enqueueChange(of: transition, from: token, pushed: pushed)
    // Before anything that is notified can end the session.
    if case .failure(let failure) = transition.notice {
      context.failureStreams.report(published(failure), of: failure.tap)
    }
    // A late reply to a forgotten item is not recorded.
    let isRecorded = !store.observers.isEmpty && store.existing(id) === self
    let notify = isRecorded ? notification(of: event, transition) : nil
    let effects = transition.effects
    let isOutermost = mailbox.begin()
    if state.isIdle == isBusy {
      isBusy.toggle()
      store.itemBecame(busy: isBusy)
    }
    if store.isFollowed { store.followed?(self, transition) }
    if isOutermost {
      notify?()
      publish(formerOffer, effects, at: now, releasesLane)
      mailbox.drain()
    } else {
      mailbox.add { [self] in
        notify?()
        publish(formerOffer, effects, at: now, releasesLane)
      }
    }
  }

  /// Returns the call that notifies the kind's observers of an event.
  private func notification(
    of event: OptimisticEvent<Intent>, _ transition: Transition<Intent>
  ) -> () -> Void {
    let record = ItemRecord(of: event, transition, on: id, state, in: store)
    return { [observers = store.observers, last = store.observers.last] in
      observers.notify(record, upTo: last)
    }
  }

  /// A failure as the app receives it.
  func published(_ failure: OptimisticState<Intent>.Failure) -> ManagedFailure {
    ManagedFailure(itemID: id, intent: failure.intent.published, error: failure.error)
  }

  /// Publishes what follows from the state, delivers the change at a time, and carries out the
  /// effects.
  private func publish(
    _ formerOffer: UndoOffer?, _ effects: [OptimisticEffect<Intent>], at now: LogicalTime,
    _ releasesLane: Bool
  ) {
    if undoOffer !== formerOffer { context.undoOffers.replace(formerOffer, with: undoOffer) }
    store.publish()
    if let knownStatus {
      let status = ItemStatus(state, isStopped: store.obstacle != nil)
      if status != knownStatus.unobserved { knownStatus.value = status }
    }
    if !isBusy {
      waiters?.resume()
      discardIfUnused()
    }
    observers.deliver(at: now)
    for effect in effects { perform(effect, at: now) }
    // A delay that is no longer needed would keep the session alive.
    timers.removeAll { state.isWaiting(for: $0) }
    if releasesLane { store.releaseLane() }
  }

  /// Adds the change to the pending deliveries, with a notice for the tapped component; the message of
  /// a push is for the component that was bound last, which the user is most likely to see.
  private func enqueueChange(
    of transition: Transition<Intent>, from token: LogicalTime?,
    pushed: (former: Intent.Value, message: String)?
  ) {
    var delivery = ChangeObservers<Intent.Value>.Delivery(
      at: transition.now, change: Change(value: transition.display, cause: transition.cause),
      isChanged: transition.isChanged)
    if let token, delivery.isChanged {
      delivery.tapped = token
      delivery.change.isOwnTap = true
    }
    if let notice = transition.notice {
      address(&delivery, notice)
    } else if let pushed, delivery.isChanged {
      delivery.tapped = observers.newest
      delivery.change.adjustment = Adjustment(
        requested: pushed.former, actual: transition.display, notice: pushed.message)
    }
    if delivery.isChanged || delivery.tapped != nil { observers.enqueue(delivery) }
  }

  /// Adds a notice to a delivery, for the tapped component.
  private func address(
    _ delivery: inout ChangeObservers<Intent.Value>.Delivery, _ notice: Transition<Intent>.Notice
  ) {
    switch notice {
    case .failure(let failure):
      guard !context.failureStreams.isSupersededBySignIn(failure.error, of: failure.tap),
        let tapped = taps.component(of: failure.tap)
      else { return }
      delivery.tapped = tapped
      delivery.change.failure = failure.error
    case .adjustment(let tap, let adjustment):
      guard let tapped = taps.component(of: tap) else { return }
      delivery.tapped = tapped
      delivery.change.adjustment = adjustment
      if tap == state.undoable { delivery.change.undo = undoOffer }
    case .undoable: delivery.change.undo = undoOffer
    }
  }

  /// Replaces the offer to undo the last removal; without one, no removal can be undone.
  private func replaceUndoOffer() {
    undoOffer = nil
    if let tap = state.undoable, let grace = store.policy.grace,
      let component = taps.component(of: tap)
    {
      removalToken = component
      // The offer retains the item, whose removal it may undo after the last screen has gone.
      undoOffer = UndoOffer(id: tap, itemID: id, grace: grace) {
        [self, weak session = store.session] in
        guard let session, !context.hasEnded, let removalToken, state.lastRemoval == tap
        else { return }
        if store.remember(self) { undo(from: removalToken) }
        withExtendedLifetime(session) {}
      }
    }
  }

  @inline(__always)  // For the reason that `send` names.
  private func perform(_ effect: OptimisticEffect<Intent>, at now: LogicalTime) {
    switch effect {
    case .send(let intent, let key, let attempt, let version):
      // An observer that was notified of the tap may have ended the session meanwhile.
      guard state.request == now else { return }
      let info = RequestInfo(key: context.key(key), attempt: attempt, version: version)
      send(intent, info, at: now)
    case .read: read(at: now)
    case .schedule(let wait, let delay): schedule(wait, delay)
    case .resolve(let tap, let resolution):
      let resolved = taps.remove(tap)
      resolved?(resolution)
    case .propagate(let error): store.session.propagate(error, from: store, except: id)
    }
  }

  /// Reports the end of a wait to the reducer after a delay.
  ///
  /// A delay that a pending change or read waits for keeps the session alive; a deadline does not.
  func schedule(_ wait: Wait, _ delay: Duration) {
    // Until the deadline of a lost request, its retries and reads keep the session alive.
    let isBounded = !state.$inFlight.isAbsent && state.inFlight?.wait != wait
    switch wait.reason {
    case .retry, .busy: begin(wait, context.jittered(delay, store.policy))
    case .grace: begin(wait, delay)
    case .deadline where !isBounded: begin(wait, delay)
    default: timers.add(wait, at: context.alarms.begin(delay))
    }
  }

  /// Whether the item waits for its random delay, since the network is back.
  private var isInReconnectDelay: Bool {
    state.waitingSince.map(context.reconnectDelays.contains) ?? false
  }

  private func begin(_ wait: Wait, _ delay: Duration) {
    let task = context.alarms.after(delay) { [self, session = store.session] in
      // The network is back, and the item's random delay ends after the deadline.
      if wait.reason == .deadline, isInReconnectDelay { process(.proceed) }
      process(.ended(wait))
      withExtendedLifetime(session) {}
    }
    timers.add(wait, task)
  }

  /// Returns when nothing is pending here; an intent that can still be undone is sent first.
  func settled() async {
    endGrace()
    await idle()
  }

  /// Returns when nothing is pending here.
  func idle() async {
    let waiters = self.waiters ?? Waiters()
    self.waiters = waiters
    await waiters.wait { !state.isIdle }
  }
}
