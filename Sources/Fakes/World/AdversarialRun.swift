import SelfManaged

/// One schedule being played.
@MainActor
final class AdversarialRun<Intent: OptimisticIntent> {
  let subject: AdversarialSubject<Intent>
  let network: AdversarialNetwork
  /// One for each session; the last is the present one's.
  private(set) var ledgers: [TapLedger<Intent>] = []
  private(set) var session: Session
  private(set) var places: [Place]
  private(set) var knowledge: [String: Knowledge] = [:]
  private var pushes: [News] = []
  private var lists: [News] = []
  private var steps = 0
  /// How many events the items have taken in.
  private var events = 0
  /// How many changes have been sent, whether they have reached the network by now or not.
  private var sends = 0
  /// The keys under which they were sent, by what the session tells.
  private(set) var keys: Set<IdempotencyKey> = []
  /// How many turns are waited for the world to come to rest.
  ///
  /// A few are enough where the machine is idle. A busy one may hold a thread up for as long as a
  /// thousand turns of the others, with a reply in its hands.
  private let patience: Int
  /// What went wrong first.
  var complaint: String?

  /// Where a screen stands.
  struct Place {
    var itemID: String?
    /// What it showed when it was closed, or its session ended; from then on only its own presses
    /// may change that.
    var lastShown: Intent.Value?
  }

  /// What the app can know of an item.
  struct Knowledge {
    /// What its list says.
    var listed: Intent.Answer?
    /// How often the server changed without telling.
    var secrets = 0
    /// The newest of those that it has told of since.
    var told = 0
    /// Whether it may show something old until it is read anew.
    var isLost = false
  }

  private struct News {
    let itemID: String
    let answer: Intent.Answer
    let began: Stamp?
    let secrets: Int
    let changes: Int?
  }

  init(
    _ subject: AdversarialSubject<Intent>, _ network: AdversarialNetwork, patience: Int = 10_000
  ) {
    self.patience = patience
    self.subject = subject
    self.network = network
    session = subject.session()
    places = subject.screens.map { _ in Place() }
    watch()
  }

  /// The figures so far.
  var report: AdversarialReport {
    var report = AdversarialReport()
    report.schedules = 1
    (report.steps, report.taps) = (steps, ledgers.reduce(0) { $0 + $1.taps })
    (report.changes, report.reads) = (network.changes, network.reads)
    return report
  }

  /// Plays all steps, lets the world go quiet, and looks at every screen.
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

  /// Leaves nothing behind that waits, whatever was found.
  private func close() async {
    for screen in subject.screens { screen.unbind() }
    session.end()
    while let journey = network.journey(0) { await fail(journey, .unknownOutcome) }
    await pass(.seconds(86_400))
  }

  private func begin() async {
    guard !subject.itemIDs.isEmpty, let first = subject.screens.first else {
      return complain("There is nothing to play with: an item and a screen are needed.")
    }
    for itemID in subject.itemIDs {
      guard let answer = await read(itemID) else {
        return complain(
          "The server can't read \(itemID), so that no screen can be compared with it.")
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
    session.watch(Intent.self) { [weak self] in
      ledger.note($0)
      self?.events += 1
      guard let sent = $0.sent else { return }
      self?.sends += 1
      self?.keys.insert(sent.info.key)
    }
  }

  private func take(_ step: AdversarialStep) async {
    switch step {
    case .press(let screen, let choice):
      let presses = subject.screens[screen % places.count].presses
      if !presses.isEmpty { presses[choice % presses.count]() }
      if places[screen % places.count].itemID == nil { close(screen % places.count) }
    case .bind(let screen, let item): bind(screen % places.count, to: item)
    case .unbind(let screen):
      subject.screens[screen % places.count].unbind()
      close(screen % places.count)
    case .carryOut(let number):
      if let journey = network.journey(number) { await network.carryOut(journey) }
    case .answer(let number):
      if let journey = network.journey(number) { await answer(journey) }
    case .loseRequest(let number):
      if let journey = network.journey(number) { await fail(journey, .unknownOutcome) }
    case .loseReply(let number):
      guard let journey = network.journey(number) else { return }
      await network.carryOut(journey)
      await fail(journey, .unknownOutcome)
    case .timeOut(let number):
      guard let journey = network.journey(number) else { return }
      await arrival { network.delay(journey) }
    case .arriveLate(let number):
      if let journey = await network.arrive(number) { keepSecret(journey.itemID) }
    case .carryOutTwice(let number):
      if let journey = network.journey(number) { await carryOutTwice(journey) }
    case .fail(let number, let failure):
      if let journey = network.journey(number) { await refuse(journey, failure) }
    case .changeElsewhere(let item, let choice): await changeElsewhere(itemID(item), choice)
    case .sendPush(let item): await send(itemID(item))
    case .receivePush(let number):
      if !pushes.isEmpty { receive(pushes.remove(at: number % pushes.count)) }
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

  /// Time passes; one delay after the other, since no order is promised among those that end at once.
  private func pass(_ duration: Duration) async {
    let end = network.clock.now + duration
    while await arrival({ network.clock.advanceToNext(by: end) }) {}
  }

  private func itemID(_ number: Int) -> String { subject.itemIDs[number % subject.itemIDs.count] }

  private func bind(_ screen: Int, to item: Int) {
    let itemID = itemID(item)
    subject.screens[screen].bind(itemID, knowledge[itemID]?.listed, session)
    places[screen] = Place(itemID: itemID)
  }

  private func close(_ screen: Int) {
    places[screen] = Place(itemID: nil, lastShown: subject.screens[screen].shown())
  }

  private func signOut() {
    ledgers.last?.end()
    session.end()
    for screen in places.indices where places[screen].itemID != nil {
      places[screen].lastShown = places[screen].lastShown ?? subject.screens[screen].shown()
    }
    // Nobody told the next user's screens what the last one's requests have done.
    for itemID in subject.itemIDs { knowledge[itemID]?.isLost = true }
    (pushes, lists) = ([], [])
    session = subject.session()
    watch()
  }

  private func carryOutTwice(_ journey: AdversarialNetwork.Journey) async {
    guard journey.info != nil, !journey.isRelative || network.policy.honorsIdempotencyKeys else {
      return
    }
    await network.carryOut(journey)
    let once = await read(journey.itemID)
    await journey.carryOut()
    if journey.isRelative, await read(journey.itemID) != once {
      complain("The server carried out the same key twice on \(journey.itemID).")
    }
  }

  private func answer(_ journey: AdversarialNetwork.Journey) async {
    await network.carryOut(journey)
    await arrival { network.answer(journey) }
  }

  private func fail(_ journey: AdversarialNetwork.Journey, _ error: ServiceError) async {
    await arrival { network.fail(journey, error) }
  }

  /// What was carried out is not refused any more: its answer is lost instead.
  private func refuse(
    _ journey: AdversarialNetwork.Journey, _ failure: AdversarialStep.Failure
  ) async {
    guard !journey.isCarriedOut else { return await fail(journey, .unknownOutcome) }
    let error: ServiceError =
      switch failure {
      case .rejected: .rejected
      case .rejectedForAll: .rejected.reaching(.lane)
      case .rejectedWithTruth: .rejected("No", answer: await read(journey.itemID))
      case .conflict: .conflict
      case .offline: .offline
      case .signedOut: .signedOut
      }
    let isPresent = network.isPresent(journey)
    await fail(journey, error)
    if isPresent { checkReach(of: error, from: journey.itemID) }
  }

  private func changeElsewhere(_ itemID: String, _ choice: Int) async {
    guard !subject.elsewhere.isEmpty else { return }
    let info = RequestInfo(key: IdempotencyKey(rawValue: "elsewhere-\(steps)"))
    let wish = subject.elsewhere[choice % subject.elsewhere.count]
    _ = try? await subject.server(itemID).send(wish, info)
    keepSecret(itemID)
  }

  private func keepSecret(_ itemID: String) {
    knowledge[itemID]?.secrets += 1
    ledgers.last?.doubt(itemID)
  }

  private func send(_ itemID: String) async {
    guard let answer = await read(itemID) else { return }
    let secrets = knowledge[itemID]?.secrets ?? 0
    let push = News(
      itemID: itemID, answer: answer, began: nil, secrets: secrets, changes: network.changes)
    // Without a version nobody can tell a late push from a new one, so it is never late.
    if answer.version == nil { receive(push) } else { pushes.append(push) }
  }

  private func fetch(_ itemID: String) async {
    let began = session.beginRead()
    guard let answer = await read(itemID) else { return }
    // What is asked for while a change is under way is not believed after it.
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
    // What nobody shows may not be in memory, and then nothing is kept of it.
    guard places.contains(where: { $0.itemID == news.itemID && $0.lastShown == nil }) else {
      return
    }
    // Nor is what was asked for before a change was sent.
    guard news.began == nil || news.changes == network.changes else { return }
    let told = knowledge[news.itemID]?.told ?? 0
    knowledge[news.itemID]?.told = max(told, news.secrets)
  }

  func read(_ itemID: String) async -> Intent.Answer? {
    (try? await subject.server(itemID).read()) ?? nil
  }
}

// How it ends.
extension AdversarialRun {
  private func end() async {
    network.isOffline = false
    session.flush()
    guard await rest() else { return complain("It never comes to rest: something stays pending.") }
    if let found = network.complaint ?? ledgers.lazy.compactMap(\.complaint).first {
      return complain(found)
    }
    if network.lacksSignIn { complain("Nobody is signed in, and nobody is asked to sign in.") }
    for itemID in ledgers.flatMap(\.unresolved) {
      complain("A tap on \(itemID) was never resolved.")
    }
    await compare(isReadAnew: false)
    for screen in places.indices
    where places[screen].itemID == nil || places[screen].lastShown != nil {
      bind(screen, to: screen)
    }
    session.refresh()
    guard await rest() else { return complain("It never comes to rest after a last read.") }
    await compare(isReadAnew: true)
  }

  /// Lets everything under way arrive, until nothing is pending.
  private func rest() async -> Bool {
    for _ in 0..<patience {
      while let journey = await network.arrive(0) { keepSecret(journey.itemID) }
      while let journey = network.journey(0) { await answer(journey) }
      await pass(.seconds(86_400))
      await Self.turn()
      let isQuiet = network.waiting.isEmpty && network.clock.sleeperCount == 0
      if isQuiet, !session.activity.isPending { return true }
    }
    return false
  }

  /// Does something that an item will hear of, and waits until it has.
  ///
  /// One thing after the other: no order is promised among tasks that go on at once, and a schedule
  /// must be the same each time it is played. A component that keeps the reply to itself is waited
  /// for in vain, but not for long.
  ///
  /// - Returns: Whether there was something to do.
  @discardableResult
  private func arrival(_ act: () -> Bool) async -> Bool {
    let before = events
    guard act() else { return false }
    for _ in 0..<1_000 where events == before { await Self.turn() }
    return true
  }

  /// Waits until what was sent is on the network.
  ///
  /// A request leaves a turn later where a task can't start at once, and a service may hop before it
  /// asks the network. What never goes there is waited for in vain, but not for long.
  private func departure() async {
    for _ in 0..<1_000 where network.changes < sends { await Self.turn() }
    sends = network.changes
    if !Session.startsAtOnce { await Self.turn() }  // A read may have been asked for.
  }

  /// Lets the main actor do what it has to do, and a service its hops to other executors.
  private static func turn() async {
    await Task { @MainActor in }.value
    await Task.detached {}.value
  }

  static func value(_ answer: Intent.Answer, _ base: Intent.Value) -> Intent.Value {
    Intent.value(from: answer, over: base, before: base)
  }
}
