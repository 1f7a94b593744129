import Components
import SelfManaged

/// A reducer, its server, and all messages between them: a value, so that every
/// continuation of a history can be tried.
///
/// The invariants are in `ModelWorld+Rules.swift`.
struct ModelWorld<Intent: Modeled> {
  typealias Step = ModelStep<Intent>

  struct Request {
    let stamp: LogicalTime
    let intent: Intent
    let key: LogicalTime
    let tap: LogicalTime
    /// The answer of the server once it has applied the request.
    var answer: News?
    /// The server's value before that.
    var before: Intent.Value?
  }

  /// A report of the server, and the number of requests applied before it.
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
  /// Whether the server changed, or may have changed, unknown to the app.
  private(set) var isUnknowable = false
  /// Whether only the user has changed the value.
  private(set) var isOnlyWriter = true
  /// Whether only the user changes the value, and all requests succeed.
  private(set) var isUndisturbed = true
  /// The position at which each request was applied, by its key.
  private(set) var carriedOut: [LogicalTime: Int] = [:]
  /// The last sent intent of each tap.
  private(set) var flown: [LogicalTime: Intent] = [:]
  /// Taps whose request was applied.
  private(set) var landed: Set<LogicalTime> = []
  /// Those of them that were applied in part, and rejected.
  private(set) var shared: Set<LogicalTime> = []
  /// Those of them after which another device changed the value.
  private(set) var overwritten: Set<LogicalTime> = []
  /// The first rule that was broken.
  private(set) var complaint: String?
  /// Taps without an answer.
  var open: Set<LogicalTime> = []
  var attempts: [LogicalTime: Int] = [:]
  /// The intents dropped as no change during a request, each with that request's tap and
  /// its intent at that time.
  var dropped: [(tap: LogicalTime, flying: Intent, wish: Intent)] = []
  private var cuts = CutRule<Intent>()
  /// The number of times that a request was applied.
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

  /// The possible events now.
  var steps: [Step] {
    var steps = Intent.intents(seeing: state.display).map(Step.tap)
    if let request {
      steps += [.ok, .okBare, .lostAfter, .timesOut]
      if request.answer == nil, isLimited(request.intent) { steps.append(.limitedPart) }
      if !isVersioned, Intent.stale(server, before: server) != nil { steps.append(.okStale) }
      if request.answer == nil {
        steps += [
          .carryOut, .rejected, .rejectedWithTruth, .lostBefore, .conflict, .offline, .signedOut,
        ]
        // A first request that is rejected changed nothing, whatever the server reports.
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

  /// Runs one step, and reports a broken rule.
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
        report(News(answer: part, carriedOut: landings), .push)
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
      // Only its version distinguishes a late push from a new one.
      if let push = latePush { report(push, .push) }
      latePush = nil
    case .fetch:
      now += 1
      lateList = (truth, LogicalTime(rawValue: now))
    case .lateList:
      if let (news, began) = lateList { report(news, .read(began)) }
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

  /// The server applies the request, and answers only "ok".
  private mutating func answerBarely() {
    carryOut()
    // A back end that clamps and answers only "ok" misreports undetectably.
    if let request, let before = request.before, carriedOut[request.key] == landings,
      !Intent.same(request.intent.carriedOut(on: before), request.intent.applied(to: before))
    {
      isUnknowable = true
    }
    // A late push can't be distinguished from a new one if the later version was never reported.
    if let late = latePush?.answer.version, late > state.version ?? 0 { isUnknowable = true }
    reply(.success(Intent.bare))
  }

  /// The server applies the request, and its answer contains a part of the previous value.
  private mutating func answerFromACache() {
    carryOut()
    guard let before = request?.before, let answer = Intent.stale(server, before: before) else {
      return
    }
    // Only a previously confirmed value is recognized as stale. If a read reported another value
    // meanwhile, the order of the two is unknown.
    if Intent.stale(server, before: state.confirmed) != answer {
      (isUnknowable, isUndisturbed) = (true, false)
    }
    let wasTrue = Intent.same(state.display, server)
    reply(.success(answer))
    if wasTrue, !Intent.same(state.display, server) {
      complain("a reply from a cache replaces the server's value by \(shown)")
    }
  }

  /// The request times out, and a later reply is ignored.
  private mutating func timeOut() {
    guard let request else { return }
    self.request = nil
    lastReply = (request.stamp, .success(truth.answer))
    feed(.timer(.timeout(request.stamp)))
  }

  /// Whether the server can apply a part of an addition, and no more.
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

  /// The server now reports everything that was unknown.
  mutating func push() {
    isUnknowable = false
    report(truth, .push)
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

  mutating func report(_ news: News, _ age: ReportSource) {
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
  /// Whether this may happen while only the user changes the value, and no request fails.
  var isUndisturbed: Bool {
    switch self {
    case .tap, .carryOut, .ok, .okBare, .okStale, .turn, .ownLane, .flush, .refresh, .fetch, .emit,
      .readFresh:
      true
    default: false
    }
  }
}
