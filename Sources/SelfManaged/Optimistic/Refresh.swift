/// The reads that a value needs outside a request, and the report that waits for a request to end.
///
/// A read that is needed is *owed*: the value is in doubt until one succeeds, or until a reply or a
/// push reports the whole value. A failed read is repeated after the policy's delays. After the last
/// delay the refresh is *stalled*: nothing is pending, the value stays in doubt, and the next flush,
/// bind or contradiction reads again. So reads are bounded, and no doubt is without an exit.
struct Refresh<Answer: ServerAnswer>: Hashable, Sendable {
  /// Since when a read is owed; only a read that began then or later ends the doubt.
  private(set) var owedSince: Stamp?
  /// What the refresh waits for.
  private(set) var phase = Phase.idle
  /// How many reads in a row failed.
  private var failures = 0
  /// How many reads in a row came too late to be believed.
  private var staleReads = 0
  /// Whether the last read reported a version lower than the known one.
  private(set) var isSecondOpinion = false
  /// When undated data may cause a read.
  private(set) var listCheck = ListCheck.allowed
  /// A report that may or may not contain the relative intent in flight; judged when that settles.
  var deferred: Answer?

  /// What a refresh waits for.
  enum Phase: Hashable, Sendable {
    /// Nothing, or a moment at which no intent is pending.
    case idle
    /// The read that began then.
    case reading(Stamp)
    /// The delay that began then.
    case waiting(Stamp)
    /// A flush, a bind or a contradiction: as many reads failed as the policy allows.
    case stalled
  }

  /// How often undated data may cause a read: once in an interval.
  enum ListCheck: Hashable, Sendable {
    case allowed
    /// An interval began then; whether data contradicted the value since.
    case paused(Stamp, isDue: Bool)
  }

  /// How often a read that came too late is repeated before the refresh stalls.
  private static var maximumStaleReads: Int { 3 }

  /// Whether the value is in doubt.
  var isOwed: Bool { owedSince != nil }

  /// Whether a read is under way, or waits for a delay.
  var isBusy: Bool {
    switch phase {
    case .reading, .waiting: true
    case .idle, .stalled: false
    }
  }

  /// The read under way.
  var reading: Stamp? { if case .reading(let read) = phase { read } else { nil } }

  /// The delay under way.
  var delay: Stamp? { if case .waiting(let delay) = phase { delay } else { nil } }

  /// The interval under way in which undated data causes no read.
  var pause: Stamp? { if case .paused(let began, _) = listCheck { began } else { nil } }

  /// A read that began at `now` or later is needed.
  mutating func owe(since now: Stamp) {
    owedSince = now
    if phase == .stalled { wake() }
  }

  /// A read is needed, and reading has just failed as often as the policy allows.
  mutating func stall(since now: Stamp) {
    owedSince = now
    if reading == nil { phase = .stalled }
  }

  /// Reads at once if a read is owed and not under way.
  mutating func wake() {
    guard reading == nil else { return }
    phase = .idle
    (failures, staleReads) = (0, 0)
  }

  /// Undated data differs from what is known.
  ///
  /// - Returns: Whether an interval begins at `now`, and the shell has to report its end.
  mutating func contradict(at now: Stamp) -> Bool {
    switch listCheck {
    case .allowed:
      owe(since: now)
      listCheck = .paused(now, isDue: false)
      return true
    case .paused(let began, _):
      listCheck = .paused(began, isDue: true)
      return false
    }
  }

  /// The interval is over.
  ///
  /// - Returns: Whether another begins at `now`, because data contradicted the value meanwhile.
  mutating func endPause(at now: Stamp) -> Bool {
    guard case .paused(_, let isDue) = listCheck else { return false }
    listCheck = .allowed
    return isDue && contradict(at: now)
  }

  /// Begins a read if one is owed and nothing is in its way.
  mutating func begin(at now: Stamp) -> Bool {
    guard isOwed, phase == .idle else { return false }
    phase = .reading(now)
    return true
  }

  /// The whole value was reported, as of `time`: a doubt that is not newer ends.
  mutating func satisfy(asOf time: Stamp) {
    guard let owedSince, time >= owedSince else { return }
    self.owedSince = nil
    isSecondOpinion = false
    wake()
  }

  /// The read under way answered, and its answer is believed.
  mutating func succeed(_ read: Stamp) {
    phase = .idle
    satisfy(asOf: read)
  }

  /// The read under way answered, older than what is known, but with the same value.
  mutating func agree() {
    phase = .idle
    owedSince.map { satisfy(asOf: $0) }
  }

  /// The read under way answered, and its answer is older than what is known.
  ///
  /// - Parameter isOlderVersion: Whether only its version says so.
  mutating func discard(isOlderVersion: Bool) {
    isSecondOpinion = isOlderVersion
    staleReads += 1
    phase = !isOwed || staleReads <= Self.maximumStaleReads ? .idle : .stalled
  }

  /// The read under way gave no answer.
  ///
  /// - Parameters:
  ///   - delays: The policy's delays; none if reading is not possible.
  ///   - now: Names the delay.
  /// - Returns: The delay before the next read, if one is left.
  mutating func fail(_ delays: [Duration], at now: Stamp) -> Duration? {
    guard isOwed else {
      phase = .idle
      return nil
    }
    failures += 1
    guard failures <= delays.count else {
      phase = .stalled
      return nil
    }
    phase = .waiting(now)
    return delays[failures - 1]
  }

  /// The delay is over.
  mutating func endDelay() { phase = .idle }
}
