import Components
import SelfManaged

/// A reducer, its server, and all messages between them.
///
/// It is a value, so that every continuation of a history can be tried.
///
/// The rules are in `ModelWorld+Rules.swift`.
struct ModelWorld<Intent: Modeled> {
  typealias Step = ModelStep<Intent>

  let isVersioned: Bool
  /// Whether the service can read a value.
  let canRead: Bool
  private(set) var state: OptimisticState<Intent>
  /// The cause of the last visible change.
  private(set) var cause = ChangeCause.bind
  private(set) var server = Intent.initial
  private(set) var history: [Step] = []
  private(set) var request: Request?
  /// The pending reads, each with the server's report as of its beginning.
  private(set) var reads: [(time: LogicalTime, old: Report)] = []
  private(set) var timers: [Wait] = []
  /// Whether each check of an idle state also reports undated list data.
  var triesLists = false
  let policy: OptimisticPolicy
  /// Whether a request may leave now.
  private(set) var gate = Gate.open
  /// The server's report before its last change.
  private(set) var beforeLastChange: Report?
  private(set) var hasEnded = false
  /// Whether the app can't know the server's value, because a change was not reported or can't be
  /// distinguished from a stale report.
  private(set) var isUnknowable = false
  /// The version of an unreported change, if a late report of it makes the value knowable again.
  private var unreportedVersion: Int?
  /// Whether the server has clamped a request and replied without a value, so that the result that
  /// the app assumed, and compared later intents with, was wrong.
  private(set) var hidAClamp = false
  /// Whether the last reply or read reported the version of the value.
  private(set) var isExact = true
  /// Whether only the user has changed the value.
  private(set) var isOnlyWriter = true
  /// Whether only the user has changed the value, and all requests have succeeded.
  private(set) var isUndisturbed = true
  /// The position of each applied request in the order of application, by its key.
  private(set) var appliedAt: [LogicalTime: Int] = [:]
  /// The last sent intent of each tap.
  private(set) var sentIntents: [LogicalTime: Intent] = [:]
  /// Taps whose deadline has passed, so that they settle at the next failure.
  private(set) var overdueTaps: Set<LogicalTime> = []
  /// Taps whose request was applied.
  private(set) var appliedTaps: Set<LogicalTime> = []
  /// Taps whose request was applied in part and then rejected.
  private(set) var partlyAppliedTaps: Set<LogicalTime> = []
  /// Taps whose request was refused when the value was already as the user wanted it.
  private(set) var doneByOthers: Set<LogicalTime> = []
  /// Taps whose request was applied before another device changed the value.
  private(set) var overwrittenTaps: Set<LogicalTime> = []
  /// The number of attempts under each key that a busy server refused.
  private(set) var refusals: [LogicalTime: Int] = [:]
  /// The key whose last attempt was refused by a busy server.
  private(set) var backsOff: LogicalTime?
  /// Whether the delay after that attempt is over; the next one may still wait for the gate.
  private(set) var isBackOffOver = false
  /// The delay that a busy server asked a read to wait.
  private(set) var readDelay: Wait?
  /// The last removal.
  var removed: ModelRemoval<Intent>?
  /// The first violation.
  private(set) var violation: String?
  /// The taps that are not resolved yet.
  var unresolvedTaps: Set<LogicalTime> = []
  var attempts: [LogicalTime: Int] = [:]
  /// The intents that were dropped as unchanged during a request, each with the tap and the intent
  /// of that request.
  var dropped: [(tap: LogicalTime, inFlight: Intent, intent: Intent)] = []
  private var clampRule = ClampRule<Intent>()
  /// The number of applied requests.
  private(set) var appliedCount = 0
  private var version = 1
  private(set) var now: UInt64 = 0
  private(set) var lastReply: (LogicalTime, Result<Intent.Answer, ServiceError>)?
  private(set) var latePush: Report?
  var lateList: LateList?

  init(isVersioned: Bool, canRead: Bool = true, policy: OptimisticPolicy) {
    self.isVersioned = isVersioned
    self.canRead = canRead
    self.policy = policy
    state = OptimisticState(confirmed: Intent.guess)
    feed(.report(Intent.listed, .list))
  }

  /// Performs one step, and checks the rules.
  mutating func advance(by step: Step) {
    history.append(step)
    let before = state.display
    isUndisturbed = isUndisturbed && step.isUndisturbed && !isTooLong(step)
    perform(step)
    check(step, before: before)
  }

  /// Records a violation, unless an earlier one was recorded.
  mutating func record(_ text: String) { violation = violation ?? text }

  /// The server's current report.
  var truth: Report {
    Report(
      answer: Intent.answer(server, version: isVersioned ? version : nil),
      appliedCount: appliedCount)
  }

  mutating func perform(_ step: Step) {
    if !step.keepsListsCurrent { lateList?.isQuiet = false }
    switch step {
    case .tap(let intent):
      unresolvedTaps.insert(LogicalTime(rawValue: now + 1))
      feed(.tap(intent))
    case .apply: applyRequest()
    case .ok:
      applyRequest()
      answerFully()
    case .okBare: answerBarely(Intent.bare(version: nil))
    case .okUnlimited:
      applyRequest()
      answerUnlimited(isRefusal: false)
    case .rejectedUnlimited: answerUnlimited(isRefusal: true)
    case .okVersion:
      applyRequest()
      answerBarely(Intent.bare(version: request?.answer?.answer.version))
    case .okStale: answerFromACache()
    case .rejected:
      // The refusal contradicts a value that the server never confirmed, so it is read.
      if request != nil, canRead, !state.isDated { isUnknowable = false }
      reply(.failure(.rejected))
    case .rejectedWithTruth: reply(.failure(.rejected("No", answer: truth.answer)))
    case .rejectedBare: reply(.failure(.rejected("No", answer: Intent.bare(version: nil))))
    case .refuse:
      let refusal = truth
      request?.refusal = refusal
      if let request, isSatisfied(request.intent) { doneByOthers.insert(request.tap) }
    case .refusalArrives: deliverRefusal { .rejected("No", answer: $0) }
    case .conflictArrives: deliverRefusal { .conflict(answer: $0) }
    case .conflictBare:
      if unreportedVersion != nil { isUnknowable = false }  // The version shows the change.
      reply(.failure(.conflict(answer: Intent.bare(version: truth.answer.version))))
    case .busy:
      if let request {
        refusals[request.key, default: 0] += 1
        (backsOff, isBackOffOver) = (request.key, false)
      }
      reply(.failure(.busy(after: .seconds(1)).scoped(to: .session)))
    case .lostBefore: reply(.failure(.unknownOutcome))
    case .timesOut: timeOut()
    case .limitedPart:
      applyRequest()
      if let request { partlyAppliedTaps.insert(request.tap) }
      reply(.failure(.limit(Intent.limit(of: server) ?? 0)))
    case .lostAfter:
      applyRequest()
      reply(.failure(.unknownOutcome))
    case .conflict: reply(.failure(.conflict))
    case .offline:
      if let request, attempts[request.key] == 1 { sentIntents[request.tap] = nil }
      reply(.failure(.offline))
    case .signedOut: reply(.failure(.signedOut))
    case .repeatedReply: if let (time, result) = lastReply { feed(.reply(time, result)) }
    case .readFresh(let read): finishRead(read, truth)
    case .readOld(let read): finishRead(read, reads[read].old)
    case .readFails(let read): finishRead(read, nil)
    case .readLags(let read): finishRead(read, beforeLastChange)
    case .readBusy(let read):
      let time = reads.remove(at: read).time
      let isAwaited = state.readBegan == time
      feed(.read(time, .busy(after: .seconds(1))))
      if isAwaited { checkDelayOfABusyRead() }
    case .timer(let timer):
      if timers[timer] == readDelay { readDelay = nil }
      if timers[timer] == state.inFlight?.wait { isBackOffOver = true }
      if timers[timer].reason == .deadline, let tap = state.inFlight?.tap ?? state.queued?.tap {
        overdueTaps.insert(tap)
      }
      feed(.ended(timers.remove(at: timer)))
    case .closes(let gate): self.gate = gate
    case .opens:
      let isNetworkBack = gate == .unreachable
      gate = .open
      feed(isNetworkBack ? .flush : .proceed)
    case .otherDevice:
      let isOnlyUnreported = isVersioned && (!isUnknowable || unreportedVersion != nil)
      changeByAnotherDevice()
      (isUnknowable, unreportedVersion) = (true, isOnlyUnreported ? version : nil)
    case .push: push()
    case .pushPart:
      if let part = Intent.part(server, version: isVersioned ? version : nil) {
        deliver(Report(answer: part, appliedCount: appliedCount), .push)
      }
    case .pushUnlimited: pushUnlimited()
    case .otherDevicePushed:
      changeByAnotherDevice()
      push()
    case .refresh: feed(.refresh)
    case .restock:
      guard let value = Intent.restocked(server) else { return }
      if !Intent.same(value, server) {
        (isUnknowable, unreportedVersion, isOnlyWriter) = (true, nil, false)
      }
      change(to: value)
    case .emit: latePush = truth
    case .latePush:
      // Only its version distinguishes a late push from a new one.
      if let latePush { deliver(latePush, .push) }
      if let late = latePush?.answer.version, let unreportedVersion, late >= unreportedVersion {
        isUnknowable = false
      }
      latePush = nil
    case .fetch:
      now += 1
      let isQuiet = state.inFlight == nil && state.queued == nil
      lateList = LateList(report: truth, began: LogicalTime(rawValue: now), isQuiet: isQuiet)
    case .lateList: deliverLateList()
    case .sameList: feed(.report(Intent.listed, .list))
    case .neighborFails: feed(.neighborFailed(.signedOut))
    case .flush: feed(.flush)
    case .undo:
      unresolvedTaps.insert(LogicalTime(rawValue: now + 1))
      feed(.undo)
    case .end:
      let refused = confirmedBeforeARefusedIntent
      hasEnded = true
      feed(.end(unsent: nil))
      checkEnd(refused)
    case .endUnsent:
      hasEnded = true
      let isFirst = attempts[request?.key ?? LogicalTime(rawValue: 0)] == 1
      let confirmed = isFirst ? state.confirmed : confirmedBeforeARefusedIntent
      feed(.end(unsent: request?.time))
      checkEnd(confirmed)
    }
  }

  private mutating func changeByAnotherDevice() {
    isOnlyWriter = false
    overwrittenTaps.formUnion(appliedTaps)
    change(to: Intent.changedByAnotherDevice(server))
  }

  private mutating func change(to value: Intent.Value) {
    if !Intent.same(value, server) {
      beforeLastChange = truth
      version += 1
    }
    server = value
  }

  private mutating func applyRequest() {
    guard let request, request.answer == nil else { return }
    self.request?.before = server
    if !policy.honorsIdempotencyKeys || appliedAt[request.key] == nil {
      appliedCount += 1
      appliedAt[request.key] = appliedCount
      appliedTaps.insert(request.tap)
      let value = request.intent.appliedByServer(to: server)
      if value != request.intent.applied(to: server) { isUndisturbed = false }
      change(to: value)
      checkDropped(behind: request)
    }
    let answer = truth
    self.request?.answer = answer
  }

  /// Applies the request, and replies without a value.
  private mutating func answerBarely(_ answer: Intent.Answer) {
    applyRequest()
    // If a back end clamps a request and replies without a value, the clamp can't be detected.
    if let request, let before = request.before, appliedAt[request.key] == appliedCount,
      !Intent.same(request.intent.appliedByServer(to: before), request.intent.applied(to: before))
    {
      (isUnknowable, unreportedVersion, hidAClamp) = (true, nil, true)
    }
    if answer.version == nil {
      (unreportedVersion, isExact) = (nil, !isVersioned)
      // If a push has a higher version than any reported one, it can't be recognized as late.
      if let late = latePush?.answer.version, late > state.version ?? 0 { isUnknowable = true }
    }
    reply(.success(answer))
  }

  /// Applies the request, and replies with a part of the previous value.
  private mutating func answerFromACache() {
    applyRequest()
    guard let before = request?.before, let answer = Intent.stale(server, before: before) else {
      return
    }
    // Only the confirmed value is recognized as stale. If a read has reported another value
    // meanwhile, or an earlier request was applied and its reply lost, the order of the two reports is
    // unknown.
    let isRecognized = Intent.stale(server, before: state.confirmed) == answer
    if !isRecognized { (isUnknowable, unreportedVersion, isUndisturbed) = (true, nil, false) }
    let wasCorrect = Intent.same(state.display, server)
    reply(.success(answer))
    if isRecognized, wasCorrect, !Intent.same(state.display, server) {
      record("a stale part of a reply changes the display from the server's value to \(shown)")
    }
  }

  /// Times the request out; a later reply must be ignored.
  private mutating func timeOut() {
    guard let request else { return }
    self.request = nil
    lastReply = (request.time, .success(truth.answer))
    feed(.ended(Wait(.timeout, since: request.time)))
  }

  mutating func reply(_ result: Result<Intent.Answer, ServiceError>) {
    guard let request else { return }
    self.request = nil
    lastReply = (request.time, result)
    if case .success(let answer) = result, answer.version != nil { isExact = true }
    feed(.reply(request.time, result))
  }

  /// Pushes a report of the server's current value, which was perhaps unknown to the app.
  mutating func pushValue(_ report: Report) {
    // A push of the known version may be from before a request that was clamped without a report.
    isUnknowable = isUnknowable && hidAClamp && version == state.version
    deliver(report, .push)
  }

  /// Delivers the late list; if it is current, the app knows the server's value.
  private mutating func deliverLateList() {
    guard let lateList else { return }
    let isCurrent =
      lateList.isQuiet && state.inFlight == nil && lateList.report.answer == truth.answer
    deliver(lateList.report, .read(lateList.began))
    if isCurrent, !hidAClamp { isUnknowable = false }
    self.lateList = nil
  }

  private mutating func finishRead(_ read: Int, _ report: Report?) {
    let time = reads.remove(at: read).time
    guard canRead else { return feed(.read(time, .unavailable)) }
    if report != nil { isExact = true }
    let isCorrect = confirmedBeforeARefusedIntent != nil && Intent.same(state.confirmed, server)
    feed(.read(time, report.map { .value($0.answer) } ?? .failed), carrying: report)
    if isCorrect, !isUnknowable, !Intent.same(state.confirmed, server) {
      record("while the busy server applies nothing, an older read replaces the server's value")
    }
  }

  mutating func deliver(_ report: Report, _ source: ReportSource) {
    feed(.report(report.answer, source), carrying: report)
  }

  mutating func feed(_ event: OptimisticEvent<Intent>, carrying report: Report? = nil) {
    now += 1
    let time = LogicalTime(rawValue: now)
    let before = (confirmed: state.confirmed, display: state.display)
    let (queued, inFlight, version) = (state.queued, state.inFlight, state.version)
    let transition = state.handle(event, at: time, gate, policy)
    let effects = transition.effects
    if transition.isVisible { cause = transition.cause }
    for effect in effects {
      check(effect, of: event)
      switch effect {
      case .send(let intent, let key, _, _):
        let tap = state.inFlight?.tap ?? time
        sentIntents[tap] = intent
        backsOff = nil
        request = Request(time: time, intent: intent, key: key, tap: tap)
      case .read: reads.append((time, truth))
      case .schedule(let timer, _):
        timers.append(timer)
        if case .read(_, .busy) = event, timer.reason == .busy { readDelay = timer }
      case .resolve, .propagate: break
      }
    }
    timers.removeAll { !state.isWaiting(for: $0) }
    checkRemoval(event, at: time, before, inFlight: inFlight)
    if case .tap(let intent) = event { checkTap(intent, at: time, on: before.display, queued) }
    checkIsIntended(effects, of: event, before.display, inFlight: inFlight)
    if case .tap(let intent) = event {
      checkDrops(effects, of: intent)
    } else if let queued, event != .undo {
      checkDrops(effects, of: queued.intent)
    }
    checkNotices(
      transition, of: event, before: before.display, queued?.intent ?? inFlight?.intent)
    checkReason(effects, of: event, before, version: version)
    if !hasEnded,
      let violation = clampRule.violation(
        in: transition, of: event, at: time, before: before.display,
        pending: [queued?.tap, inFlight?.tap], state)
    {
      record(violation)
    }
    if let report { check(report, before: before.confirmed) }
  }
}
