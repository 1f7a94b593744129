import Components
import SelfManaged

/// The rules of clamped taps and their notices.
///
/// A clamp is the pair of a tap's requested value and its clamped value, if the difference is
/// visible. It is evaluated when the tap is made, while the tap waits for its turn, and when it is
/// sent. Behind a request, or without the network, the clamped value is a guess.
///
/// - A change has the cause of an adjustment exactly if an adjustment is reported with it.
/// - A clamp is reported to the tap's component when it is visible, or else when the tap is sent.
/// - It is reported again only if it changed, or ended meanwhile.
/// - No tap is clamped without a notice, unless a later tap hides the clamp.
///
/// An event has one notice at most, so a failure replaces the notice of a clamp.
struct ClampRule<Intent: Modeled> {
  typealias Clamp = Adjustment<Intent.Value>

  /// The display before an event, and the pending taps.
  typealias Before = (
    display: Intent.Value, queued: QueuedIntent<Intent>?,
    inFlight: OptimisticState<Intent>.InFlight?
  )

  /// The reported clamp of each pending tap, while the clamp applies.
  private var reported: [LogicalTime: Clamp] = [:]
  /// The pending taps whose clamp was reported, or replaced by a failure.
  private var notifiedTaps: Set<LogicalTime> = []

  /// The violation in the notice or the resolutions of an event.
  mutating func violation(
    in transition: Transition<Intent>, of event: OptimisticEvent<Intent>, at now: LogicalTime,
    _ before: Before, after state: OptimisticState<Intent>
  ) -> String? {
    var notice: (tap: LogicalTime, clamp: Clamp)?
    var hasFailed = false
    switch transition.notice {
    case .adjustment(let tap, let clamp): notice = (tap, clamp)
    case .failure: hasFailed = true
    case .undoable, nil: break
    }
    let (effects, cause) = (transition.effects, transition.cause)
    let isLimited = Intent.limit(of: state.confirmed) != nil
    guard isLimited || notice != nil || !notifiedTaps.isEmpty else { return nil }
    let isSeen = !Intent.same(state.display, before.display)
    if let notice {
      guard [now, before.queued?.tap, before.inFlight?.tap].contains(notice.tap) else {
        return "an adjustment is reported for a tap that is not pending"
      }
      if isSeen, cause != .adjust, notice.tap != now {
        return "a change with an adjustment has the cause \(cause)"
      }
      let isRebased = Self.isRebased(notice.tap, at: now, effects, before, state)
      if !isRebased, let last = reported[notice.tap], Self.same(last, notice.clamp) {
        return "\(Self.words(last)) is reported twice"
      }
      notifiedTaps.insert(notice.tap)
    } else if isSeen, cause == .adjust, !hasFailed {
      return "a change has the cause of an adjustment, but no adjustment is reported"
    }
    if let evaluated = Self.evaluated(event, at: now, effects, before, state) {
      let last = reported.removeValue(forKey: evaluated.tap)
      if let clamp = evaluated.clamp {
        if let last, Self.same(last, clamp) {
          reported[evaluated.tap] = last
        } else if let notice, notice.tap == evaluated.tap, Self.same(notice.clamp, clamp) {
          reported[evaluated.tap] = clamp
        } else if hasFailed {
          notifiedTaps.insert(evaluated.tap)
        } else if isSeen || evaluated.isLast {
          return "\(Self.words(clamp)) is not reported"
        }
      }
    }
    // What was left of a tap may be clamped once more if it is back in the queue, or if it waits for a
    // busy server, since reports are then shown under it.
    if let inFlight = before.inFlight, state.queued?.tap == inFlight.tap {
      reported[inFlight.tap] = nil
    }
    if let inFlight = state.inFlight, inFlight.delay != nil { reported[inFlight.tap] = nil }
    for case .resolve(let tap, let resolution) in effects {
      switch resolution {
      case .adjusted, .limited:
        let isHidden = !isSeen && state.queued != nil
        if notice == nil, !hasFailed, !isHidden, !notifiedTaps.contains(tap) {
          return "a tap is adjusted, but the adjustment is not reported"
        }
        if case .adjusted = resolution, let notice, notice.tap > tap, !notifiedTaps.contains(tap),
          Self.isLimited(notice.tap, effects)
        {
          return "a tap that was dropped is reported in place of the one that the server adjusted"
        }
      default: break
      }
      if notifiedTaps.remove(tap) != nil { reported[tap] = nil }
    }
    return nil
  }

  /// Whether a limit left nothing of a tap.
  private static func isLimited(_ tap: LogicalTime, _ effects: [OptimisticEffect<Intent>]) -> Bool {
    effects.contains { if case .resolve(tap, .limited) = $0 { true } else { false } }
  }

  /// Whether an intent was rebased after a conflict, so that its clamp is a new one.
  private static func isRebased(
    _ tap: LogicalTime, at now: LogicalTime, _ effects: [OptimisticEffect<Intent>],
    _ before: Before,
    _ state: OptimisticState<Intent>
  ) -> Bool {
    guard before.inFlight?.tap == tap else { return false }
    if let inFlight = state.inFlight, inFlight.tap == tap { return inFlight.key == now }
    return isLimited(tap, effects)
  }

  /// The tap that can be evaluated after an event, its clamp, and whether this event is the last
  /// that can report the clamp.
  private static func evaluated(
    _ event: OptimisticEvent<Intent>, at now: LogicalTime, _ effects: [OptimisticEffect<Intent>],
    _ before: Before, _ state: OptimisticState<Intent>
  ) -> (tap: LogicalTime, clamp: Clamp?, isLast: Bool)? {
    if case .tap(let intent) = event { return (now, clamp(intent, on: before.display), true) }
    if let inFlight = state.inFlight {
      guard inFlight.key == now else { return nil }
      let wasQueued = before.queued?.tap == inFlight.tap
      var intent = wasQueued ? before.queued?.intent : before.inFlight?.intent
      if let earlier = before.inFlight, effects.contains(.resolve(earlier.tap, .merged)) {
        let left = earlier.intent.effective(on: state.confirmed)
        intent = intent.map { left?.merged(with: $0) ?? $0 }
      }
      return intent.map { (inFlight.tap, clamp($0, on: state.confirmed), true) }
    }
    guard let queued = before.queued, queued.tap == state.queued?.tap, !state.isWaiting else {
      return nil
    }
    return (queued.tap, clamp(queued.intent, on: state.confirmed), false)
  }

  /// The clamp of an intent on a value, if the value's limits clamp it visibly.
  private static func clamp(_ intent: Intent, on value: Intent.Value) -> Clamp? {
    let wanted = intent.applied(to: value)
    let actual = intent.effective(on: value)?.applied(to: value) ?? value
    return Intent.same(wanted, actual) ? nil : Clamp(requested: wanted, actual: actual)
  }

  private static func same(_ first: Clamp, _ second: Clamp) -> Bool {
    Intent.same(first.requested, second.requested) && Intent.same(first.actual, second.actual)
  }

  private static func words(_ clamp: Clamp) -> String {
    "the clamp of \(Intent.words(clamp.requested)) to \(Intent.words(clamp.actual))"
  }
}
