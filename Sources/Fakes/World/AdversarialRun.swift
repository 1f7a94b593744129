import SelfManaged

/// The run of one schedule.
@MainActor
final class AdversarialRun<Intent: OptimisticIntent> {
  let subject: AdversarialSubject<Intent>
  let network: AdversarialNetwork
  /// One ledger for each session; the last belongs to the current session.
  private(set) var ledgers: [TapLedger<Intent>] = []
  /// One failure log for each session.
  private(set) var failures: [FailureLog] = []
  private(set) var session: Session { didSet { sessions.append(WeakSession(session: session)) } }
  /// All sessions so far, the current one included.
  private var sessions: [WeakSession] = []
  private(set) var screens: ScreenStates<Intent>
  var knowledge = AppKnowledge<Intent>()
  /// The pushes and list data that the app has not received.
  var reports = ServerReports<Intent>()
  /// The component that is being pressed.
  private var pressed: FailureLog.PressedComponent? { didSet { hasTapped = false } }
  /// Whether the press, or the undo, has made a tap.
  private var hasTapped = false
  private(set) var steps = 0
  /// The number of events that the items have processed.
  private(set) var events = 0
  /// The number of changes that were sent, whether or not they have reached the network.
  var sends = 0
  /// The taps of the current step that must fail at once, since the server can't be reached.
  private(set) var hopelessTaps: Set<LogicalTime> = []
  /// The keys of the sent changes, as reported by the session.
  private(set) var keys: Set<IdempotencyKey> = []
  /// The maximum number of turns to wait until the world is idle.
  ///
  /// A few turns are enough on an idle machine. On a busy machine, the thread that delivers a reply
  /// may be delayed for thousands of turns of the other threads. The maximum is reached only by a
  /// service that never replies or never sends.
  let maximumTurns: Int
  /// The first values that were shown, over which a complete answer must give the same value.
  private(set) var bases: Set<Intent.Value> = []
  /// Whether the app shows the cart as a whole.
  var usesCart: Bool
  /// The carts that the server has had, as the app shows them.
  private(set) var formerCarts: Set<ShownCart> = []
  /// The first violation.
  var violation: String?

  init(
    _ subject: AdversarialSubject<Intent>, _ network: AdversarialNetwork, usesCart: Bool,
    maximumTurns: Int
  ) {
    self.maximumTurns = maximumTurns
    self.usesCart = subject.showsCart && usesCart
    self.subject = subject
    self.network = network
    network.beginSession()
    session = subject.session()
    sessions = [WeakSession(session: session)]
    screens = ScreenStates(count: subject.screens.count)
    for (screen, page) in subject.screens.map(\.page).enumerated() {
      page?.lightTapped = { [weak self] in self?.noteLightTap(on: screen) }
    }
    watch()
  }

  /// The statistics so far.
  var report: AdversarialReport {
    var report = AdversarialReport()
    report.schedules = 1
    (report.steps, report.taps) = (steps, ledgers.reduce(0) { $0 + $1.taps })
    (report.changes, report.reads) = (network.changes, network.reads)
    return report
  }

  /// Plays all steps, waits until the world is idle, and checks every screen.
  func play(_ schedule: [AdversarialStep]) async {
    await perform(schedule)
    await cleanUp()
  }

  private func perform(_ schedule: [AdversarialStep]) async {
    await begin()
    for step in schedule {
      guard violation == nil else { return }
      steps += 1
      let before = subject.screens.map { $0.shown() }
      if bases.count < 4 { bases.formUnion(before) }
      hopelessTaps = []
      await perform(step)
      await noteCart()
      await requestsSent()
      check(step, before)
    }
    guard violation == nil else { return }
    await end()
  }

  /// Ends all pending work, whatever the result.
  private func cleanUp() async {
    for screen in subject.screens { screen.unbind() }
    session.end()
    while let request = network.request(0) { await fail(request, .unknownOutcome) }
    await advance(by: .seconds(86_400))
  }

  private func begin() async {
    guard !subject.itemIDs.isEmpty, let first = subject.screens.first else {
      return addViolation("The subject needs at least one item and one screen.")
    }
    for itemID in subject.itemIDs {
      guard let answer = await read(itemID) else {
        return addViolation(
          "The server can't read \(itemID), so no screen can be compared with it.")
      }
      knowledge.list(itemID, as: answer)
      first.bind(itemID, answer, session)
      ledgers[0].begin(itemID, with: Self.value(answer, first.shown()))
    }
    await noteCart()
    for screen in screens.all.indices { bind(screen, to: screen) }
  }

  /// Records the server's cart.
  func noteCart() async {
    guard let cart = await subject.cart?() else { return }
    formerCarts.insert(ShownCart(cart.lines.map { ($0.id, $0.quantity) }, total: cart.total))
  }

  private func watch() {
    if usesCart { _ = session.cart }  // Begins to read it.
    network.kindPolicy = session.policy(of: Intent.self) ?? network.policy
    let ledger = TapLedger<Intent>()
    ledgers.append(ledger)
    let failures = FailureLog(session)
    self.failures.append(failures)
    session.observe(Intent.self) { [weak self] in self?.note($0, ledger, failures) }
  }

  private func noteLightTap(on screen: Int) {
    if pressed?.screen != screen {
      addViolation("Screen \(screen) gave the feedback of a tap, but was not pressed.")
    }
  }

  private func note(
    _ record: ItemRecord<Intent>, _ ledger: TapLedger<Intent>, _ log: FailureLog
  ) {
    if record.tapped != nil { hasTapped = true }
    if record.tapped != nil, let pressed { log.note(record.at, by: pressed) }
    // While the server can't be reached, a tap that waited for the lane fails at any event.
    if pressed != nil, !hasTapped, network.isReachable, ledger.failure(in: record) != nil {
      addViolation("A press that made no tap failed a tap on \(record.itemID).")
    }
    if record.tapped != nil, !record.restoresTaps, !network.isReachable,
      network.kindPolicy.offline == .fail
    {
      hopelessTaps.insert(record.at)
    }
    if let failure = ledger.failure(in: record), let pressed = log.note(failure, at: record.at) {
      screens.noteFailure(of: pressed)
    }
    ledger.note(record)
    events += 1
    if let sent = record.sent {
      sends += 1
      keys.insert(sent.info.key)
    }
    deliverNestedPushes(of: record.itemID)
  }

  private func perform(_ step: AdversarialStep) async {
    switch step {
    case .press(let number, let choice):
      let screen = number % screens.all.count
      let presses = subject.screens[screen].presses
      pressed = .init(screen: screen, binding: screens[screen].binding)
      if !presses.isEmpty { presses[choice % presses.count]() }
      pressed = nil
      if screens[screen].itemID == nil { close(screen) }
    case .bind(let screen, let item): bind(screen % screens.all.count, to: item)
    case .unbind(let number):
      let screen = number % screens.all.count
      close(screen)  // A failure of a tap that is sent now is not reported by the screen.
      subject.screens[screen].unbind()
      close(screen)
    case .carryOut(let number):
      if let request = network.request(number) { await carryOut(request) }
    case .answer(let number):
      if let request = network.request(number) { await answer(request) }
    case .loseRequest(let number):
      if let request = network.request(number) { await fail(request, .unknownOutcome) }
    case .loseReply(let number):
      guard let request = network.request(number) else { return }
      await carryOut(request)
      await fail(request, .unknownOutcome)
    case .timeOut(let number):
      guard let request = network.request(number) else { return }
      await deliver(request) { network.delay(request) }
    case .arriveLate(let number):
      if let request = await network.arrive(number) { noteUnreportedChange(request.itemID) }
    case .carryOutTwice(let number):
      if let request = network.request(number) { await carryOutTwice(request) }
    case .fail(let number, let failure):
      guard let request = network.request(number) else { return }
      await refuse(request, failure)
      // If the user is signed out, all pending requests are refused for that reason.
      guard failure == .signedOut, network.isCurrentChange(request) else { return }
      for other in network.pending where network.isCurrentChange(other) && !other.isCarriedOut {
        await refuse(other, failure)
      }
    case .changeByAnotherDevice(let item, let choice):
      await changeByAnotherDevice(itemID(item), choice)
    case .sendPush(let item): await send(itemID(item))
    case .receivePush(let number):
      guard let push = reports.removePush(number) else { return }
      if number % 3 == 0 { reports.addNestedPush(push) } else { receive(push) }
    case .fetchList(let item): await fetch(itemID(item))
    case .receiveList(let number):
      if let list = reports.removeList(number) { receive(list) }
    case .wait(let seconds): await advance(by: .seconds(seconds))
    case .goOffline: network.isOffline = true
    case .goOnline:
      network.isOffline = false
      session.flush()
    case .loseReachability: setReachable(false)
    case .regainReachability: setReachable(true)
    case .undo(let number): undo(number)
    case .refresh: session.refresh()
    case .signOut: signOut()
    }
  }

  func setReachable(_ isReachable: Bool) {
    network.isReachable = isReachable
    session.isReachable = isReachable
  }

  /// Undoes a removal; its failure is reported by the component that removed the value.
  private func undo(_ number: Int) {
    let offers = session.undoable
    guard !offers.isEmpty else { return }
    let offer = offers[number % offers.count]
    pressed = failures.last?.component(of: offer.id)
    offer.undo()
    pressed = nil
  }

  private func itemID(_ number: Int) -> String { subject.itemIDs[number % subject.itemIDs.count] }

  func bind(_ screen: Int, to item: Int) {
    let itemID = itemID(item)
    screens.leave(screen, for: itemID, keepsTaps: subject.screens[screen].keepsTaps)
    markHiddenItems()
    let requests = network.requests(of: itemID)
    weak let former = session.object(of: itemID, Intent.self)
    subject.screens[screen].bind(itemID, knowledge.listed(itemID), session)
    if former == nil || session.object(of: itemID, Intent.self) !== former {
      for request in requests { request.senders.remove(itemID) }
    }
    screens.bind(screen, to: itemID)
  }

  func close(_ screen: Int) {
    screens.close(screen, showing: subject.screens[screen].shown())
    markHiddenItems()
  }

  /// Marks hidden items as possibly stale if there are more than the session remembers.
  ///
  /// The session may forget them and then use old list data.
  private func markHiddenItems() {
    let hidden = subject.itemIDs.filter { !screens.show($0) }
    guard hidden.count > session.rememberedItemLimit else { return }
    for itemID in hidden {
      knowledge.noteMayBeStale(itemID)
      ledgers.last?.forgetExpectedValue(of: itemID)
    }
  }

  private func signOut() {
    ledgers.last?.end()
    session.end()
    for screen in screens.all.indices {
      screens.end(screen, showing: subject.screens[screen].shown())
    }
    // The next session is not notified of the outcomes of the previous session's requests.
    for itemID in subject.itemIDs { knowledge.noteMayBeStale(itemID) }
    reports = ServerReports()
    network.beginSession()
    session = subject.session()
    watch()
  }

  /// The number of items that process the outcome of a request, even one that comes too late.
  ///
  /// A session may have forgotten an item, even if it has the item again, or have been released.
  func expectedEvents(of request: AdversarialNetwork.PendingRequest) -> Int {
    guard sessions.indices.contains(request.session - 1) else { return 1 }
    let session = sessions[request.session - 1].session
    return request.senders.count { session?.object(of: $0, Intent.self) != nil }
  }

  func read(_ itemID: String) async -> Intent.Answer? {
    (try? await subject.server(itemID).read()) ?? nil
  }
}

/// A session that may have been released.
private struct WeakSession {
  weak let session: Session?
}
