import Components
import SelfManaged

/// The rules of clamped taps and their notices.
///
/// A clamp is the pair of a tap's requested value and its clamped value, if the difference is visible.
///
/// - A clamp that the user causes is reported at the tap.
/// - A clamp that changes the display of a waiting tap is reported in the same event.
/// - No tap ends adjusted or limited without a notice of it.
/// - No clamp of a tap is reported twice, unless a limit that had ended changes the display again.
/// - A change has the cause of an adjustment exactly if an adjustment is reported with it.
///
/// An event has one notice at most, so a failure replaces the notice of a clamp.
struct ClampRule<Intent: Modeled> {
  typealias Clamp = Adjustment<Intent.Value>

  /// The reported clamps of each pending tap.
  private var reported: [LogicalTime: [Clamp]] = [:]
  /// The taps that were pending when a failure was reported.
  private var excused: Set<LogicalTime> = []

  /// The violation in the notice or the resolutions of an event.
  mutating func violation(
    in transition: Transition<Intent>, of event: OptimisticEvent<Intent>, at now: LogicalTime,
    before: Intent.Value, pending: [LogicalTime?], _ state: OptimisticState<Intent>
  ) -> String? {
    let isSeen = !Intent.same(transition.display, before)
    switch transition.notice {
    case .adjustment(let tap, let clamp):
      guard tap == now || pending.contains(tap) else {
        return "an adjustment is reported for a tap that is not pending"
      }
      if isSeen, transition.cause != .adjust, tap != now {
        return "a change with an adjustment has the cause \(transition.cause)"
      }
      if !isSeen, reported[tap, default: []].contains(where: { Self.same($0, clamp) }) {
        return "\(Self.words(clamp)) is reported twice"
      }
      reported[tap, default: []].append(clamp)
    case .failure: excused.formUnion(pending.compactMap(\.self))
    case .undoable, nil:
      if isSeen, transition.cause == .adjust {
        return "a change has the cause of an adjustment, but no adjustment is reported"
      }
      if case .tap(let intent) = event, let clamp = Self.clamp(intent, on: before) {
        return "\(Self.words(clamp)) is not reported"
      }
      if isSeen, state.inFlight == nil, let queued = state.queued, pending.contains(queued.tap),
        let clamp = Self.clamp(queued.intent, on: state.confirmed),
        !Intent.same(clamp.actual, before), !excused.contains(queued.tap),
        !reported[queued.tap, default: []].contains(where: { Self.same($0, clamp) })
      {
        return "\(Self.words(clamp)) is shown, but not reported"
      }
    }
    for case .resolve(let tap, let resolution) in transition.effects {
      let isExcused = excused.remove(tap) != nil
      let isReported = reported.removeValue(forKey: tap) != nil || isExcused
      switch resolution {
      case .adjusted, .limited:
        if !isReported, transition.notice == nil {
          return "a tap is adjusted, but the adjustment is not reported"
        }
      default: break
      }
    }
    return nil
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
