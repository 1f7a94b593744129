/// What the items of a session share: the logical time, the delays, the effects and the failures.
///
/// Items use it instead of the session. The deadlines refer to the session weakly, which makes each
/// use of an object dearer: a like took 7 % more instructions (`Benchmarks/count like-cycle`).
@MainActor
final class SessionContext {
  /// The timeouts of requests, and the expiration of learned data.
  let deadlines: Deadlines
  /// The effects of events, waiting to be carried out.
  let effects = EffectQueue()
  let failureStreams = FailureStreams()
  private(set) var hasEnded = false
  private let clock: SessionClock
  private let keyBeginning: String
  private var lastTime: UInt64 = 0

  init(clock: SessionClock, keyPrefix: String) {
    self.clock = clock
    keyBeginning = keyPrefix + "-"
    deadlines = Deadlines(clock: clock)
  }

  /// Returns the logical time of a new event.
  func tick() -> LogicalTime {
    lastTime += 1
    return LogicalTime(rawValue: lastTime)
  }

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

  /// Performs an action after a delay, unless the returned task is canceled first.
  func after(_ delay: Duration, _ action: @escaping @MainActor () -> Void) -> Task<Void, Never> {
    ImmediateTask.start { @MainActor [clock] in
      try? await clock.delay(delay)
      if !Task.isCancelled { action() }
    }
  }

  /// Records that the session ends; its items are ended next.
  func end() { hasEnded = true }
}
