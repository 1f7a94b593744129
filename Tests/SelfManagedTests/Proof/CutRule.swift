import Components
import SelfManaged

/// What limits take from taps, and what the person is told of it.
///
/// A *cut* is what a tap would come to if there were no limit, and what it comes to, where one can see
/// the difference. It is judged as the tap is made, while it waits for its turn, and as it leaves;
/// behind a request, or without the network, what it comes to is a guess.
///
/// - A change is said to be an adjustment if one is told with it, and only then.
/// - A cut is told as it is seen, and if it never was seen, as the tap leaves: to who made the tap.
/// - It is told again only if it was gone meanwhile, or is another one.
/// - No tap comes to less than was wanted without a word, unless a later one covers it.
///
/// The person is told one thing at a time, so a failure that comes with a cut is told in its place.
struct CutRule<Intent: Modeled> {
  typealias Cut = Adjustment<Intent.Value>

  /// What was shown before an event, and what was pending.
  typealias Before = (
    display: Intent.Value, queued: QueuedIntent<Intent>?,
    flight: OptimisticState<Intent>.InFlight?
  )

  /// What the person was told of each pending tap, for as long as it is so.
  private var standing: [LogicalTime: Cut] = [:]
  /// The pending taps the person was told something of, or of a failure that came with the cut.
  private var heard: Set<LogicalTime> = []

  /// What is wrong with what an event does to taps, or with what the person is told of it.
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
      let isAnew = Self.isDecidedAnew(told.tap, at: now, effects, before, state)
      if !isAnew, let last = standing[told.tap], Self.same(last, told.cut) {
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

  /// Whether a conflict has what was sent of a tap cut again: then it is another cut, of the rest.
  private static func isDecidedAnew(
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

  /// The tap that can be judged after an event, what a limit takes from it, and whether it is too late
  /// to tell of it after that.
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
