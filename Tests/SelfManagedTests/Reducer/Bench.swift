import Components
import SelfManaged

/// A reducer that a test drives: it sends events in order, and inspects the effects.
struct Bench<Intent: OptimisticIntent> {
  var state: OptimisticState<Intent>
  /// The effects of the last event.
  private(set) var effects: [OptimisticEffect<Intent>] = []
  /// The notice of the last event.
  private(set) var notice: Transition<Intent>.Notice?
  /// The cause of the last visible change.
  private(set) var cause = ChangeCause.bind
  private(set) var resolutions: [LogicalTime: Resolution<Intent.Value>] = [:]
  private(set) var sent: [Intent] = []
  /// All delays that have begun.
  private(set) var timers: [Wait] = []
  let policy: OptimisticPolicy
  /// Whether a request may leave now.
  var gate = Gate.open
  private var now: UInt64 = 0

  init(_ confirmed: Intent.Value, _ policy: OptimisticPolicy = OptimisticPolicy()) {
    state = OptimisticState(confirmed: confirmed)
    self.policy = policy
  }

  @discardableResult
  mutating func feed(_ event: OptimisticEvent<Intent>) -> LogicalTime {
    now += 1
    let time = LogicalTime(rawValue: now)
    let transition = state.handle(event, at: time, gate, policy)
    (effects, notice) = (transition.effects, transition.notice)
    if transition.isVisible { cause = transition.cause }
    for effect in effects {
      if case .resolve(let tap, let resolution) = effect { resolutions[tap] = resolution }
      if case .send(let intent, _, _, _) = effect { sent.append(intent) }
      if case .schedule(let timer, _) = effect { timers.append(timer) }
    }
    return time
  }

  /// Sends a tap; returns its logical time, under which its resolution is recorded.
  @discardableResult
  mutating func tap(_ intent: Intent) -> LogicalTime { feed(.tap(intent)) }

  /// Sends the reply to the in-flight request.
  mutating func reply(_ answer: Intent.Answer) { reply(.success(answer)) }

  /// Sends the failure of the in-flight request; returns its logical time, which names a delay.
  @discardableResult
  mutating func fail(_ error: ServiceError) -> LogicalTime {
    reply(.failure(error))
    return LogicalTime(rawValue: now)
  }

  /// Sends the answer to the pending read; with `nil` the read fails.
  mutating func read(_ answer: Intent.Answer?) {
    guard let read = state.readBegan else { return }
    feed(.read(read, answer.map { .value($0) } ?? .failed))
  }

  /// Reports that a busy server refused the pending read.
  mutating func readIsBusy(_ asked: Duration?) {
    guard let read = state.readBegan else { return }
    feed(.read(read, .busy(after: asked)))
  }

  /// Reports that the service can't read the value, if a read is pending.
  mutating func cannotRead() {
    if let read = state.readBegan { feed(.read(read, .unavailable)) }
  }

  /// Ends the wait that began last, and is still pending.
  mutating func endWait() {
    let retry = state.inFlight?.wait ?? state.queued?.wait
    if let wait = retry ?? timers.last(where: { state.isWaiting(for: $0) }) { feed(.ended(wait)) }
  }

  /// Whether a wait that began then is pending, other than a timeout.
  func waits(for start: LogicalTime) -> Bool {
    timers.contains { $0.began == start && $0.reason != .timeout && state.isWaiting(for: $0) }
  }

  private mutating func reply(_ result: Result<Intent.Answer, ServiceError>) {
    if let request = state.inFlight?.request { feed(.reply(request, result)) }
  }

  /// The failure that the last event reported to the user, if any.
  var shownFailure: ServiceError? {
    if case .failure(let failure) = notice { failure.error } else { nil }
  }

  /// The adjustments that the last event reported to the user.
  var shownAdjustments: [Adjustment<Intent.Value>] {
    if case .adjustment(_, let adjustment) = notice { [adjustment] } else { [] }
  }

  /// The delay that the last event began, if any.
  var delay: Duration? {
    for case .schedule(_, let delay) in effects { return delay }
    return nil
  }
}

extension Bench<QuantityIntent> {
  /// Creates a reducer of a quantity that the app has read.
  init(_ quantity: Int, _ policy: OptimisticPolicy = OptimisticPolicy()) {
    self.init(CartValue(quantity: quantity), policy)
    feed(.report(CartAnswer(quantity: quantity), .read(LogicalTime(rawValue: 0))))
  }

  var shown: Int { state.display.quantity }
}

extension Bench<LikeIntent> {
  /// Creates a reducer of an item that is not liked, with the count 10, as the app has read it.
  init(_ policy: OptimisticPolicy = OptimisticPolicy()) {
    self.init(LikeValue(isLiked: false, count: 10), policy)
    feed(.report(LikeAnswer(isLiked: false, count: 10), .read(LogicalTime(rawValue: 0))))
  }

  mutating func tapHeart() -> LogicalTime { tap(LikeIntent(isLiked: !state.display.isLiked)) }

  var shown: String { "\(state.display.isLiked ? "♥" : "♡")\(state.display.count)" }
}
