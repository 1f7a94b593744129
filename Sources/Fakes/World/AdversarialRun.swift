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
  private(set) var places: [Place]
  private(set) var knowledge: [String: Knowledge] = [:]
  /// How many failures each screen must have shown to the user.
  private(set) var failuresToTell: [Int]
  /// The component that is being pressed.
  private var presser: FailureLog.Presser?
  private var bindings = 0
  private var pushes: [News] = []
  /// Pushes that arrive while the next event of their item is being delivered.
  private var handedOn: [News] = []
  private var lists: [News] = []
  private var steps = 0
  /// How many events the items have processed.
  private(set) var events = 0
  /// How many changes have been sent, whether they have reached the network or not.
  var sends = 0
  /// The keys of the sent changes, as reported by the session.
  private(set) var keys: Set<IdempotencyKey> = []
  /// The maximum number of turns to wait until the world is idle.
  ///
  /// A few turns are enough on an idle machine. On a busy one, a thread that delivers a reply may
  /// be delayed for as long as a thousand turns of the others.
  let patience: Int
  /// The first violation.
  var complaint: String?

  /// The place of a screen: its item, its binding, and its last value.
  struct Place {
    var itemID: String?
    /// A number that changes each time the screen is bound to another item, or bound again.
    var binding = 0
    /// The value shown when the screen was closed, or its session ended; after that only its own
    /// presses may change the value.
    var lastShown: Intent.Value?
  }

  /// The app's knowledge of an item.
  struct Knowledge {
    /// The item's value in the app's list.
    var listed: Intent.Answer?
    /// The number of unreported changes on the server.
    var secrets = 0
    /// The number of the newest of these changes that has been reported since.
    var told = 0
    /// Whether the item may show a stale value until it is read again.
    var isLost = false
  }

  private struct News {
    let itemID: String
    let answer: Intent.Answer
    let began: LogicalTime?
    let secrets: Int
    let changes: Int?
    var carriedOut = 0
  }

  init(
    _ subject: AdversarialSubject<Intent>, _ network: AdversarialNetwork, patience: Int = 10_000
  ) {
    self.patience = patience
    self.subject = subject
    self.network = network
    session = subject.session()
    places = subject.screens.map { _ in Place() }
    failuresToTell = subject.screens.map { _ in 0 }
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
    await tell(schedule)
    await close()
  }

  private func tell(_ schedule: [AdversarialStep]) async {
    await begin()
    for step in schedule {
      guard complaint == nil else { return }
      steps += 1
      let before = subject.screens.map { $0.shown() }
      await take(step)
      await departure()
      check(step, before)
    }
    guard complaint == nil else { return }
    await end()
  }

  /// Ends all pending work, whatever the result.
  private func close() async {
    for screen in subject.screens { screen.unbind() }
    session.end()
    while let journey = network.journey(0) { await fail(journey, .unknownOutcome) }
    await pass(.seconds(86_400))
  }

  private func begin() async {
    guard !subject.itemIDs.isEmpty, let first = subject.screens.first else {
      return complain("The subject needs at least one item and one screen.")
    }
    for itemID in subject.itemIDs {
      guard let answer = await read(itemID) else {
        return complain(
          "The server can't read \(itemID), so no screen can be compared with it.")
      }
      knowledge[itemID] = Knowledge(listed: answer)
      first.bind(itemID, answer, session)
      ledgers[0].begin(itemID, with: Self.value(answer, first.shown()))
    }
    for screen in places.indices { bind(screen, to: screen) }
  }

  private func watch() {
    let ledger = TapLedger<Intent>()
    ledgers.append(ledger)
    let failures = FailureLog(session)
    self.failures.append(failures)
    session.watch(Intent.self) { [weak self] in self?.note($0, ledger, failures) }
  }

  private func note(
    _ record: ItemRecord<Intent>, _ ledger: TapLedger<Intent>, _ log: FailureLog
  ) {
    if record.tapped != nil, let presser { log.note(record.at, by: presser) }
    if let failure = ledger.failure(in: record),
      let presser = log.note(failure, at: record.at),
      places[presser.screen].binding == presser.binding
    {
      failuresToTell[presser.screen] += 1
    }
    ledger.note(record)
    events += 1
    if let sent = record.sent {
      sends += 1
      keys.insert(sent.info.key)
    }
    handOn(record.itemID)
  }

  /// Delivers pushes from within an observer, while other observers are still to be notified of the
  /// event.
  ///
  /// A push without a version is delivered only if the server has carried out no request since.
  private func handOn(_ itemID: String) {
    let arrived = handedOn.filter { $0.itemID == itemID }
    guard !arrived.isEmpty else { return }
    handedOn.removeAll { $0.itemID == itemID }
    for push in arrived where push.answer.version != nil || push.carriedOut == network.carriedOut {
      receive(push)
    }
  }

  private func take(_ step: AdversarialStep) async {
    switch step {
    case .press(let screen, let choice):
      let presses = subject.screens[screen % places.count].presses
      presser = .init(
        screen: screen % places.count, binding: places[screen % places.count].binding)
      if !presses.isEmpty { presses[choice % presses.count]() }
      presser = nil
      if places[screen % places.count].itemID == nil { close(screen % places.count) }
    case .bind(let screen, let item): bind(screen % places.count, to: item)
    case .unbind(let screen):
      subject.screens[screen % places.count].unbind()
      close(screen % places.count)
    case .carryOut(let number):
      if let journey = network.journey(number) { await carryOut(journey) }
    case .answer(let number):
      if let journey = network.journey(number) { await answer(journey) }
    case .loseRequest(let number):
      if let journey = network.journey(number) { await fail(journey, .unknownOutcome) }
    case .loseReply(let number):
      guard let journey = network.journey(number) else { return }
      await carryOut(journey)
      await fail(journey, .unknownOutcome)
    case .timeOut(let number):
      guard let journey = network.journey(number) else { return }
      await arrival { network.delay(journey) }
    case .arriveLate(let number):
      if let journey = await network.arrive(number) { keepSecret(journey.itemID) }
    case .carryOutTwice(let number):
      if let journey = network.journey(number) { await carryOutTwice(journey) }
    case .fail(let number, let failure):
      guard let journey = network.journey(number) else { return }
      await refuse(journey, failure)
      // Where the user is signed out, all pending requests are refused for that reason.
      guard failure == .signedOut, network.isPresent(journey) else { return }
      for other in network.waiting where network.isPresent(other) && !other.isCarriedOut {
        await refuse(other, failure)
      }
    case .changeElsewhere(let item, let choice): await changeElsewhere(itemID(item), choice)
    case .sendPush(let item): await send(itemID(item))
    case .receivePush(let number):
      guard !pushes.isEmpty else { return }
      let push = pushes.remove(at: number % pushes.count)
      if number % 3 == 0 { handedOn.append(push) } else { receive(push) }
    case .fetchList(let item): await fetch(itemID(item))
    case .receiveList(let number):
      if !lists.isEmpty { receive(lists.remove(at: number % lists.count)) }
    case .pass(let seconds): await pass(.seconds(seconds))
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
    let former = places[screen]
    // A component that is bound to the same item again still reports the results of its taps.
    let keepsTaps = subject.screens[screen].keepsTaps
    let isSame = keepsTaps && former.itemID == itemID && former.lastShown == nil
    if !isSame { bindings += 1 }
    let binding = isSame ? former.binding : bindings
    places[screen] = Place(binding: binding)  // It is unbound from its previous item first.
    doubtHidden()
    subject.screens[screen].bind(itemID, knowledge[itemID]?.listed, session)
    places[screen] = Place(itemID: itemID, binding: binding)
  }

  func close(_ screen: Int) {
    places[screen] = Place(itemID: nil, lastShown: subject.screens[screen].shown())
    doubtHidden()
  }

  /// Marks hidden items as possibly stale: above the limit of remembered items the session may
  /// forget them, and then uses the old list.
  private func doubtHidden() {
    let hidden = subject.itemIDs.filter { itemID in
      !places.contains { $0.itemID == itemID && $0.lastShown == nil }
    }
    guard hidden.count > session.rememberedItemLimit else { return }
    for itemID in hidden {
      knowledge[itemID]?.isLost = true
      ledgers.last?.doubt(itemID)
    }
  }

  private func signOut() {
    ledgers.last?.end()
    session.end()
    for screen in places.indices where places[screen].itemID != nil {
      places[screen].lastShown = places[screen].lastShown ?? subject.screens[screen].shown()
    }
    // The next user's screens were not notified of the results of the previous user's requests.
    for itemID in subject.itemIDs { knowledge[itemID]?.isLost = true }
    (pushes, lists, handedOn) = ([], [], [])
    session = subject.session()
    watch()
  }

  private func carryOutTwice(_ journey: AdversarialNetwork.Journey) async {
    guard journey.info != nil, !journey.isRelative || network.policy.honorsIdempotencyKeys else {
      return
    }
    await carryOut(journey)
    let once = await read(journey.itemID)
    await network.carryOutAgain(journey)
    if journey.isRelative, await read(journey.itemID) != once {
      complain("The server applied a repeated key twice to \(journey.itemID).")
    }
  }

  /// Lets the server carry out a request; the sender is not notified if the request has timed out.
  private func carryOut(_ journey: AdversarialNetwork.Journey) async {
    let isSecret = !journey.isCarriedOut && network.clock.now >= journey.deadline
    await network.carryOut(journey)
    if isSecret, journey.info != nil { keepSecret(journey.itemID) }
  }

  func answer(_ journey: AdversarialNetwork.Journey) async {
    await carryOut(journey)
    await arrival { network.answer(journey) }
  }

  private func fail(_ journey: AdversarialNetwork.Journey, _ error: ServiceError) async {
    await arrival { network.fail(journey, error) }
  }

  /// Refuses a request; if it was already carried out, its answer is lost instead.
  private func refuse(
    _ journey: AdversarialNetwork.Journey, _ failure: AdversarialStep.Failure
  ) async {
    guard !journey.isCarriedOut else { return await fail(journey, .unknownOutcome) }
    let error: ServiceError =
      switch failure {
      case .rejected: .rejected
      case .rejectedForAll: .rejected.scoped(to: .lane)
      case .rejectedWithTruth: .rejected("No", answer: await read(journey.itemID))
      case .conflict: .conflict
      case .offline: .offline
      case .signedOut: .signedOut
      }
    let isPresent = network.isPresent(journey) && network.clock.now < journey.deadline
    let isOldNews =
      error.code == .signedOut && failures.last?.hasAskedForSignIn(since: oldest(journey)) == true
    await fail(journey, error)
    if isPresent, !isOldNews { checkReach(of: error, from: journey.itemID) }
  }

  /// The tap whose request is in flight.
  private func oldest(_ journey: AdversarialNetwork.Journey) -> LogicalTime? {
    ledgers.last?.oldest(journey.itemID)
  }

  private func changeElsewhere(_ itemID: String, _ choice: Int) async {
    guard !subject.elsewhere.isEmpty else { return }
    let info = RequestInfo(key: IdempotencyKey(rawValue: "elsewhere-\(steps)"))
    let wish = subject.elsewhere[choice % subject.elsewhere.count]
    _ = try? await subject.server(itemID).send(wish, info)
    keepSecret(itemID)
    if choice % 2 == 0, let push = await push(of: itemID) { handedOn.append(push) }
  }

  func keepSecret(_ itemID: String) {
    knowledge[itemID]?.secrets += 1
    ledgers.last?.doubt(itemID)
  }

  private func send(_ itemID: String) async {
    guard let push = await push(of: itemID) else { return }
    // Without a version a late push can't be distinguished from a new one, so it is never late.
    if push.answer.version == nil { receive(push) } else { pushes.append(push) }
  }

  /// A push of an item's value by the server.
  private func push(of itemID: String) async -> News? {
    guard let answer = await read(itemID) else { return nil }
    return News(
      itemID: itemID, answer: answer, began: nil, secrets: knowledge[itemID]?.secrets ?? 0,
      changes: network.changes, carriedOut: network.carriedOut)
  }

  private func fetch(_ itemID: String) async {
    let began = session.beginRead()
    guard let answer = await read(itemID) else { return }
    // A read that is requested while a change is in flight is ignored after the change.
    let isOverlapping = network.waiting.contains { $0.itemID == itemID && $0.info != nil }
    let secrets = knowledge[itemID]?.secrets ?? 0
    lists.append(
      News(
        itemID: itemID, answer: answer, began: began, secrets: secrets,
        changes: isOverlapping ? nil : network.changes))
  }

  private func receive(_ news: News) {
    session.receive(news.answer, of: Intent.self, for: news.itemID, asOf: news.began)
    if news.began != nil { knowledge[news.itemID]?.listed = news.answer }
    // An item without a component may not be in memory, and then its value is not kept.
    guard places.contains(where: { $0.itemID == news.itemID && $0.lastShown == nil }) else {
      return
    }
    // Nor is a value that was requested before a change was sent.
    guard news.began == nil || news.changes == network.changes else { return }
    let told = knowledge[news.itemID]?.told ?? 0
    knowledge[news.itemID]?.told = max(told, news.secrets)
  }

  func read(_ itemID: String) async -> Intent.Answer? {
    (try? await subject.server(itemID).read()) ?? nil
  }
}
