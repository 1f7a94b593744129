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
  private(set) var session: Session
  private(set) var screenStates: [ScreenState]
  private(set) var knowledge: [String: Knowledge] = [:]
  /// The number of failures that each screen must have shown to the user.
  private(set) var expectedFailures: [Int]
  /// The component that is being pressed.
  private var pressed: FailureLog.PressedComponent?
  private var bindings = 0
  private var pushes: [ServerReport] = []
  /// Pushes to be delivered from within an observer of the next event of their item.
  private var nestedPushes: [ServerReport] = []
  private var lists: [ServerReport] = []
  private var steps = 0
  /// The number of events that the items have processed.
  private(set) var events = 0
  /// The number of changes that were sent, whether or not they have reached the network.
  var sends = 0
  /// The keys of the sent changes, as reported by the session.
  private(set) var keys: Set<IdempotencyKey> = []
  /// The maximum number of turns to wait until the world is idle.
  ///
  /// A few turns are enough on an idle machine. On a busy machine, the thread that delivers a reply
  /// may be delayed for a thousand turns of the other threads.
  let maximumTurns: Int
  /// The first violation.
  var violation: String?

  /// The state of a screen: its item, its binding, and its last value.
  struct ScreenState {
    var itemID: String?
    /// The number of the binding; it stays the same while the component keeps its taps.
    var binding = 0
    /// The value shown when the screen was closed or its session ended.
    ///
    /// After that, only a press of the closed component may change the shown value.
    var lastShown: Intent.Value?
  }

  /// The app's knowledge of an item.
  struct Knowledge {
    /// The item's value in the app's list.
    var listed: Intent.Answer?
    /// The number of changes on the server that no reply reports.
    var unreportedChanges = 0
    /// The number of these changes that a push or a read has reported since.
    var reportedChanges = 0
    /// Whether the item may show a stale value until it is read again.
    var mayBeStale = false
  }

  /// A push, or list data with the time at which its read began.
  private struct ServerReport {
    let itemID: String
    let answer: Intent.Answer
    let began: LogicalTime?
    /// The number of unreported changes that the report includes.
    let unreportedChanges: Int
    /// The number of changes sent before the read; `nil` if a change was in flight.
    let changes: Int?
    /// The number of requests that the server had carried out before a push.
    var carriedOutCount = 0
  }

  init(
    _ subject: AdversarialSubject<Intent>, _ network: AdversarialNetwork, maximumTurns: Int = 10_000
  ) {
    self.maximumTurns = maximumTurns
    self.subject = subject
    self.network = network
    session = subject.session()
    screenStates = subject.screens.map { _ in ScreenState() }
    expectedFailures = subject.screens.map { _ in 0 }
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
      await perform(step)
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
      knowledge[itemID] = Knowledge(listed: answer)
      first.bind(itemID, answer, session)
      ledgers[0].begin(itemID, with: Self.value(answer, first.shown()))
    }
    for screen in screenStates.indices { bind(screen, to: screen) }
  }

  private func watch() {
    let ledger = TapLedger<Intent>()
    ledgers.append(ledger)
    let failures = FailureLog(session)
    self.failures.append(failures)
    session.observe(Intent.self) { [weak self] in self?.note($0, ledger, failures) }
  }

  private func note(
    _ record: ItemRecord<Intent>, _ ledger: TapLedger<Intent>, _ log: FailureLog
  ) {
    if record.tapped != nil, let pressed { log.note(record.at, by: pressed) }
    if let failure = ledger.failure(in: record),
      let pressed = log.note(failure, at: record.at),
      screenStates[pressed.screen].binding == pressed.binding
    {
      expectedFailures[pressed.screen] += 1
    }
    ledger.note(record)
    events += 1
    if let sent = record.sent {
      sends += 1
      keys.insert(sent.info.key)
    }
    deliverNestedPushes(of: record.itemID)
  }

  /// Delivers pushes from within an observer, before other observers are notified of the event.
  ///
  /// A push without a version is delivered only if the server has carried out no request since.
  private func deliverNestedPushes(of itemID: String) {
    let arrived = nestedPushes.filter { $0.itemID == itemID }
    guard !arrived.isEmpty else { return }
    nestedPushes.removeAll { $0.itemID == itemID }
    for push in arrived {
      let isFresh = push.carriedOutCount == network.carriedOutCount
      if push.answer.version != nil || isFresh { receive(push) }
    }
  }

  private func perform(_ step: AdversarialStep) async {
    switch step {
    case .press(let number, let choice):
      let screen = number % screenStates.count
      let presses = subject.screens[screen].presses
      pressed = .init(screen: screen, binding: screenStates[screen].binding)
      if !presses.isEmpty { presses[choice % presses.count]() }
      pressed = nil
      if screenStates[screen].itemID == nil { close(screen) }
    case .bind(let screen, let item): bind(screen % screenStates.count, to: item)
    case .unbind(let screen):
      subject.screens[screen % screenStates.count].unbind()
      close(screen % screenStates.count)
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
      await performAndWait { network.delay(request) }
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
      guard !pushes.isEmpty else { return }
      let push = pushes.remove(at: number % pushes.count)
      if number % 3 == 0 { nestedPushes.append(push) } else { receive(push) }
    case .fetchList(let item): await fetch(itemID(item))
    case .receiveList(let number):
      if !lists.isEmpty { receive(lists.remove(at: number % lists.count)) }
    case .wait(let seconds): await advance(by: .seconds(seconds))
    case .goOffline: network.isOffline = true
    case .goOnline:
      network.isOffline = false
      session.flush()
    case .refresh: session.refresh()
    case .signOut: signOut()
    }
  }

  private func itemID(_ number: Int) -> String { subject.itemIDs[number % subject.itemIDs.count] }

  func bind(_ screen: Int, to item: Int) {
    let itemID = itemID(item)
    let former = screenStates[screen]
    // A component that keeps its taps still reports their outcomes after it is bound again.
    let keepsTaps = subject.screens[screen].keepsTaps
    let isSame = keepsTaps && former.itemID == itemID && former.lastShown == nil
    if !isSame { bindings += 1 }
    let binding = isSame ? former.binding : bindings
    // The component is unbound from its previous item first.
    screenStates[screen] = ScreenState(binding: binding)
    markHiddenItems()
    subject.screens[screen].bind(itemID, knowledge[itemID]?.listed, session)
    screenStates[screen] = ScreenState(itemID: itemID, binding: binding)
  }

  func close(_ screen: Int) {
    screenStates[screen] = ScreenState(itemID: nil, lastShown: subject.screens[screen].shown())
    markHiddenItems()
  }

  /// Marks hidden items as possibly stale if there are more than the session remembers.
  ///
  /// The session may forget them and then use old list data.
  private func markHiddenItems() {
    let hidden = subject.itemIDs.filter { itemID in
      !screenStates.contains { $0.itemID == itemID && $0.lastShown == nil }
    }
    guard hidden.count > session.rememberedItemLimit else { return }
    for itemID in hidden {
      knowledge[itemID]?.mayBeStale = true
      ledgers.last?.forgetExpectedValue(of: itemID)
    }
  }

  private func signOut() {
    ledgers.last?.end()
    session.end()
    for screen in screenStates.indices where screenStates[screen].itemID != nil {
      let shown = subject.screens[screen].shown()
      screenStates[screen].lastShown = screenStates[screen].lastShown ?? shown
    }
    // The next session is not notified of the outcomes of the previous session's requests.
    for itemID in subject.itemIDs { knowledge[itemID]?.mayBeStale = true }
    (pushes, lists, nestedPushes) = ([], [], [])
    session = subject.session()
    watch()
  }

  private func carryOutTwice(_ request: AdversarialNetwork.PendingRequest) async {
    guard request.info != nil, !request.isRelative || network.policy.honorsIdempotencyKeys else {
      return
    }
    await carryOut(request)
    let once = await read(request.itemID)
    await network.carryOutAgain(request)
    if request.isRelative, await read(request.itemID) != once {
      addViolation("The server carried out a repeated key twice for \(request.itemID).")
    }
  }

  /// Lets the server carry out a request; if it has timed out, its change is unreported.
  private func carryOut(_ request: AdversarialNetwork.PendingRequest) async {
    let isUnreported = !request.isCarriedOut && network.clock.now >= request.deadline
    await network.carryOut(request)
    if isUnreported, request.info != nil { noteUnreportedChange(request.itemID) }
  }

  func answer(_ request: AdversarialNetwork.PendingRequest) async {
    await carryOut(request)
    await performAndWait { network.answer(request) }
  }

  private func fail(_ request: AdversarialNetwork.PendingRequest, _ error: ServiceError) async {
    await performAndWait { network.fail(request, error) }
  }

  /// Refuses a request; if it was already carried out, its reply is lost instead.
  private func refuse(
    _ request: AdversarialNetwork.PendingRequest, _ failure: AdversarialStep.Failure
  ) async {
    guard !request.isCarriedOut else { return await fail(request, .unknownOutcome) }
    let error: ServiceError =
      switch failure {
      case .rejected: .rejected
      case .rejectedForAll: .rejected.scoped(to: .lane)
      case .rejectedWithTruth: .rejected("No", answer: await read(request.itemID))
      case .conflict: .conflict
      case .offline: .offline
      case .signedOut: .signedOut
      }
    let isCurrentChange = network.isCurrentChange(request) && network.clock.now < request.deadline
    let isStale =
      error.code == .signedOut && failures.last?.hasRequestedSignIn(after: oldest(request)) == true
    await fail(request, error)
    if isCurrentChange, !isStale { checkScope(of: error, from: request.itemID) }
  }

  /// The tap whose request is in flight.
  private func oldest(_ request: AdversarialNetwork.PendingRequest) -> LogicalTime? {
    ledgers.last?.oldest(request.itemID)
  }

  private func changeByAnotherDevice(_ itemID: String, _ choice: Int) async {
    guard !subject.otherDevices.isEmpty else { return }
    let info = RequestInfo(key: IdempotencyKey(rawValue: "other-device-\(steps)"))
    let intent = subject.otherDevices[choice % subject.otherDevices.count]
    _ = try? await subject.server(itemID).send(intent, info)
    noteUnreportedChange(itemID)
    if choice % 2 == 0, let push = await push(of: itemID) { nestedPushes.append(push) }
  }

  func noteUnreportedChange(_ itemID: String) {
    knowledge[itemID]?.unreportedChanges += 1
    ledgers.last?.forgetExpectedValue(of: itemID)
  }

  private func send(_ itemID: String) async {
    guard let push = await push(of: itemID) else { return }
    // Without a version a late push can't be distinguished from a new one, so it is never late.
    if push.answer.version == nil { receive(push) } else { pushes.append(push) }
  }

  /// A push of an item's value by the server.
  private func push(of itemID: String) async -> ServerReport? {
    guard let answer = await read(itemID) else { return nil }
    return ServerReport(
      itemID: itemID, answer: answer, began: nil,
      unreportedChanges: knowledge[itemID]?.unreportedChanges ?? 0, changes: network.changes,
      carriedOutCount: network.carriedOutCount)
  }

  private func fetch(_ itemID: String) async {
    let began = session.beginRead()
    guard let answer = await read(itemID) else { return }
    // A read that began while a change was in flight is ignored after the change has settled.
    let isOverlapping = network.pending.contains { $0.itemID == itemID && $0.info != nil }
    let unreportedChanges = knowledge[itemID]?.unreportedChanges ?? 0
    lists.append(
      ServerReport(
        itemID: itemID, answer: answer, began: began, unreportedChanges: unreportedChanges,
        changes: isOverlapping ? nil : network.changes))
  }

  private func receive(_ report: ServerReport) {
    session.receive(report.answer, of: Intent.self, for: report.itemID, asOf: report.began)
    if report.began != nil { knowledge[report.itemID]?.listed = report.answer }
    // If no screen shows the item, it may not be in memory, and then the report is dropped.
    guard screenStates.contains(where: { $0.itemID == report.itemID && $0.lastShown == nil }) else {
      return
    }
    // A read that began before a change was sent is ignored.
    guard report.began == nil || report.changes == network.changes else { return }
    let reportedChanges = knowledge[report.itemID]?.reportedChanges ?? 0
    knowledge[report.itemID]?.reportedChanges = max(reportedChanges, report.unreportedChanges)
  }

  func read(_ itemID: String) async -> Intent.Answer? {
    (try? await subject.server(itemID).read()) ?? nil
  }
}
