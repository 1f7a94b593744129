/// The reads that a value needs outside a request, and the report that is deferred during one.
///
/// A read that is needed is *owed*: the value is in doubt until one succeeds, or until a reply, a
/// push or a read-back reports the whole value. A failed read is repeated after the policy's
/// delays. After the last delay the refresh is *stalled*: nothing is pending, the value stays in
/// doubt, and the next flush, bind or contradiction reads again. So reads are bounded, and every
/// doubt can end. A delay that a busy server asked for is never shortened, except to the policy's
/// longest.
struct Refresh<Answer: ServerAnswer>: Hashable, Sendable {
  /// The time since which a read is owed; only a read that began then or later ends the doubt.
  private(set) var owedSince: LogicalTime?
  /// Whether the read is owed because the value may be wrong, and not only because the app asked for
  /// it.
  private var mayBeWrong = false
  /// The event that the refresh waits for.
  private(set) var phase = Phase.idle
  /// The number of reads that failed since the doubt began.
  private var failures = 0
  /// The number of reads that a busy server refused since the doubt began.
  private var refusals = 0
  /// The total time for which the server and the session have asked the read to wait.
  private var waited = Duration.zero
  /// The number of consecutive reads that were stale.
  private var staleReads = 0
  /// Whether the last read reported a version lower than the known one.
  private(set) var isSecondOpinion = false
  /// Whether list data may cause a read now.
  private(set) var listCheck = ListCheck.allowed
  /// The list data that contradicted the known value last, until a read or a change replaces it.
  var contradiction: Answer?
  /// A deferred report that may or may not contain the in-flight relative intent.
  ///
  /// It is resolved when that mutation settles.
  var deferred: Deferred?

  /// A report that arrived during a request.
  struct Deferred: Hashable, Sendable {
    let answer: Answer
    /// When the read began; for a push, when it arrived.
    let began: LogicalTime
    /// Whether it ends a doubt that began before it.
    let endsDoubt: Bool

    /// Whether it is older than another report: by the versions or, if one has none, by the times.
    func isOlder(than other: Self) -> Bool {
      guard let version = answer.version, let otherVersion = other.answer.version else {
        return began < other.began
      }
      return version < otherVersion
    }
  }

  /// The event that a refresh waits for.
  enum Phase: Hashable, Sendable {
    /// No event, or, if a read is owed, the time when no intent is in flight or queued.
    case idle
    /// The read that began then.
    case reading(LogicalTime)
    /// The delay before the next read.
    case waiting(Delay)
    /// A flush, a bind or a contradiction, since as many reads failed as the policy allows. If a busy
    /// server asked for a delay, no read begins before its end.
    case stalled(Delay? = nil)
    /// A report from elsewhere, since the service can't read the value.
    case unreadable
  }

  /// The limit of reads that list data causes: at most one in an interval.
  enum ListCheck: Hashable, Sendable {
    case allowed
    /// The interval that began then; `isDue` if data has contradicted the value since.
    case limited(since: LogicalTime, isDue: Bool)
  }

  /// The number of times a stale read is repeated before the refresh stalls.
  private static var maximumStaleReads: Int { 3 }

  /// Whether a read is needed, so that the value counts as in doubt.
  var isOwed: Bool { owedSince != nil }

  /// Whether a read is pending, or waits for a delay.
  ///
  /// A delay that a busy server asked for outlasts the doubt, but then nothing waits for it.
  var isBusy: Bool {
    if case .waiting = phase { return isOwed }
    return reading != nil
  }

  /// The pending read.
  var reading: LogicalTime? { if case .reading(let read) = phase { read } else { nil } }

  /// The pending delay.
  var delay: Delay? {
    switch phase {
    case .waiting(let delay): delay
    case .stalled(let delay): delay
    case .idle, .reading, .unreadable: nil
    }
  }

  /// The current interval after a read that list data caused.
  var listCheckBegan: LogicalTime? {
    if case .limited(let began, _) = listCheck { began } else { nil }
  }

  /// Whether the value is in doubt until it is reported, since reads failed or are impossible.
  var isStalled: Bool {
    switch phase {
    case .stalled, .unreadable: isOwed
    case .idle, .reading, .waiting: false
    }
  }

  /// Records that the app asked for a read that begins at `now` or later.
  mutating func request(since now: LogicalTime) {
    owedSince = now
    if isStalled { wake() }
  }

  /// Records that the value may be wrong until a read that begins at `now` or later.
  mutating func owe(since now: LogicalTime) {
    mayBeWrong = true
    request(since: now)
  }

  /// Records that a read is needed, after as many reads failed as the policy allows.
  ///
  /// - Parameters:
  ///   - now: The time from which a read ends the doubt.
  ///   - isBusy: Whether the last read failed because the server was busy, and asked for a delay.
  /// - Returns: Whether that delay begins at `now`, and the shell has to report its end.
  @discardableResult
  mutating func stall(since now: LogicalTime, isBusy: Bool = false) -> Bool {
    owedSince = now
    mayBeWrong = true
    guard reading == nil, delay?.isAskedFor != true else { return false }
    phase = .stalled(isBusy ? .backOff(now) : nil)
    return isBusy
  }

  /// Records that the service can't read the value; a value that may be wrong stays in doubt.
  mutating func markUnreadable() {
    phase = mayBeWrong ? .unreadable : .idle
    if !mayBeWrong { owedSince = nil }
    listCheck = .allowed  // An impossible read costs no request, so its rate needs no limit.
  }

  /// Makes an owed read start at once, or at the end of the delay that the server asked for.
  mutating func wake() {
    guard reading == nil else { return }
    if let delay, delay.isAskedFor {
      guard isStalled else { return }
      phase = .waiting(delay)
    } else {
      phase = .idle
    }
    resetCounts()
  }

  private mutating func resetCounts() {
    (failures, refusals, staleReads, waited) = (0, 0, 0, .zero)
  }

  /// Records that list data differs from the known value.
  ///
  /// - Returns: Whether an interval begins at `now`, and the shell has to report its end.
  mutating func contradict(at now: LogicalTime) -> Bool {
    switch listCheck {
    case .allowed:
      owe(since: now)
      listCheck = .limited(since: now, isDue: false)
      return true
    case .limited(let began, _):
      listCheck = .limited(since: began, isDue: true)
      return false
    }
  }

  /// Ends the interval.
  ///
  /// - Returns: Whether another begins at `now`, because data contradicted the value meanwhile.
  mutating func endListCheckInterval(at now: LogicalTime) -> Bool {
    guard case .limited(_, let isDue) = listCheck else { return false }
    listCheck = .allowed
    return isDue && contradict(at: now)
  }

  /// Begins a read that is owed, if the refresh is idle.
  mutating func begin(at now: LogicalTime) -> Bool {
    guard phase == .idle else { return false }
    phase = .reading(now)
    return true
  }

  /// Ends a doubt that began at `time` or earlier, since the whole value was reported as of then.
  mutating func satisfy(asOf time: LogicalTime) {
    guard let owedSince, time >= owedSince else { return }
    self.owedSince = nil
    mayBeWrong = false
    contradiction = nil
    isSecondOpinion = false
    resetCounts()  // The next doubt has all its repetitions, even if a read is still pending.
    wake()
  }

  /// Forgets the list data and the lower version that were reported before a change.
  mutating func forgetEarlierReads() {
    contradiction = nil
    isSecondOpinion = false
  }

  /// Completes the pending read, whose answer was adopted or has the known value.
  mutating func succeed(_ read: LogicalTime) {
    phase = .idle
    satisfy(asOf: read)
  }

  /// Discards the stale answer of the pending read.
  ///
  /// - Parameter isOlderVersion: Whether only the version shows that the answer is stale.
  mutating func discard(isOlderVersion: Bool) {
    isSecondOpinion = isOlderVersion
    staleReads += 1
    phase = !isOwed || staleReads <= Self.maximumStaleReads ? .idle : .stalled()
  }

  /// Records that the pending read failed.
  ///
  /// - Parameters:
  ///   - delays: The policy's delays.
  ///   - now: Names the delay.
  /// - Returns: The delay before the next read, if one is left.
  mutating func fail(_ delays: [Duration], at now: LogicalTime) -> Duration? {
    guard isOwed else {
      phase = .idle
      return nil
    }
    failures += 1
    guard failures <= delays.count else {
      phase = .stalled()
      return nil
    }
    phase = .waiting(.retry(now))
    return delays[failures - 1]
  }

  /// Records that a busy server refused the pending read.
  ///
  /// - Returns: The delay before the next read, even if only a flush, a bind or a contradiction can
  ///   cause one; `nil` if the value is not in doubt any more.
  mutating func backOff(
    _ asked: Duration?, _ policy: OptimisticPolicy, at now: LogicalTime
  ) -> Duration? {
    guard isOwed else {
      phase = .idle
      return nil
    }
    let delay = policy.backOff(asked: asked, after: refusals)
    let isAllowed = policy.allowsBackOff(delay, refusals: refusals, waited: waited)
    refusals += 1
    waited += delay
    phase = isAllowed ? .waiting(.backOff(now)) : .stalled(.backOff(now))
    return min(delay, policy.longestBackOff)
  }

  /// Records that the pending read was not sent, since a busy server asked all requests to wait.
  ///
  /// - Returns: Whether the read is still needed, and waits for the end of that delay.
  mutating func wait(
    _ remaining: Duration, insteadOf read: LogicalTime, _ policy: OptimisticPolicy,
    at now: LogicalTime
  ) -> Bool {
    guard reading == read else { return false }
    guard isOwed else {
      phase = .idle
      return false
    }
    waited += remaining
    let waits = policy.allowsWait(waited)
    phase = waits ? .waiting(.backOff(now)) : .stalled()
    return waits
  }

  /// Ends the delay.
  mutating func endDelay() { phase = isStalled ? .stalled() : .idle }
}
