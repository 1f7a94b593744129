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
  private var observers: [Observer] = []
  private var taps: [Stamp: Tap] = [:]
  private var isBusy = false
  private var bindings = 0
  private var knownStatus: ItemStatus?
  private var isPublishing = false
  private var rounds: [@MainActor (Observer) -> Void] = []
  private let waiters = Waiters()

  typealias Change = ManagedChange<Intent.Value>

  private final class Observer {
    let token: Stamp
    let show: @MainActor (Change) -> Void
    var isActive = true

    init(token: Stamp, show: @escaping @MainActor (Change) -> Void) {
      self.token = token
      self.show = show
    }
  }

  private struct Tap {
    let token: Stamp
    let resolved: (@MainActor (Resolution<Intent.Value>) -> Void)?
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
  func observe(
    knowing answer: Intent.Answer?, asOf began: Stamp?,
    _ show: @escaping @MainActor (Change) -> Void
  ) -> Stamp {
    bindings += 1
    if let answer { process(.report(answer, began.map { .asked($0) } ?? .unknown)) }
    let token = session.tick()
    observers.append(Observer(token: token, show: show))
    bindings -= 1
    show(Change(value: state.display, cause: .bind))
    return token
  }

  /// Takes an observer out, in this turn: it is told nothing more.
  func remove(_ token: Stamp) {
    guard let index = observers.firstIndex(where: { $0.token == token }) else { return }
    observers.remove(at: index).isActive = false
    store.discardIfUnused(self)
  }

  /// A tap on the component that observes under `token`.
  func tap(
    _ intent: Intent, from token: Stamp,
    resolved: (@MainActor (Resolution<Intent.Value>) -> Void)?
  ) {
    let now = session.tick()
    taps[now] = Tap(token: token, resolved: resolved)
    process(.tap(intent), at: now)
  }

  /// Feeds the reducer, shows what changed, and carries the effects out.
  func process(_ event: OptimisticEvent<Intent>) { process(event, at: session.tick()) }

  private func process(_ event: OptimisticEvent<Intent>, at now: Stamp) {
    // While the session ends one item after the other, nothing may start on those that come later.
    if session.hasEnded, !state.hasEnded, event != .end { process(.end, at: now) }
    let before = state.display
    let effects = state.handle(event, at: now)
    noteBusy()
    publish(isChanged: state.display != before, effects.first, at: now)
    for effect in effects { perform(effect, at: now) }
    noteBusy()
  }

  /// Tells session and store when this begins and ends to be busy.
  ///
  /// A request may be answered while it is sent, so events nest, and only the state itself says
  /// whether it is busy now.
  private func noteBusy() {
    if state.isIdle == isBusy {
      isBusy = !state.isIdle
      for activity in [session.activity, store.activity] {
        isBusy ? activity.began() : activity.ended()
      }
    }
    knownStatus?.update(from: state)
    if !isBusy {
      waiters.resume()
      store.discardIfUnused(self)
    }
  }

  /// Shows a change to all, and a notice to the component that was tapped.
  ///
  /// An observer may tap while it is told; what comes of it is shown after the present round, so that
  /// all see the same sequence. One that was added meanwhile has seen the newest value already.
  private func publish(isChanged: Bool, _ notice: OptimisticEffect<Intent>?, at now: Stamp) {
    var change = Change(value: state.display, cause: state.cause)
    let plain = change
    var tapped: Stamp?
    switch notice {
    case .fail(let tap, _, let error): (tapped, change.failure) = (taps[tap]?.token, error)
    case .adjust(let tap, let adjusted): (tapped, change.adjustment) = (taps[tap]?.token, adjusted)
    default: break
    }
    guard isChanged || tapped != nil else { return }
    rounds.append { observer in
      guard observer.isActive, observer.token < now else { return }
      if observer.token == tapped {
        observer.show(change)
      } else if isChanged {
        observer.show(plain)
      }
    }
    guard !isPublishing else { return }
    isPublishing = true
    while !rounds.isEmpty {
      let round = rounds.removeFirst()
      for observer in observers { round(observer) }
    }
    isPublishing = false
  }

  private func perform(_ effect: OptimisticEffect<Intent>, at now: Stamp) {
    switch effect {
    case .requestTurn: store.requestTurn(self)
    case .releaseTurn: store.releaseTurn()
    case .send(let intent, let key, let attempt, let version):
      // Whoever was shown the tap may have ended the session meanwhile.
      guard state.flight?.phase == .sent(now) else { return }
      let info = RequestInfo(key: session.key(key), attempt: attempt, version: version)
      Session.start { [self, session] in
        // Where a task starts in the next turn, the session may have ended in this one.
        guard !session.hasEnded else { return }
        let result = await Self.result { try await self.transport.send(intent, info) }
        if case .success = result { self.store.changeSucceeded() }
        self.process(.reply(now, result))
        withExtendedLifetime(session) {}
      }
    case .read:
      Session.start { [self, session] in
        let result = await Self.result { try await self.transport.read() }
        self.process(.read(now, (try? result.get()) ?? nil))
        withExtendedLifetime(session) {}
      }
    case .schedule(let delay):
      session.after(delay) { [self, session] in
        process(.timer(now))
        withExtendedLifetime(session) {}
      }
    case .resolve(let tap, let resolution):
      taps.removeValue(forKey: tap)?.resolved?(resolution)
    case .fail(let tap, let intent, let error):
      session.report(ManagedFailure(itemID: id, intent: intent, error: error), of: tap)
    case .adjust: break
    case .spread(let tap, let error): session.spread(error, of: tap, from: store, except: id)
    }
  }

  private static func result<Answer>(
    of request: @MainActor () async throws -> Answer
  ) async -> Result<Answer, ServiceError> {
    do { return .success(try await request()) } catch { return .failure(ServiceError(error)) }
  }

  /// Returns when nothing is pending here.
  func settled() async {
    while !state.isIdle, !Task.isCancelled { await waiters.wait() }
  }
}
