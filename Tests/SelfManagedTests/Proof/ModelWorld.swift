import Components
import SelfManaged

/// A reducer, the server it talks to, and everything under way between them: a value, so that every
/// continuation of a history can be tried.
///
/// What must hold is in `ModelWorld+Rules.swift`.
struct ModelWorld<Intent: Modeled> {
  typealias Step = ModelStep<Intent>

  struct Request {
    let stamp: LogicalTime
    let intent: Intent
    let key: LogicalTime
    let tap: LogicalTime
    /// What the server answers, once it has carried it out.
    var answer: News?
    /// What the server had before that.
    var before: Intent.Value?
  }

  /// What the server told, and how many requests it had carried out by then.
  struct News {
    let answer: Intent.Answer
    let carriedOut: Int
  }

  let isVersioned: Bool
  private(set) var state: OptimisticState<Intent>
  /// The cause of the last visible change.
  private(set) var cause = ChangeCause.bind
  private(set) var server = Intent.initial
  private(set) var history: [Step] = []
  private(set) var request: Request?
  private(set) var reads: [(stamp: LogicalTime, old: News)] = []
  private(set) var timers: [OptimisticTimer] = []
  /// Whether undated list data is tried whenever everything is at rest.
  var triesLists = false
  private(set) var hasAskedForTurn = false
  private(set) var hasOwnLane = false
  /// Whether it has the turn of the shared lane.
  private(set) var hasTurn = false
  private(set) var hasEnded = false
  /// Whether the server changed, or may have, without the app being able to know.
  private(set) var isUnknowable = false
  /// Whether nobody but the person has changed anything.
  private(set) var isOnlyWriter = true
  /// Whether the person is the only one who changes anything, and all goes well.
  private(set) var isUndisturbed = true
  /// When each request was carried out, by its key: as the first, the second, and so on.
  private(set) var carriedOut: [LogicalTime: Int] = [:]
  /// What was sent last of each tap.
  private(set) var flown: [LogicalTime: Intent] = [:]
  /// Taps whose request was carried out.
  private(set) var landed: Set<LogicalTime> = []
  /// Those of them that were carried out in part, and refused.
  private(set) var shared: Set<LogicalTime> = []
  /// Those of them after which somebody else has changed the value.
  private(set) var overwritten: Set<LogicalTime> = []
  /// The first rule that was broken.
  private(set) var complaint: String?
  /// Taps without an answer.
  var open: Set<LogicalTime> = []
  var attempts: [LogicalTime: Int] = [:]
  /// What was dropped as no change while a request was under way, each with the tap of that one and
  /// with what it asked for by then.
  var dropped: [(tap: LogicalTime, flying: Intent, wish: Intent)] = []
  private var cuts = CutRule<Intent>()
  /// How often a request was carried out.
  private var landings = 0
  private var version = 1
  private(set) var now: UInt64 = 0
  private var lastReply: (LogicalTime, Result<Intent.Answer, ServiceError>)?
  private var latePush: News?
  private var lateList: (news: News, began: LogicalTime)?

  init(isVersioned: Bool, policy: OptimisticPolicy) {
    self.isVersioned = isVersioned
    state = OptimisticState(confirmed: Intent.guess, policy: policy)
    feed(.report(Intent.listed, .list))
  }

  /// Everything that can happen now.
  var steps: [Step] {
    var steps = Intent.wishes(seeing: state.display).map(Step.tap)
    if let request {
      steps += [.ok, .okBare, .lostAfter, .timesOut]
      if request.answer == nil, isLimited(request.intent) { steps.append(.limitedPart) }
      if !isVersioned, Intent.stale(server, before: server) != nil { steps.append(.okStale) }
      if request.answer == nil {
        steps += [
          .carryOut, .rejected, .rejectedWithTruth, .lostBefore, .conflict, .offline, .signedOut,
        ]
        // A first request that is refused changed nothing, whatever the server tells.
        if state.inFlight?.attempt ?? 1 > 1 { steps.append(.rejectedBare) }
        if isVersioned { steps.append(.conflictBare) }
      }
    }
    if lastReply != nil { steps.append(.repeatedReply) }
    for read in reads.indices { steps += [.readFresh(read), .readOld(read), .readFails(read)] }
    steps += timers.indices.map(Step.timer)
    if hasAskedForTurn {
      steps.append(.turn)
      if state.policy.lanes == .sharedAtFirst { steps.append(.ownLane) }
    }
    if isVersioned { steps.append(latePush == nil ? .emit : .latePush) }
    steps.append(lateList == nil ? .fetch : .lateList)
    if Intent.restocked(server) != nil { steps.append(.restock) }
    return steps + [
      .elsewherePushed, .refresh, .elsewhere, .push, .sameList, .neighborFails, .flush, .end,
    ]
  }

  /// Lets one thing happen, and complains if a rule is broken.
  mutating func take(_ step: Step) {
    history.append(step)
    let before = state.display
    isUndisturbed = isUndisturbed && step.isUndisturbed
    perform(step)
    check(step, before: before)
  }

  mutating func complain(_ text: String) { complaint = complaint ?? text }

  var truth: News {
    News(
      answer: Intent.answer(server, version: isVersioned ? version : nil),
      carriedOut: landings)
  }

  mutating func perform(_ step: Step) {
    switch step {
    case .tap(let intent):
      open.insert(LogicalTime(rawValue: now + 1))
      feed(.tap(intent))
    case .carryOut: carryOut()
    case .ok:
      carryOut()
      if let answer = request?.answer { reply(.success(answer.answer)) }
    case .okBare: answerBarely()
    case .okStale: answerFromACache()
    case .rejected: reply(.failure(.rejected))
    case .rejectedWithTruth: reply(.failure(.rejected("No", answer: truth.answer)))
    case .rejectedBare: reply(.failure(.rejected("No", answer: Intent.bare)))
    case .conflictBare: reply(.failure(.conflict(answer: Intent.bare)))
    case .lostBefore: reply(.failure(.unknownOutcome))
    case .timesOut: timeOut()
    case .limitedPart:
      carryOut()
      if let request { shared.insert(request.tap) }
      reply(.failure(.limit(Intent.limit(of: server) ?? 0)))
    case .lostAfter:
      carryOut()
      reply(.failure(.unknownOutcome))
    case .conflict: reply(.failure(.conflict))
    case .offline: reply(.failure(.offline))
    case .signedOut: reply(.failure(.signedOut))
    case .repeatedReply: if let (stamp, result) = lastReply { feed(.reply(stamp, result)) }
    case .readFresh(let read): finishRead(read, truth)
    case .readOld(let read): finishRead(read, reads[read].old)
    case .readFails(let read): finishRead(read, nil)
    case .timer(let timer): feed(.timer(timers.remove(at: timer)))
    case .turn:
      (hasAskedForTurn, hasTurn) = (false, true)
      feed(.turn)
    case .ownLane:
      (hasAskedForTurn, hasOwnLane) = (false, true)
      feed(.ownLane)
    case .elsewhere:
      isUnknowable = true
      changeElsewhere()
    case .push: push()
    case .pushPart:
      if let part = Intent.part(server, version: isVersioned ? version : nil) {
        tell(News(answer: part, carriedOut: landings), .push)
      }
    case .elsewherePushed:
      changeElsewhere()
      push()
    case .refresh: feed(.refresh)
    case .restock:
      guard let value = Intent.restocked(server) else { return }
      if !Intent.same(value, server) { (isUnknowable, isOnlyWriter) = (true, false) }
      change(to: value)
    case .emit: latePush = truth
    case .latePush:
      // A push that is late is told from a new one by its version alone.
      if let push = latePush { tell(push, .push) }
      latePush = nil
    case .fetch:
      now += 1
      lateList = (truth, LogicalTime(rawValue: now))
    case .lateList:
      if let (news, began) = lateList { tell(news, .read(began)) }
      lateList = nil
    case .sameList: feed(.report(Intent.listed, .list))
    case .neighborFails: feed(.neighborFailed(.signedOut))
    case .flush: feed(.flush)
    case .end:
      hasEnded = true
      feed(.end)
    }
  }

  private mutating func changeElsewhere() {
    isOnlyWriter = false
    overwritten.formUnion(landed)
    change(to: Intent.elsewhere(server))
  }

  private mutating func change(to value: Intent.Value) {
    if !Intent.same(value, server) { version += 1 }
    server = value
  }

  private mutating func carryOut() {
    guard let request, request.answer == nil else { return }
    self.request?.before = server
    if !state.policy.honorsIdempotencyKeys || carriedOut[request.key] == nil {
      landings += 1
      carriedOut[request.key] = landings
      landed.insert(request.tap)
      let value = request.intent.carriedOut(on: server)
      if value != request.intent.applied(to: server) { isUndisturbed = false }
      change(to: value)
      checkDropped(behind: request)
    }
    let answer = truth
    self.request?.answer = answer
  }

  /// The server does what was asked, and says no more than "ok".
  private mutating func answerBarely() {
    carryOut()
    // A back end that clamps and says only "ok" has told a lie nobody can see through.
    if let request, let before = request.before, carriedOut[request.key] == landings,
      !Intent.same(request.intent.carriedOut(on: before), request.intent.applied(to: before))
    {
      isUnknowable = true
    }
    // Nor can anybody tell a late push from a new one, if the version it beats was never told.
    if let late = latePush?.answer.version, late > state.version ?? 0 { isUnknowable = true }
    reply(.success(Intent.bare))
  }

  /// The server does what was asked, and tells in part what it had before.
  private mutating func answerFromACache() {
    carryOut()
    guard let before = request?.before, let answer = Intent.stale(server, before: before) else {
      return
    }
    // Only what was confirmed before is recognised as old. Where a read told better meanwhile, nobody
    // can say which of the two is newer.
    if Intent.stale(server, before: state.confirmed) != answer {
      (isUnknowable, isUndisturbed) = (true, false)
    }
    let wasTrue = Intent.same(state.display, server)
    reply(.success(answer))
    if wasTrue, !Intent.same(state.display, server) {
      complain("a reply from a cache replaces the server's value by \(shown)")
    }
  }

  /// The request takes too long, and a reply that comes later is ignored.
  private mutating func timeOut() {
    guard let request else { return }
    self.request = nil
    lastReply = (request.stamp, .success(truth.answer))
    feed(.timer(.timeout(request.stamp)))
  }

  /// Whether the server can carry out a part of an addition, and no more.
  private func isLimited(_ intent: Intent) -> Bool {
    let done = intent.carriedOut(on: server)
    return !intent.isAbsolute && !Intent.same(done, server)
      && !Intent.same(done, intent.applied(to: server))
  }

  private mutating func reply(_ result: Result<Intent.Answer, ServiceError>) {
    guard let request else { return }
    self.request = nil
    lastReply = (request.stamp, result)
    feed(.reply(request.stamp, result))
  }

  /// Whatever was not known, the server tells it now.
  mutating func push() {
    isUnknowable = false
    tell(truth, .push)
    if !hasEnded, state.inFlight == nil, Intent.same(state.confirmed, server),
      Intent.limit(of: state.confirmed) != Intent.limit(of: server)
    {
      complain("after a push a limit is believed that the server does not have")
    }
  }

  private mutating func finishRead(_ read: Int, _ news: News?) {
    let stamp = reads.remove(at: read).stamp
    feed(.read(stamp, news.map { .value($0.answer) } ?? .failed), telling: news)
  }

  mutating func tell(_ news: News, _ age: ReportSource) {
    feed(.report(news.answer, age), telling: news)
  }

  mutating func feed(_ event: OptimisticEvent<Intent>, telling news: News? = nil) {
    now += 1
    let stamp = LogicalTime(rawValue: now)
    let before = (confirmed: state.confirmed, display: state.display)
    let (queued, flight) = (state.queued, state.inFlight)
    let transition = state.handle(event, at: stamp)
    let effects = transition.effects
    if transition.isVisible { cause = transition.cause }
    for effect in effects {
      check(effect, of: event)
      switch effect {
      case .requestTurn: hasAskedForTurn = true
      case .send(let intent, let key, _, _):
        let tap = state.inFlight?.tap ?? stamp
        flown[tap] = intent
        request = Request(stamp: stamp, intent: intent, key: key, tap: tap)
      case .read: reads.append((stamp, truth))
      case .schedule(let timer, _): timers.append(timer)
      case .releaseTurn: hasTurn = false
      case .resolve, .propagate: break
      }
    }
    timers.removeAll { !state.isWaiting(for: $0) }
    if case .tap(let intent) = event {
      checkDrops(effects, of: intent)
    } else if let queued {
      checkDrops(effects, of: queued.intent)
    }
    checkNotices(
      transition, of: event, before: before.display, queued?.intent ?? flight?.intent)
    checkGrounds(effects, of: event, before)
    if !hasEnded,
      let wrong = cuts.complaint(
        about: transition, of: event, at: stamp, (before.display, queued, flight), after: state)
    {
      complain(wrong)
    }
    if let news { check(news, before: before.confirmed) }
  }
}

extension ModelStep {
  /// Whether this may happen while nobody but the person changes anything, and nothing goes wrong.
  var isUndisturbed: Bool {
    switch self {
    case .tap, .carryOut, .ok, .okBare, .okStale, .turn, .ownLane, .flush, .refresh, .fetch, .emit,
      .readFresh:
      true
    default: false
    }
  }
}
