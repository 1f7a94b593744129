/// The one read of a value, whether it settles a doubt or the outcome of a request.
///
/// ```text
///   idle ──▶ reading ──▶ idle                   the answer ends a doubt that began before the read
///    ▲          │
///    │          ├─ failed, busy, stale ──▶ waiting ──▶ idle
///    │          ├─ as often as the policy allows ──▶ exhausted ─┐
///    │          └─ the service can't read ──▶ impossible ───────┤
///    └──────── flush, bind; if exhausted, a tap or a new doubt ──┘
/// ```
struct Reading<Intent: OptimisticIntent>: Hashable, Sendable {
  typealias Report = Evidence<Intent.Answer>

  /// Why the value may be wrong; `nil` if it is certain.
  private(set) var doubt: Doubt?
  private(set) var phase = Phase.idle
  private var budget = Budget()
  /// The report kept until the mutation settles, or adopted where the service can't read.
  var kept: Report?
  /// The interval in which no further row, and no further tap at a limit, causes a read.
  private(set) var recheck: Recheck?

  struct Doubt: Hashable, Sendable {
    /// Only a report that is certainly from this time or later ends the doubt.
    let since: LogicalTime
    /// Whether the doubt ends where the service can't read: the app asked for the read, or it is one of
    /// those that are made once in an interval.
    let isSlight: Bool
  }

  enum Phase: Hashable, Sendable {
    case idle
    case reading(LogicalTime)
    case waiting(Wait)
    /// As many reads failed as the policy allows; a busy server may have asked to wait even now.
    case exhausted(Wait?)
    case impossible
  }

  struct Recheck: Hashable, Sendable {
    let wait: Wait
    /// Whether something has contradicted the value since.
    var isDue = false
  }

  /// When the pending read began.
  var began: LogicalTime? { if case .reading(let began) = phase { began } else { nil } }

  var wait: Wait? {
    switch phase {
    case .waiting(let wait): wait
    case .exhausted(let wait): wait
    case .idle, .reading, .impossible: nil
    }
  }

  /// Whether a read is pending, or will begin without another event of the app.
  var isPending: Bool {
    switch phase {
    case .reading: true
    case .idle, .waiting: doubt != nil
    case .exhausted, .impossible: false
    }
  }

  /// Records that the value may be wrong until it is read.
  mutating func doubt(since now: LogicalTime, isSlight: Bool = false) {
    if isSlight, phase == .impossible { return }
    doubt = Doubt(since: now, isSlight: isSlight && doubt?.isSlight != false)
    if case .exhausted = phase { retry() }
  }

  /// Makes a read possible at once, or at the end of the delay that the server asked for.
  mutating func retry() {
    if case .reading = phase { return }
    budget = Budget()
    phase = wait.flatMap { $0.reason == .busy ? .waiting($0) : nil } ?? .idle
  }

  mutating func start(at now: LogicalTime) { phase = .reading(now) }

  /// Stops until the next flush, bind or tap, since the server can't be reached.
  mutating func stop() { phase = .exhausted(wait) }

  mutating func end(_ wait: Wait) {
    if phase == .waiting(wait) { phase = .idle }
    if phase == .exhausted(wait) { phase = .exhausted(nil) }
  }

  /// Completes the pending read, which may be too old to settle the doubt.
  mutating func complete() { phase = .idle }

  /// Ends a doubt that began at `time` or earlier, since the whole value is known as of then.
  mutating func settleDoubt(asOf time: LogicalTime) {
    guard let doubt, time >= doubt.since else { return }
    self.doubt = nil
    if phase != .impossible { retry() }
  }

  /// Records that the pending read failed.
  ///
  /// - Returns: Whether another read begins by itself.
  mutating func fail(
    _ result: ReadResult<Intent.Answer>, _ step: inout Transition<Intent>
  ) -> Bool {
    phase = .impossible
    switch result {
    case .unavailable: if doubt?.isSlight == true { doubt = nil }
    case .busy(let asked):
      if let delay = budget.delayAfterBusy(asked, step.policy) {
        phase = .waiting(step.schedule(.busy, delay))
      } else {
        let delay = min(step.policy.backOff(asked: asked, after: .max), step.policy.longestBackOff)
        phase = .exhausted(step.schedule(.busy, delay))
      }
    case .failed, .value:
      let delay = budget.delayAfterLoss(step.policy)
      phase = delay.map { .waiting(step.schedule(.retry, $0)) } ?? .exhausted(nil)
    }
    if case .waiting = phase { return true } else { return false }
  }

  /// Asks again for a stale answer after the policy's delays.
  ///
  /// - Returns: Whether it does; the fourth such answer in a row is believed.
  mutating func repeatStaleRead(_ step: inout Transition<Intent>) -> Bool {
    budget.stale += 1
    let delays = step.policy.retryDelays
    let delay = delays.isEmpty ? .seconds(1) : delays[min(budget.stale, delays.count) - 1]
    if budget.stale < 4 { phase = .waiting(step.schedule(.retry, delay)) }
    return budget.stale < 4
  }

  /// Records that something contradicts the value, which causes one read in an interval.
  mutating func doubtOnceInAnInterval(_ step: inout Transition<Intent>) {
    guard recheck == nil else {
      recheck?.isDue = true
      return
    }
    if step.policy.listCheckInterval > .zero {
      recheck = Recheck(wait: step.schedule(.recheck, step.policy.listCheckInterval))
    }
    doubt(since: step.now, isSlight: true)
  }

  /// Ends the interval, and begins another if something has contradicted the value meanwhile.
  mutating func endRecheck(_ step: inout Transition<Intent>) {
    let isDue = recheck?.isDue == true
    recheck = nil
    if isDue { doubtOnceInAnInterval(&step) }
  }
}
