import Components

/// One item of one kind in one session: the reducer's state, and who watches it.
///
/// It stands outside every component, so that all components on the item show one value and share
/// one lane. It decides nothing: events go into the reducer, effects come out and are carried out.
@MainActor
final class Entity<Intent: OptimisticIntent> {
  let id: String
  private(set) var state: OptimisticState<Intent>
  private let transport: Transport<Intent>
  private unowned let store: Store<Intent>
  /// In the order in which they came, so that their tokens rise.
  private var observers: [Observer] = []
  /// Those not yet resolved: of the mutation in flight, the queued intent, and the present event.
  private var taps: [Tap] = []
  /// The delays under way.
  private var delays: [OptimisticTimer: Task<Void, Never>] = [:]
  /// The deadlines that are waited for.
  private var deadlines: [(time: Duration, timer: OptimisticTimer)] = []
  private var isBusy = false
  /// Whether everything was to be read anew while nobody showed this.
  private var isOutdated = false
  private var bindings: Int32 = 0
  /// How many observers were taken out so far.
  private var removals: UInt32 = 0
  private var knownStatus: ItemStatus?
  private var isPublishing = false
  private var rounds: [Round] = []
  /// The round under way, while the component that was tapped has not heard of it.
  @Seldom private var untold: Round?
  private var waiters: Waiters?

  typealias Change = ManagedChange<Intent.Value>

  private struct Observer {
    let token: Stamp
    let show: @MainActor (Change) -> Void
  }

  private struct Tap {
    let stamp: Stamp
    /// Under which hold it was made.
    var token: Stamp
    let resolved: (@MainActor (Resolution<Intent.Value>) -> Void)?
  }

  /// Something to be shown to all who observed before it happened.
  private struct Round {
    let at: Stamp
    /// What happened to the value, and what the one that was tapped is told of its tap.
    var change: Change
    /// Whether there is anything in it for those that were not tapped.
    let isChanged: Bool
    /// Who was tapped, if a tap came to something that has to be told.
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

  /// What is observed beside the value; it costs nothing where nobody asks.
  var status: ItemStatus {
    if let knownStatus { return knownStatus }
    let status = ItemStatus(state)
    knownStatus = status
    return status
  }

  /// Takes in what the new observer's screen knows, adds the observer, and shows it the present value.
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

  /// Under which hold on this item the component was bound that is bound anew.
  private func givenUp(by giveUp: () -> Void) -> Stamp? {
    let outer = session.exchange
    defer { session.exchange = outer }
    session.exchange = Exchange(item: ObjectIdentifier(self))
    giveUp()
    return session.exchange?.former
  }

  /// The same for a component that was bound to this item: it keeps its taps and their notices.
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

  /// Takes an observer out, in this turn: it is told nothing more.
  func remove(_ token: Stamp) {
    guard let index = observers.firstIndex(where: { $0.token == token }) else { return }
    observers.remove(at: index)
    removals &+= 1
    if session.exchange?.item == ObjectIdentifier(self) { session.exchange?.former = token }
    store.discardIfUnused(self)
  }

  /// A tap on the component that observes under `token`.
  func tap(
    _ intent: Intent, from token: Stamp,
    resolved: (@MainActor (Resolution<Intent.Value>) -> Void)?
  ) {
    let now = session.tick()
    taps.append(Tap(stamp: now, token: token, resolved: resolved))
    process(.tap(intent), at: now)
  }

  /// Reads the value anew; one that nobody shows, when it is shown again.
  func refresh() {
    if isObserved || !state.isIdle { process(.refresh) } else { isOutdated = true }
  }

  /// Whether what is remembered has to be read, now that it is shown again; asked once.
  func takeOutdated() -> Bool {
    defer { isOutdated = false }
    return isOutdated
  }

  /// The earliest deadline that is waited for.
  var nextDeadline: Duration? { deadlines.map(\.time).min() }

  /// Reports the deadlines that are reached, in the order of time.
  func reachDeadlines(by now: Duration) {
    while let next = deadlines.indices.min(by: { deadlines[$0].time < deadlines[$1].time }),
      deadlines[next].time <= now
    {
      process(.timer(deadlines.remove(at: next).timer))
    }
  }

  /// Feeds the reducer, shows what changed, and carries the effects out.
  func process(_ event: OptimisticEvent<Intent>) { process(event, at: session.tick()) }

  private func process(_ event: OptimisticEvent<Intent>, at now: Stamp) {
    let session = session
    // While the session ends one item after the other, nothing may start on those that come later.
    if session.hasEnded, !state.hasEnded, event != .end { process(.end, at: now) }
    let step = state.step(event, at: now)
    // Whoever is told below may cause the next event. What comes of it is shown after this one, so
    // that all see the same sequence, and the newest last.
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

  /// Whether the next event may happen while an effect is carried out.
  private func canCauseEvents(_ effect: OptimisticEffect<Intent>) -> Bool {
    switch effect {
    case .resolve(let tap, _): taps.contains { $0.stamp == tap && $0.resolved != nil }
    case .fail, .adjust: false
    case .requestTurn, .releaseTurn, .send, .read, .schedule, .spread: true
    }
  }

  /// Puts a failure on the session's stream, before a component that is shown it can end the session.
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

  /// Tells session and store when this begins and ends to be busy.
  ///
  /// A request may be answered while it is sent, so events nest, and only the state itself says
  /// whether it is busy now.
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

  /// Publishes a change to all components, and a notice to the component that was tapped.
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

  /// Shows a round to all but those who were added meanwhile, and have seen the newest value already,
  /// and those who were taken out by one that was shown it before them.
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

  /// Puts a failure or an adjustment into a round, for the component whose tap came to it.
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

  /// Which component a tap was made on.
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
      // Whoever was shown the tap may have ended the session meanwhile.
      guard state.inFlight?.request == now else { return }
      schedule(.timeout(now), state.policy.timeout)
      let info = RequestInfo(key: session.key(key), attempt: attempt, version: version)
      Session.start { @MainActor [self, session] in
        // Where a task starts in the next turn, the session may have ended in this one.
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
    case .fail, .adjust: break  // Published with the change.
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
  /// A delay that a pending change waits for keeps the session alive; a deadline does not.
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

extension OptimisticState {
  /// What one event did to what is shown, and what has to be done about it.
  fileprivate struct Step {
    let effects: [Effect]
    let display: Value
    let cause: ChangeCause
    let isChanged: Bool
  }

  /// Takes in one event; one access to the state instead of five, since each is guarded.
  fileprivate mutating func step(_ event: Event, at now: Stamp) -> Step {
    let before = display
    let effects = handle(event, at: now)
    let display = display
    return Step(
      effects: effects, display: display, cause: lastCause, isChanged: display != before)
  }
}
