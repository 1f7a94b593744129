import Components
import SelfManaged

/// The clamps of taps, and their reports to the user.
///
/// A *cut* is the pair of a tap's value without a limit and its clamped value, if the difference is
/// visible. It is evaluated as the tap is made, while it waits for its turn, and as it is sent;
/// behind a request, or without the network, its value is a guess.
///
/// - A change has the cause of an adjustment exactly if an adjustment is reported with it.
/// - A clamp is reported to the tap's component when it is visible, or else when the tap is sent.
/// - It is reported again only if it was lifted meanwhile, or has changed.
/// - No tap is clamped without a report, unless a later one covers it.
///
/// One report is shown at a time, so a failure that comes with a clamp replaces it.
struct CutRule<Intent: Modeled> {
  typealias Cut = Adjustment<Intent.Value>

  /// The display before an event, and the pending taps.
  typealias Before = (
    display: Intent.Value, queued: QueuedIntent<Intent>?,
    flight: OptimisticState<Intent>.InFlight?
  )

  /// The clamp reported for each pending tap, for as long as it holds.
  private var standing: [LogicalTime: Cut] = [:]
  /// The pending taps with a reported clamp, or with a failure that came with the clamp.
  private var heard: Set<LogicalTime> = []

  /// The fault in an event's effect on taps, or in its reports.
  mutating func complaint(
    about transition: Transition<Intent>, of event: OptimisticEvent<Intent>, at now: LogicalTime,
    _ before: Before, after state: OptimisticState<Intent>
  ) -> String? {
    var told: (tap: LogicalTime, cut: Cut)?
    var hasFailed = false
    switch transition.notice {
    case .adjustment(let tap, let cut): told = (tap, cut)
    case .failure: hasFailed = true
    case nil: break
    }
    let (effects, cause) = (transition.effects, transition.cause)
    let isLimited = Intent.limit(of: state.confirmed) != nil
    guard isLimited || told != nil || !heard.isEmpty else { return nil }
    let isSeen = !Intent.same(state.display, before.display)
    if let told {
      guard [now, before.queued?.tap, before.flight?.tap].contains(told.tap) else {
        return "an adjustment is told of a tap that is not pending"
      }
      if isSeen, cause != .adjust, told.tap != now {
        return "what is told as an adjustment is said to be: \(cause)"
      }
      let isRebased = Self.isRebased(told.tap, at: now, effects, before, state)
      if !isRebased, let last = standing[told.tap], Self.same(last, told.cut) {
        return "\(Self.words(last)) is told twice"
      }
      heard.insert(told.tap)
    } else if isSeen, cause == .adjust, !hasFailed {
      return "a change is said to be an adjustment, and nobody is told"
    }
    if let judged = Self.judged(event, at: now, before, state) {
      let last = standing.removeValue(forKey: judged.tap)
      if let cut = judged.cut {
        if let last, Self.same(last, cut) {
          standing[judged.tap] = last
        } else if let told, told.tap == judged.tap, Self.same(told.cut, cut) {
          standing[judged.tap] = cut
        } else if hasFailed {
          heard.insert(judged.tap)
        } else if isSeen || judged.isLast {
          return "\(Self.words(cut)) is not told"
        }
      }
    }
    for case .resolve(let tap, let resolution) in effects {
      switch resolution {
      case .adjusted, .limited:
        let isCovered = !isSeen && state.queued != nil
        if told == nil, !hasFailed, !isCovered, !heard.contains(tap) {
          return "a tap comes to something else than was wanted, and nobody is told"
        }
      default: break
      }
      if heard.remove(tap) != nil { standing[tap] = nil }
    }
    return nil
  }

  /// Whether a conflict clamps the sent part of a tap again: then it is another clamp, of the rest.
  private static func isRebased(
    _ tap: LogicalTime, at now: LogicalTime, _ effects: [OptimisticEffect<Intent>],
    _ before: Before,
    _ state: OptimisticState<Intent>
  ) -> Bool {
    guard before.flight?.tap == tap else { return false }
    if let flight = state.inFlight, flight.tap == tap { return flight.key == now }
    return effects.contains { effect in
      if case .resolve(tap, .limited) = effect { true } else { false }
    }
  }

  /// The tap that can be evaluated after an event, its clamp, and whether it is too late
  /// to report it after that.
  private static func judged(
    _ event: OptimisticEvent<Intent>, at now: LogicalTime, _ before: Before,
    _ state: OptimisticState<Intent>
  ) -> (tap: LogicalTime, cut: Cut?, isLast: Bool)? {
    if case .tap(let intent) = event { return (now, cut(intent, on: before.display), true) }
    if let flight = state.inFlight {
      guard flight.key == now else { return nil }
      let wish = before.queued?.tap == flight.tap ? before.queued?.intent : before.flight?.intent
      return wish.map { (flight.tap, cut($0, on: state.confirmed), true) }
    }
    guard let queued = before.queued, queued.tap == state.queued?.tap, !state.isWaiting else {
      return nil
    }
    return (queued.tap, cut(queued.intent, on: state.confirmed), false)
  }

  private static func cut(_ intent: Intent, on value: Intent.Value) -> Cut? {
    let wanted = intent.applied(to: value)
    let actual = intent.effective(on: value)?.applied(to: value) ?? value
    return Intent.same(wanted, actual) ? nil : Cut(requested: wanted, actual: actual)
  }

  private static func same(_ first: Cut, _ second: Cut) -> Bool {
    Intent.same(first.requested, second.requested) && Intent.same(first.actual, second.actual)
  }

  private static func words(_ cut: Cut) -> String {
    "that \(Intent.words(cut.requested)) is cut to \(Intent.words(cut.actual))"
  }
}
