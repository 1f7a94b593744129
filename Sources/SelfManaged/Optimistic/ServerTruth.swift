/// The server's last known value and its age.
///
/// It decides whether a report is fresh, from the versions and the times.
struct ServerTruth<Intent: OptimisticIntent>: Hashable, Sendable {
  /// The confirmed value; a guess while ``source`` is `guess`.
  private(set) var value: Intent.Value
  /// The server's version of the value.
  private(set) var revision = Revision.unversioned
  /// The last version reported with the whole value; later reports left a part of it out.
  private var wholeVersion: Int?
  /// The logical time up to which ``value`` is known to be current.
  ///
  /// A read that began earlier is stale, unless its version is newer.
  private(set) var asOf = LogicalTime(rawValue: 0)
  /// The logical time at which the last report arrived that was not the reply of a request.
  private(set) var reportedAt = LogicalTime(rawValue: 0)
  /// The most reliable source of ``value`` so far.
  private(set) var source = Source.guess
  /// The data of unknown age that components were bound with, the last one last.
  ///
  /// Two screens may have lists of different age, and bind them in turn.
  private var rows: [Intent.Answer] = []
  /// The lifetime of the limits that the server reported.
  private var limits: LearnedLimits?

  /// The lifetime of learned limits, and whether they were reported again since it began.
  private struct LearnedLimits: Hashable, Sendable {
    let began: LogicalTime
    var isRepeated = false
  }

  /// The source of a value, in ascending order of reliability.
  enum Source: Comparable, Hashable, Sendable {
    /// No report yet.
    case guess
    /// Data of unknown age that the app had.
    case list
    /// Data that the app read from the server at a known time.
    case datedList
    /// A reply, a push, or the reducer's read.
    case server
  }

  init(guess value: Intent.Value) { self.value = value }

  /// Whether a report is not older than the known value.
  ///
  /// Different versions decide. If they are equal or one is missing, the time at which the read
  /// began decides. There are two exceptions. A higher version may still be older than a change
  /// whose reply had no version. A push of the known version may have been sent before such a
  /// change.
  ///
  /// - Parameters:
  ///   - answer: The server's report.
  ///   - began: When the read began; now, for a push.
  ///   - isPushed: Whether the report is a push, which may have been sent a while ago.
  /// - Returns: Whether the report is fresh.
  func isFresh(_ answer: Intent.Answer, began: LogicalTime, isPushed: Bool = false) -> Bool {
    if let known = revision.floor, let other = answer.version {
      if other < known { return false }
      if other > known, revision.exact != nil { return true }
      if other == known, revision.exact == nil, isPushed { return false }
    }
    return isCurrent(began)
  }

  /// Whether a read that began then is not older than the known value.
  func isCurrent(_ began: LogicalTime) -> Bool { began >= asOf }

  /// Whether an answer is newer by version alone; `nil` where versions can't decide.
  func isNewer(_ answer: Intent.Answer) -> Bool? {
    guard let known = revision.floor, let other = answer.version else { return nil }
    if other <= known { return false }
    return revision.exact == nil ? nil : true
  }

  /// Whether a push may have been sent before the value was in doubt.
  ///
  /// A version higher than the known one counts as newer than the doubt. It can still be older than
  /// a change whose reply was lost; the server's push of that change is then adopted as well. Where
  /// the back end has no versions, a push counts as sent when it arrives.
  func mayBeOld(_ push: Intent.Answer) -> Bool { push.version != nil && isNewer(push) != true }

  /// Whether a report that is not fresh is newer than the last report of the whole value.
  ///
  /// Then the value lacks what the report has: the answers since left a part out, which was
  /// supplied from before it, or was predicted.
  func isMissing(_ answer: Intent.Answer) -> Bool {
    guard let known = revision.floor, let other = answer.version, wholeVersion ?? .min < other
    else { return false }
    let isSame = Intent.isVisuallyEqual(self.value(from: answer), value)
    return other < known || other == known && !isSame
  }

  /// Whether an answer has the version of the known value.
  ///
  /// If it answers a request, the server has then changed nothing: for example, it applied the
  /// request before that version, and recognized its key.
  func isOfKnownVersion(_ answer: Intent.Answer) -> Bool {
    answer.version != nil && answer.version == revision.exact
  }

  /// Whether an answer has a version higher than every one reported so far.
  func isUnseenVersion(_ answer: Intent.Answer) -> Bool {
    answer.version.map { $0 > revision.floor ?? .min } ?? false
  }

  /// The value if an answer is adopted.
  ///
  /// A read or a push of the whole value reports its limits as well, so a learned limit that it
  /// leaves out is removed. A reply or a refusal may leave limits out.
  ///
  /// - Parameters:
  ///   - answer: The server's report.
  ///   - predicted: For a reply, the value that supplies the parts that it leaves out; `nil` for a
  ///     read or a push.
  /// - Returns: The value.
  func value(from answer: Intent.Answer, over predicted: Intent.Value? = nil) -> Intent.Value {
    if let predicted { return Intent.value(from: answer, over: predicted, before: value) }
    let known = answer.isComplete ? Intent.withoutLearnedLimits(value) : value
    return Intent.value(from: answer, over: known, before: known)
  }

  /// Adopts an answer, unless its version is lower than the known one.
  ///
  /// - Parameters:
  ///   - answer: The server's report.
  ///   - predicted: As for ``value(from:over:)``.
  ///   - isAfterChange: Whether the answer may follow a change. If it has no version, the value is
  ///     then newer than the last version reported.
  ///   - source: The source of the answer.
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
    if answer.isComplete { wholeVersion = revision.floor }
    self.source = max(self.source, source)
    return true
  }

  /// Adopts the predicted result of a request, since no fresh report of it is available.
  mutating func assume(_ predicted: Intent.Value) {
    value = predicted
    revision = revision.passed
  }

  /// Records that a read returned the known version, so that the value lacks nothing of it.
  mutating func noteRead(_ answer: Intent.Answer) {
    if answer.version == revision.exact { wholeVersion = revision.floor }
  }

  /// Records that a report of the value as of `began` was adopted at `now`.
  mutating func noteReport(asOf began: LogicalTime, at now: LogicalTime) {
    date(began)
    reportedAt = now
  }

  /// Records data of unknown age that a component was bound with.
  ///
  /// - Returns: Whether it is new; a cell is bound with the same data each time it is reused.
  mutating func noteRow(_ answer: Intent.Answer) -> Bool {
    guard answer != rows.last else { return false }
    if let index = rows.firstIndex(of: answer) {
      rows.append(rows.remove(at: index))
      return false
    }
    if rows.count == Self.rowLimit { rows.removeFirst() }
    rows.append(answer)
    return true
  }

  /// The number of rows that are remembered.
  private static var rowLimit: Int { 8 }

  /// Makes reads that began before `time` stale.
  mutating func date(_ time: LogicalTime) { asOf = max(asOf, time) }

  /// Records that a request settled at `time`: reads that began before are stale.
  mutating func settle(at time: LogicalTime) {
    date(time)
    source = .server
  }

  /// Forgets the version, because the server restarted its count.
  mutating func restartVersions() { (revision, wholeVersion) = (.unversioned, nil) }

  /// Records that an answer was handled, which may have learned, repeated or removed limits.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - isAdopted: Whether it was adopted.
  ///   - now: The logical time.
  /// - Returns: Whether a lifetime begins at `now`, and the shell has to report its end.
  mutating func noteLimits(
    in answer: Intent.Answer, isAdopted: Bool, at now: LogicalTime
  ) -> Bool {
    guard limits != nil else { return beginLimits(at: now) }
    if Intent.withoutLearnedLimits(value) == value {
      limits = nil
    } else if isAdopted, reportsLimits(answer) {
      limits?.isRepeated = true
    }
    return false
  }

  /// Begins the lifetime of limits that have none yet.
  ///
  /// - Returns: Whether it begins at `now`.
  mutating func beginLimits(at now: LogicalTime) -> Bool {
    guard limits == nil, Intent.withoutLearnedLimits(value) != value else { return false }
    limits = LearnedLimits(began: now)
    return true
  }

  /// Whether an answer itself reports limits, and does not only leave the known ones as they are.
  private func reportsLimits(_ answer: Intent.Answer) -> Bool {
    let unlimited = Intent.withoutLearnedLimits(value)
    let reported = Intent.value(from: answer, over: unlimited, before: unlimited)
    return Intent.withoutLearnedLimits(reported) != reported
  }

  /// Whether the end of the lifetime that began then would have an effect.
  func hasLimits(since began: LogicalTime) -> Bool { limits?.began == began }

  /// Ends the lifetime of the learned limits, and forgets them unless they were repeated.
  ///
  /// - Parameters:
  ///   - isPending: Whether a tap that they may have clamped is pending; then they are kept.
  ///   - now: The logical time.
  /// - Returns: Whether another lifetime begins at `now`.
  mutating func endLimits(isPending: Bool, at now: LogicalTime) -> Bool {
    let isKept = limits?.isRepeated == true || isPending
    limits = isKept ? LearnedLimits(began: now) : nil
    if !isKept { value = Intent.withoutLearnedLimits(value) }
    return isKept
  }
}
