import Components

/// One item of one kind in one session: the reducer's state and its observers.
///
/// It lives outside the components, so that all components bound to the item show one value and
/// share one lane. It makes no decisions: it feeds events to the reducer and carries out the
/// effects.
@MainActor
final class Entity<Intent: OptimisticIntent> {
  let id: String
  private(set) var state: OptimisticState<Intent>
  private let transport: Transport<Intent>
  private unowned let store: Store<Intent>
  /// The observers in the order in which they were added, so that their tokens rise.
  private var observers: [Observer] = []
  /// The unresolved taps: of the in-flight mutation, the queued intent, and the current event.
  private var taps: [Tap] = []
  /// The pending delays.
  private var delays: [OptimisticTimer: Task<Void, Never>] = [:]
  /// The pending deadlines.
  private var deadlines: [(time: Duration, timer: OptimisticTimer)] = []
  private var isBusy = false
  /// Whether a refresh was requested while no component was bound to the item.
  private var isOutdated = false
  private var bindings: Int32 = 0
  /// The number of observers removed so far.
  private var removals: UInt32 = 0
  private var knownStatus: ItemStatus?
  private var isPublishing = false
  private var rounds: [Round] = []
  /// The current round, while the tapped component has not been notified of it.
  @Seldom private var untold: Round?
  private var waiters: Waiters?

  typealias Change = ManagedChange<Intent.Value>

  private struct Observer {
    let token: Stamp
    let show: @MainActor (Change) -> Void
  }

  private struct Tap {
    let stamp: Stamp
    /// The token of the binding under which the tap was made.
    var token: Stamp
    let resolved: (@MainActor (Resolution<Intent.Value>) -> Void)?
  }

  /// A change to be shown to every observer that was added before it happened.
  private struct Round {
    let at: Stamp
    /// The change of the value, and the notice for the tapped component.
    var change: Change
    /// Whether the change concerns components that were not tapped.
    let isChanged: Bool
    /// The token of the tapped component, if it is to be notified of a failure or an adjustment.
    var tapped: Stamp?
  }

  init(
    id: String, state: OptimisticState<Intent>, transport: Transport<Intent>, store: Store<Intent>
  ) {
    self.id = id
    self.state = state
    self.transport = transport
    self.store = store
  }

  private var session: Session { store.session }

  var isObserved: Bool { bindings > 0 || !observers.isEmpty }

  /// The observable status of the item's requests; created on first use.
  var status: ItemStatus {
    if let knownStatus { return knownStatus }
    let status = ItemStatus(state)
    knownStatus = status
    return status
  }

  /// Reports the new observer's data, adds the observer, and shows it the current value.
  ///
  /// The new observer receives the outcome of taps made under the binding that it replaces.
  func observe(
    knowing answer: Intent.Answer?, _ source: ReportSource, replacing giveUp: @MainActor () -> Void,
    _ show: @escaping @MainActor (Change) -> Void
  ) -> Stamp {
    bindings += 1
    defer { bindings -= 1 }
    if let former = givenUp(by: giveUp) {
      return takeOver(former, knowing: answer, source, show)
    }
    if let answer { process(.report(answer, source)) }
    let token = session.tick()
    observers.append(Observer(token: token, show: show))
    show(Change(value: state.display, cause: .bind))
    return token
  }

  /// Ends the previous binding, and returns its token if it was to this item.
  private func givenUp(by giveUp: () -> Void) -> Stamp? {
    let outer = session.exchange
    defer { session.exchange = outer }
    session.exchange = Exchange(item: ObjectIdentifier(self))
    giveUp()
    return session.exchange?.former
  }

  /// Rebinds a component that was bound to this item: it keeps its taps and their notices.
  private func takeOver(
    _ former: Stamp, knowing answer: Intent.Answer?, _ source: ReportSource,
    _ show: @escaping @MainActor (Change) -> Void
  ) -> Stamp {
    var present = Change(value: state.display, cause: .bind)
    present.isSameItem = true
    let collect: @MainActor (Change) -> Void = { change in
      present.failure = change.failure ?? present.failure
      present.adjustment = change.adjustment ?? present.adjustment
    }
    observers.append(Observer(token: former, show: collect))
    if let answer { process(.report(answer, source)) }
    observers.removeAll { $0.token == former }
    let further = untold.map { [$0] + rounds } ?? rounds
    for round in further where round.tapped == former { collect(round.change) }
    let token = session.tick()
    for tap in taps.indices where taps[tap].token == former { taps[tap].token = token }
    observers.append(Observer(token: token, show: show))
    present.value = state.display
    show(present)
    return token
  }

  /// Removes an observer synchronously; it is not notified again.
  func remove(_ token: Stamp) {
    guard let index = observers.firstIndex(where: { $0.token == token }) else { return }
    observers.remove(at: index)
    removals &+= 1
    if session.exchange?.item == ObjectIdentifier(self) { session.exchange?.former = token }
    store.discardIfUnused(self)
  }

  /// Processes a tap on the component that observes under `token`.
  func tap(
    _ intent: Intent, from token: Stamp,
    resolved: (@MainActor (Resolution<Intent.Value>) -> Void)?
  ) {
    let now = session.tick()
    taps.append(Tap(stamp: now, token: token, resolved: resolved))
    process(.tap(intent), at: now)
  }

  /// Refreshes the value; if no component is bound, the value is read at the next binding.
  func refresh() {
    if isObserved || !state.isIdle { process(.refresh) } else { isOutdated = true }
  }

  /// Returns whether a refresh was requested while the item was not shown, and clears the flag.
  func takeOutdated() -> Bool {
    defer { isOutdated = false }
    return isOutdated
  }

  /// The earliest pending deadline.
  var nextDeadline: Duration? { deadlines.map(\.time).min() }

  /// Reports the reached deadlines in order of time.
  func reachDeadlines(by now: Duration) {
    while let next = deadlines.indices.min(by: { deadlines[$0].time < deadlines[$1].time }),
      deadlines[next].time <= now
    {
      process(.timer(deadlines.remove(at: next).timer))
    }
  }

  /// Feeds an event to the reducer, shows the change, and carries out the effects.
  func process(_ event: OptimisticEvent<Intent>) { process(event, at: session.tick()) }

  private func process(_ event: OptimisticEvent<Intent>, at now: Stamp) {
    let session = session
    // While the session ends its items one after another, nothing may start on the later ones.
    if session.hasEnded, !state.hasEnded, event != .end { process(.end, at: now) }
    let step = state.step(event, at: now)
    // An observer that is notified below may cause the next event. That event is shown after this
    // one, so that all observers see the same sequence, with the newest value last.
    let isFirst = !isPublishing
    isPublishing = true
    if !isFirst { publish(step, at: now) { rounds.append($0) } }
    if !store.observers.isEmpty { notifyObservers(event, step.effects, at: now) }
    noteBusy()
    if let notice = step.effects.first, notice.isNotice { report(notice) }
    if isFirst {
      publish(step, at: now) { show($0) }
      while !rounds.isEmpty { show(rounds.removeFirst()) }
      isPublishing = false
    }
    if !step.effects.contains(where: canCauseEvents) {
      perform(step.effects, at: now)
    } else if session.effects.isRunning {
      session.effects.add { [self] in perform(step.effects, at: now) }
    } else {
      session.effects.run { perform(step.effects, at: now) }
    }
  }

  /// Whether carrying out an effect may cause another event.
  private func canCauseEvents(_ effect: OptimisticEffect<Intent>) -> Bool {
    switch effect {
    case .resolve(let tap, _): taps.contains { $0.stamp == tap && $0.resolved != nil }
    case .fail, .adjust: false
    case .requestTurn, .releaseTurn, .send, .read, .schedule, .spread: true
    }
  }

  /// Reports a failure to the session's streams, before a component that shows it can end the
  /// session.
  private func report(_ notice: OptimisticEffect<Intent>) {
    guard case .fail(let tap, let intent, let error) = notice else { return }
    session.report(ManagedFailure(itemID: id, intent: intent, error: error), of: tap)
  }

  private func notifyObservers(
    _ event: OptimisticEvent<Intent>, _ effects: [OptimisticEffect<Intent>], at now: Stamp
  ) {
    var tapped: Intent?
    if case .tap(let intent) = event { tapped = intent }
    var sent: ItemRecord<Intent>.Request?
    var resolved: [ItemRecord<Intent>.ResolvedTap] = []
    for effect in effects {
      switch effect {
      case .send(let intent, let key, let attempt, let version):
        let info = RequestInfo(key: session.key(key), attempt: attempt, version: version)
        sent = .init(intent: intent, info: info)
      case .resolve(let tap, let resolution):
        resolved.append(.init(tap: tap, resolution: resolution))
      default: break
      }
    }
    let record = ItemRecord(
      itemID: id, at: now, tapped: tapped, sent: sent, resolved: resolved,
      confirmed: state.confirmed, inFlight: state.inFlight?.intent, queued: state.queued?.intent,
      displayed: state.display, cause: state.cause)
    store.observers.notify(record)
  }

  /// Notifies the session and the store when the item becomes busy or idle.
  ///
  /// The reply may arrive while a request is sent, so events nest, and only the state says whether
  /// the item is busy now.
  private func noteBusy() {
    if state.isIdle == isBusy {
      isBusy.toggle()
      store.note(isBusy)
    }
    if let knownStatus { knownStatus.update(from: state) }
    if !isBusy {
      waiters?.resume()
      if !isObserved { store.discardIfUnused(self) }
    }
  }

  /// Ends delays and deadlines that are no longer needed: a delay keeps the session alive.
  private func cancelStaleTimers() {
    if !delays.isEmpty {
      for (timer, delay) in delays where !state.isWaiting(for: timer) {
        delays[timer] = nil
        delay.cancel()
      }
    }
    if !deadlines.isEmpty { deadlines.removeAll { !state.isWaiting(for: $0.timer) } }
  }

  /// Publishes a change to all components, and a notice to the tapped component.
  @inline(__always) private func publish(
    _ step: OptimisticState<Intent>.Step, at now: Stamp, _ publish: (Round) -> Void
  ) {
    let isNotice = step.effects.first?.isNotice == true
    guard step.isChanged || isNotice else { return }
    var round = Round(
      at: now, change: Change(value: step.display, cause: step.cause), isChanged: step.isChanged)
    if isNotice { address(&round, step.effects[0]) }
    if round.isChanged || round.tapped != nil { publish(round) }
  }

  /// Shows a round to the observers that were added before it and have not been removed.
  ///
  /// An observer that was added later has already been shown the newest value. An observer may also
  /// be removed by one that is notified before it.
  private func show(_ round: Round) {
    let (before, tapped) = (removals, round.tapped)
    if tapped != nil, observers.count > 1 { untold = round }
    for observer in observers where observer.token < round.at {
      if removals != before, !observers.contains(where: { $0.token == observer.token }) { continue }
      if tapped == observer.token { untold = nil }
      if tapped == nil || tapped == observer.token {
        observer.show(round.change)
      } else if round.isChanged {
        observer.show(Change(value: round.change.value, cause: round.change.cause))
      }
    }
  }

  /// Adds a failure or an adjustment to a round, for the tapped component.
  private func address(_ round: inout Round, _ notice: OptimisticEffect<Intent>) {
    switch notice {
    case .fail(let tap, _, let error):
      guard !session.hasTold(error, of: tap), let tapped = component(of: tap) else { return }
      round.tapped = tapped
      round.change.failure = error
    case .adjust(let tap, let adjustment):
      guard let tapped = component(of: tap) else { return }
      round.tapped = tapped
      round.change.adjustment = adjustment
    default: break
    }
  }

  /// The token of the component on which a tap was made.
  private func component(of tap: Stamp) -> Stamp? { taps.first { $0.stamp == tap }?.token }

  private func perform(_ effects: [OptimisticEffect<Intent>], at now: Stamp) {
    for effect in effects { perform(effect, at: now) }
    cancelStaleTimers()
  }

  private func perform(_ effect: OptimisticEffect<Intent>, at now: Stamp) {
    switch effect {
    case .requestTurn: store.requestTurn(self)
    case .releaseTurn: store.releaseTurn()
    case .send(let intent, let key, let attempt, let version):
      // An observer that was shown the tap may have ended the session meanwhile.
      guard state.inFlight?.request == now else { return }
      schedule(.timeout(now), state.policy.timeout)
      let info = RequestInfo(key: session.key(key), attempt: attempt, version: version)
      Session.start { @MainActor [self, session] in
        // Where tasks do not start synchronously, the session may have ended before this one
        // starts.
        guard !session.hasEnded else { return }
        let result: Result<Intent.Answer, ServiceError>
        do {
          result = .success(try await transport.send(intent, info))
          store.changeSucceeded()
        } catch {
          let error = ServiceError(error)
          result = .failure(state.inFlight.map { session.weighed(error, of: $0.tap) } ?? error)
        }
        process(.reply(now, result))
        withExtendedLifetime(session) {}
      }
    case .read:
      schedule(.timeout(now), state.policy.timeout)
      Session.start { @MainActor [self, session] in
        guard !session.hasEnded else { return }
        process(.read(now, await readValue()))
        withExtendedLifetime(session) {}
      }
    case .schedule(let timer, let delay): schedule(timer, delay)
    case .resolve(let tap, let resolution):
      guard let index = taps.firstIndex(where: { $0.stamp == tap }) else { return }
      taps.remove(at: index).resolved?(resolution)
    case .fail, .adjust: break  // Published together with the change.
    case .spread(let error): session.spread(error, from: store, except: id)
    }
  }

  private func readValue() async -> ReadResult<Intent.Answer> {
    do {
      return try await transport.read().map { .value($0) } ?? .unavailable
    } catch {
      return .failed
    }
  }

  /// Reports a timer to the reducer after a delay.
  ///
  /// A delay that a pending change waits for keeps the session alive. A deadline does not.
  private func schedule(_ timer: OptimisticTimer, _ delay: Duration) {
    switch timer {
    case .timeout, .listCheck, .limits:
      deadlines.append((session.deadlines.begin(delay), timer))
    case .retry, .refresh, .hold:
      delays[timer] = session.after(delay) { [self, session] in
        process(.timer(timer))
        withExtendedLifetime(session) {}
      }
    }
  }

  /// Returns when nothing is pending here.
  func settled() async {
    let waiters = self.waiters ?? Waiters()
    self.waiters = waiters
    while !state.isIdle, !Task.isCancelled { await waiters.wait() }
  }
}
