import Components
import SelfManaged

/// A reducer on the bench: events go in, stamped in order, and the effects lie there to be looked at.
struct Bench<Intent: OptimisticIntent> {
  var state: OptimisticState<Intent>
  /// The effects of the last event.
  private(set) var effects: [OptimisticEffect<Intent>] = []
  private(set) var resolutions: [Stamp: Resolution<Intent.Value>] = [:]
  private(set) var sent: [Intent] = []
  private var now: UInt64 = 0

  init(_ confirmed: Intent.Value, _ policy: OptimisticPolicy = OptimisticPolicy()) {
    state = OptimisticState(confirmed: confirmed, policy: policy)
  }

  @discardableResult
  mutating func feed(_ event: OptimisticEvent<Intent>) -> Stamp {
    now += 1
    let stamp = Stamp(rawValue: now)
    effects = state.handle(event, at: stamp)
    for effect in effects {
      if case .resolve(let tap, let resolution) = effect { resolutions[tap] = resolution }
      if case .send(let intent, _, _, _) = effect { sent.append(intent) }
    }
    return stamp
  }

  /// A tap; its name, to look its resolution up.
  @discardableResult
  mutating func tap(_ intent: Intent) -> Stamp { feed(.tap(intent)) }

  /// The reply to the request under way.
  mutating func reply(_ answer: Intent.Answer) { reply(.success(answer)) }

  /// The failure of the request under way.
  mutating func fail(_ error: ServiceError) { reply(.failure(error)) }

  /// The answer to the read under way.
  mutating func read(_ answer: Intent.Answer?) {
    if case .asking(let stamp, _) = state.flight?.phase { feed(.read(stamp, answer)) }
  }

  /// The delay under way has passed.
  mutating func timer() {
    switch state.flight?.phase {
    case .backingOff(let stamp, _), .backingOffToAsk(let stamp, _): feed(.timer(stamp))
    default: break
    }
  }

  private mutating func reply(_ result: Result<Intent.Answer, ServiceError>) {
    if case .sent(let stamp) = state.flight?.phase { feed(.reply(stamp, result)) }
  }

  /// The failure shown to the person by the last event, if one was.
  var shownFailure: ServiceError? {
    for case .fail(_, _, let error) in effects { return error }
    return nil
  }

  /// The adjustments shown to the person by the last event.
  var shownAdjustments: [Adjustment<Intent.Value>] {
    effects.compactMap { if case .adjust(_, let adjustment) = $0 { adjustment } else { nil } }
  }

  /// The delay asked for by the last event, if one was.
  var delay: Duration? {
    for case .schedule(let delay) in effects { return delay }
    return nil
  }
}

extension Bench<QuantityIntent> {
  init(_ quantity: Int, _ policy: OptimisticPolicy = OptimisticPolicy()) {
    self.init(CartValue(quantity: quantity), policy)
  }

  var shown: Int { state.display.quantity }
}

extension Bench<LikeIntent> {
  /// ♡10.
  init(_ policy: OptimisticPolicy = OptimisticPolicy()) {
    self.init(LikeValue(isLiked: false, count: 10), policy)
  }

  mutating func tapHeart() -> Stamp { tap(LikeIntent(isLiked: !state.display.isLiked)) }

  var shown: String { "\(state.display.isLiked ? "♥" : "♡")\(state.display.count)" }
}
