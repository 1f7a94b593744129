import Components
import SelfManaged

/// A reducer, the server it talks to, and everything under way between them: a value, so that every
/// continuation of a history can be tried.
struct ModelWorld<Intent: Modeled> {
  /// One thing that can happen.
  enum Step: Hashable {
    case tap(Intent)
    case ok, okBare, rejected, rejectedWithTruth, lostBefore, lostAfter, conflict, offline,
      signedOut
    case repeatedReply
    case readFresh(Stamp), readOld(Stamp), readFails(Stamp)
    case timer(Stamp)
    case turn
    case elsewhere, push, sameList, neighborFails, hurry, end
    /// The server sends a push, or answers a list, that comes later.
    case emit, fetch
    /// Another device changes something, and the server tells at once; the app asks anew.
    case elsewherePushed, refresh
    case latePush, lateList
  }

  struct Request {
    let stamp: Stamp
    let intent: Intent
    let key: Stamp
  }

  private(set) var state: OptimisticState<Intent>
  private(set) var server = Intent.initial
  private(set) var complaint: String?
  private(set) var history: [Step] = []
  let isVersioned: Bool

  private var version = 1
  private var now: UInt64 = 0
  private var request: Request?
  private var lastReply: (Stamp, Result<Intent.Answer, ServiceError>)?
  private var reads: [(stamp: Stamp, old: Intent.Answer)] = []
  private var timers: [Stamp] = []
  private var latePush: Intent.Answer?
  private var lateList: (answer: Intent.Answer, began: Stamp)?
  private var hasAskedForTurn = false
  private var open: Set<Stamp> = []
  private var attempts: [Stamp: Int] = [:]
  private var carriedOut: [Stamp: Int] = [:]
  private var hasEnded = false
  /// Whether the server changed, or may have, without the app being able to know.
  private var isUnknowable = false

  init(isVersioned: Bool, policy: OptimisticPolicy) {
    self.isVersioned = isVersioned
    state = OptimisticState(confirmed: Intent.initial, policy: policy)
    feed(.report(Intent.answer(Intent.initial, version: nil), .unknown))
  }

  /// Everything that can happen now.
  var steps: [Step] {
    var steps = Intent.wishes(seeing: state.display).map(Step.tap)
    if request != nil {
      steps += [
        .ok, .okBare, .rejected, .rejectedWithTruth, .lostBefore, .lostAfter, .conflict, .offline,
        .signedOut,
      ]
    }
    if lastReply != nil { steps.append(.repeatedReply) }
    for (stamp, _) in reads { steps += [.readFresh(stamp), .readOld(stamp), .readFails(stamp)] }
    steps += timers.map(Step.timer)
    if hasAskedForTurn { steps.append(.turn) }
    if isVersioned { steps.append(latePush == nil ? .emit : .latePush) }
    steps.append(lateList == nil ? .fetch : .lateList)
    return steps + [
      .elsewherePushed, .refresh, .elsewhere, .push, .sameList, .neighborFails, .hurry, .end,
    ]
  }

  /// Lets one thing happen, and complains if a rule is broken.
  mutating func take(_ step: Step) {
    history.append(step)
    let before = state.display
    perform(step)
    check(step, before: before)
  }

  private var truth: Intent.Answer { Intent.answer(server, version: isVersioned ? version : nil) }

  private mutating func perform(_ step: Step) {
    switch step {
    case .tap(let intent):
      open.insert(Stamp(rawValue: now + 1))
      feed(.tap(intent))
    case .ok:
      carryOut()
      reply(.success(truth))
    case .okBare:
      // A back end that clamps and says only "ok" has told a lie nobody can see through.
      if let request, request.intent.carriedOut(on: server) != request.intent.applied(to: server) {
        isUnknowable = true
      }
      // Nor can anybody tell a late push from a new one, if the version it beats was never told.
      if let late = latePush?.version, late > state.version ?? 0 { isUnknowable = true }
      carryOut()
      reply(.success(Intent.bare))
    case .rejected: reply(.failure(.rejected))
    case .rejectedWithTruth: reply(.failure(.rejected("No", answer: truth)))
    case .lostBefore: reply(.failure(.unknownOutcome))
    case .lostAfter:
      carryOut()
      reply(.failure(.unknownOutcome))
    case .conflict: reply(.failure(.conflict))
    case .offline: reply(.failure(.offline))
    case .signedOut: reply(.failure(.signedOut))
    case .repeatedReply: if let (stamp, result) = lastReply { feed(.reply(stamp, result)) }
    case .readFresh(let stamp): finishRead(stamp, truth)
    case .readOld(let stamp): finishRead(stamp, reads.first { $0.stamp == stamp }?.old)
    case .readFails(let stamp):
      isUnknowable = true
      finishRead(stamp, nil)
    case .timer(let stamp):
      timers.removeAll { $0 == stamp }
      feed(.timer(stamp))
    case .turn:
      hasAskedForTurn = false
      feed(.turn)
    case .elsewhere:
      isUnknowable = true
      change(to: Intent.elsewhere(server))
    case .push: feed(.report(truth, .pushed))
    case .elsewherePushed:
      change(to: Intent.elsewhere(server))
      feed(.report(truth, .pushed))
    case .refresh: feed(.refresh)
    case .emit: latePush = truth
    case .latePush:
      // A push that is late is told from a new one by its version alone.
      if let answer = latePush { feed(.report(answer, .pushed)) }
      latePush = nil
    case .fetch:
      now += 1
      lateList = (truth, Stamp(rawValue: now))
    case .lateList:
      if let (answer, began) = lateList { feed(.report(answer, .asked(began))) }
      lateList = nil
    case .sameList: feed(.report(Intent.answer(Intent.initial, version: nil), .unknown))
    case .neighborFails: feed(.neighborFailed(.signedOut))
    case .hurry: feed(.hurry)
    case .end:
      hasEnded = true
      feed(.end)
    }
  }

  private mutating func change(to value: Intent.Value) {
    if !Intent.same(value, server) { version += 1 }
    server = value
  }

  private mutating func carryOut() {
    guard let request else { return }
    if state.policy.honorsIdempotencyKeys, carriedOut[request.key] != nil { return }
    carriedOut[request.key, default: 0] += 1
    change(to: request.intent.carriedOut(on: server))
  }

  private mutating func reply(_ result: Result<Intent.Answer, ServiceError>) {
    guard let request else { return }
    self.request = nil
    lastReply = (request.stamp, result)
    feed(.reply(request.stamp, result))
  }

  private mutating func finishRead(_ stamp: Stamp, _ answer: Intent.Answer?) {
    reads.removeAll { $0.stamp == stamp }
    feed(.read(stamp, answer))
  }

  private mutating func feed(_ event: OptimisticEvent<Intent>) {
    now += 1
    let stamp = Stamp(rawValue: now)
    for effect in state.handle(event, at: stamp) {
      switch effect {
      case .requestTurn: hasAskedForTurn = true
      case .send(let intent, let key, let attempt, _):
        if request != nil { complaint = "a second request left before the first was answered" }
        request = Request(stamp: stamp, intent: intent, key: key)
        attempts[key, default: 0] += 1
        if attempts[key] != attempt { complaint = "attempt \(attempt) is miscounted" }
        if attempt > 1, !intent.isAbsolute, !state.policy.honorsIdempotencyKeys {
          complaint = "an addition was sent twice"
        }
        if hasEnded { complaint = "a request left after the end" }
      case .read: reads.append((stamp, truth))
      case .schedule: timers.append(stamp)
      case .resolve(let tap, _):
        if open.remove(tap) == nil { complaint = "a tap was resolved twice" }
      case .releaseTurn, .fail, .adjust, .spread: break
      }
    }
  }

  private mutating func check(_ step: Step, before: Intent.Value) {
    let display = state.display
    if let wrong = Intent.complaint(display: display, confirmed: state.confirmed) {
      complaint = wrong
    }
    if display != before {
      if case .tap = step, state.cause != .user, case .bind = state.cause {
        complaint = "a change has no cause"
      }
      if state.cause == .user {
        if case .tap = step {} else { complaint = "a change that is not the user's is animated" }
      }
    }
    let isWaiting = request != nil || !reads.isEmpty || !timers.isEmpty || hasAskedForTurn
    if !state.isIdle, !isWaiting { complaint = "a state without an exit" }
    if state.isIdle, !open.isEmpty { complaint = "a tap was never resolved" }
    if hasEnded, step != .end, display != before { complaint = "something happened after the end" }
  }

  /// Lets everything under way end well, and complains unless the screen then shows the truth.
  mutating func settle() {
    for _ in 0..<64 {
      if hasAskedForTurn {
        perform(.turn)
      } else if request != nil {
        perform(.ok)
      } else if let read = reads.first {
        perform(.readFresh(read.stamp))
      } else if let timer = timers.first {
        perform(.timer(timer))
      } else {
        break
      }
    }
    guard !hasEnded else { return }
    if !state.isIdle { complaint = "it never comes to rest" }
    if !open.isEmpty { complaint = "a tap was never resolved" }
    if !isUnknowable, !Intent.same(state.display, server) {
      complaint = "at rest the screen shows \(state.display), the server has \(server)"
    }
    feed(.report(truth, .asked(Stamp(rawValue: now + 1))))
    if !Intent.same(state.display, server) {
      complaint = "after a fresh read the screen shows \(state.display), not \(server)"
    }
  }
}
