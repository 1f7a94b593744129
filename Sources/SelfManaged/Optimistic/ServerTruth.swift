/// The server's last known value, and what is known of its age.
///
/// This is the only place that compares versions and times.
struct ServerTruth<Intent: OptimisticIntent>: Hashable, Sendable {
  /// The confirmed value; a guess while ``source`` is `guess`.
  private(set) var value: Intent.Value
  /// The server's version of it.
  private(set) var revision = Revision.unversioned
  /// The logical time up to which ``value`` is known to be current.
  ///
  /// A read that began earlier is stale, unless its version is newer.
  private(set) var asOf = Stamp(rawValue: 0)
  /// The best that ``value`` came from.
  private(set) var source = Source.guess

  /// Where a value comes from, the more reliable the later.
  enum Source: Comparable, Hashable, Sendable {
    /// Nothing was reported yet.
    case guess
    /// Data of unknown age that the app had.
    case list
    /// Data that the app read from the server at a known time.
    case datedList
    /// A reply, a push, or a read of the reducer's own.
    case server
  }

  init(guess value: Intent.Value) { self.value = value }

  /// Whether a report is not older than what is known.
  ///
  /// The server's versions decide where both have one. Otherwise the time at which the read began
  /// decides. Two exceptions: a higher version may still be older than a change that was answered
  /// without a version, and a push of the known version may have been sent before such a change.
  ///
  /// - Parameters:
  ///   - answer: What the server reported.
  ///   - began: When the read began; now, for a push.
  ///   - isPushed: Whether it is a push, which may have been under way for a while.
  /// - Returns: Whether it is fresh.
  func isFresh(_ answer: Intent.Answer, began: Stamp, isPushed: Bool = false) -> Bool {
    if let known = revision.floor, let other = answer.version {
      if other < known { return false }
      if other > known, revision.exact != nil { return true }
      if other == known, revision.exact == nil, isPushed { return false }
    }
    return isCurrent(began)
  }

  /// Whether a read that began then contains everything that is known.
  func isCurrent(_ began: Stamp) -> Bool { began >= asOf }

  /// Whether an answer is newer by version alone; `nil` where versions can't decide.
  func isNewer(_ answer: Intent.Answer) -> Bool? {
    guard let known = revision.floor, let other = answer.version else { return nil }
    if other <= known { return false }
    return revision.exact == nil ? nil : true
  }

  /// Whether an answer has a version higher than every one reported so far.
  func isUnseenVersion(_ answer: Intent.Answer) -> Bool {
    answer.version.map { $0 > revision.floor ?? .min } ?? false
  }

  /// The value if an answer is adopted.
  ///
  /// - Parameters:
  ///   - answer: What the server reported.
  ///   - predicted: Supplies the parts that the answer leaves out; by default the known value.
  /// - Returns: The value.
  func value(from answer: Intent.Answer, over predicted: Intent.Value? = nil) -> Intent.Value {
    Intent.value(from: answer, over: predicted ?? value, before: value)
  }

  /// Adopts an answer, unless its version is lower than the known one.
  ///
  /// - Parameters:
  ///   - answer: What the server reported.
  ///   - predicted: Supplies the parts that the answer leaves out; by default the known value.
  ///   - isAfterChange: Whether the answer may follow a change. If it has no version, the value is
  ///     then newer than the last version reported.
  ///   - source: Where the answer comes from.
  /// - Returns: Whether it was adopted.
  @discardableResult
  mutating func adopt(
    _ answer: Intent.Answer, over predicted: Intent.Value? = nil, isAfterChange: Bool,
    from source: Source = .server
  ) -> Bool {
    if let known = revision.floor, let other = answer.version, other < known { return false }
    value = value(from: answer, over: predicted)
    if let version = answer.version {
      revision = .at(version)
    } else if isAfterChange {
      revision = revision.passed
    }
    self.source = max(self.source, source)
    return true
  }

  /// Adopts what a request was predicted to do; its reply reported nothing that is certain.
  mutating func assume(_ predicted: Intent.Value) {
    value = predicted
    revision = revision.passed
  }

  /// Reads that began before `time` are stale from now on.
  mutating func date(_ time: Stamp) { asOf = max(asOf, time) }

  /// A request is settled: reads that began before are stale.
  mutating func settle(at time: Stamp) {
    date(time)
    source = .server
  }

  /// Forgets the version: the server began to count from the start.
  mutating func restartVersions() { revision = .unversioned }

  /// Forgets the limits that the server reported.
  mutating func forgetLimits() { value = Intent.withoutLearnedLimits(value) }
}
