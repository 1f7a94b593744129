/// The state that the items of a session share: the logical time, the delays, the calls to the app and
/// the failures.
///
/// Items use it directly. The alarms hold a weak reference to the session, which makes each use
/// of the session slower: a like took 7 % more instructions (`Benchmarks/count like-cycle`).
@MainActor
final class SessionContext {
  let alarms: Alarms
  /// The calls to the app.
  let mailbox = Mailbox()
  let failureStreams = FailureStreams()
  let undoOffers = UndoOffers()
  /// The items that wait for a random delay, since the server became reachable.
  let reconnectDelays = ReconnectDelays()
  var hasEnded = false
  /// Whether the device can reach the server, as far as the app knows.
  let reachability = ObservedValue(true)
  /// The delay for which a busy server asked all requests to wait.
  let pause = BusyPause()
  private let clock: SessionClock
  private let keyBeginning: String
  private var lastTime: UInt64 = 0

  init(clock: SessionClock, keyPrefix: String) {
    self.clock = clock
    keyBeginning = keyPrefix + "-"
    alarms = Alarms(clock: clock)
  }

  /// Returns the logical time of a new event.
  func tick() -> LogicalTime {
    lastTime += 1
    return LogicalTime(rawValue: lastTime)
  }

  /// The logical time of the last event.
  var now: LogicalTime { LogicalTime(rawValue: lastTime) }

  /// The source of data that the app began to read at a time, or another source without a time.
  ///
  /// A logical time in the future belongs to another session; the data is then of unknown age.
  func source(asOf began: LogicalTime?, or source: ReportSource) -> ReportSource {
    guard let began else { return source }
    return began <= LogicalTime(rawValue: lastTime) ? .read(began) : .list
  }

  /// The idempotency key of a request, made from the logical time of its first attempt.
  func key(_ time: LogicalTime) -> IdempotencyKey {
    IdempotencyKey(beginning: keyBeginning, number: time.rawValue)
  }

  /// Whether the device can reach the server, read without observation.
  var isReachable: Bool { reachability.unobserved }

  /// The time of the session's clock.
  var time: Duration { clock.now() }

  /// Whether a busy server asked all requests of the session to wait.
  var isPaused: Bool { pause.isOn(at: time) }

  /// A delay before a retry, with its random part.
  func jittered(_ delay: Duration, _ policy: OptimisticPolicy) -> Duration {
    delay + part(max(0, policy.jitter) * random(), of: max(delay, .seconds(1)))
  }

  /// Random delays up to a time, in ascending order.
  func randomDelays(_ count: Int, within time: Duration) -> [Duration] {
    (0..<count).map { _ in part(random(), of: time) }.sorted()
  }

  /// A random number from 0 to 1, whatever the clock returns.
  private func random() -> Double { min(1, max(0, clock.random())) }

  /// A part of a duration, of ten years at most, so that it neither overflows nor is negative.
  private func part(_ part: Double, of whole: Duration) -> Duration {
    let tenYears = 315_360_000.0
    let seconds = Double(whole.components.seconds) + Double(whole.components.attoseconds) / 1e18
    let product = seconds * part
    return product > 0 ? .seconds(min(product, tenYears)) : .zero
  }
}

/// The delay for which a busy server asked all requests of a session, or of a shared lane, to wait.
@MainActor
final class BusyPause {
  /// The end of the longest delay, in the time of the session's clock.
  private var until: Duration?
  private var wake: Task<Void, Never>?

  /// Whether requests have to wait; the time is read only if a server ever asked.
  func isOn(at now: @autoclosure () -> Duration) -> Bool { until.map { $0 > now() } ?? false }

  /// Begins or prolongs the delay, and performs an action at its end; a longer delay stays.
  func extend(
    by delay: Duration, _ context: SessionContext, then action: @escaping @MainActor () -> Void
  ) {
    let end = context.time + delay
    guard delay > .zero, end > until ?? .zero else { return }
    until = end
    wake?.cancel()
    wake = context.alarms.after(delay, action)
  }

  /// Cancels the action, since the session ends.
  func end() { wake?.cancel() }
}
