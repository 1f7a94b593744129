/// The server's last known value, and what is known about its age.
struct ConfirmedValue<Intent: OptimisticIntent>: Hashable, Sendable {
  /// The value; a guess while ``source`` is `guess`.
  private(set) var value: Intent.Value
  /// The last version that the server reported.
  private(set) var version: Int?
  /// Whether ``value`` is the value of ``version``, and was not changed since without a new version.
  private(set) var isExact = true
  /// Whether the last evidence reported the whole value.
  private(set) var isWhole = true
  /// The time at which the server had ``value``, or an earlier one; reads from before are stale.
  private(set) var asOf = LogicalTime(rawValue: 0)
  /// The most reliable source so far.
  private(set) var source = Source.guess

  init(guess value: Intent.Value) { self.value = value }

  /// The version that a request is based on; `nil` if it is not known.
  var exactVersion: Int? { isExact ? version : nil }

  /// How evidence is ordered after the known value: the only comparison of versions and times.
  ///
  /// | evidence | order |
  /// |---|---|
  /// | a lower version | older |
  /// | the known version, or a higher one, after an unversioned change | by time; of a push: unclear |
  /// | the known version | same |
  /// | a higher version | newer |
  /// | no version, or none is known: begun at ``asOf`` or later | newer |
  /// | no version, or none is known: begun before ``asOf`` | older |
  /// | of unknown age, over a guess or other data of unknown age | newer |
  /// | of unknown age, over a better value; a reply without a version that a report has overtaken | unclear |
  func order(of evidence: Evidence<Intent.Answer>) -> Order {
    if let version, let other = evidence.answer.version {
      if other < version { return .older }
      if isExact { return other == version ? .same : .newer }
      if evidence.source == .push { return .unclear }
    }
    if let time = evidence.time { return time >= asOf ? .newer : .older }
    let isOvertakenReply = evidence.source == .server && evidence.answer.version == nil
    return source <= .list && !isOvertakenReply ? .newer : .unclear
  }

  /// The value if an answer is adopted.
  ///
  /// A read or a push of the whole value reports its limits as well, so a learned limit that it
  /// leaves out is removed. A reply or a refusal may leave limits out.
  ///
  /// - Parameters:
  ///   - answer: The server's answer.
  ///   - predicted: For a reply, the value that supplies the parts that it leaves out; `nil` for a
  ///     read or a push.
  /// - Returns: The value.
  func value(from answer: Intent.Answer, over predicted: Intent.Value? = nil) -> Intent.Value {
    if let predicted { return Intent.value(from: answer, over: predicted, before: value) }
    let known = answer.isComplete ? Intent.withoutLearnedLimits(value) : value
    return Intent.value(from: answer, over: known, before: known)
  }

  /// Adopts evidence.
  ///
  /// - Parameters:
  ///   - evidence: The evidence.
  ///   - predicted: As for ``value(from:over:)``.
  ///   - isOrdered: Whether it is known not to be older than the value.
  mutating func adopt(
    _ evidence: Evidence<Intent.Answer>, over predicted: Intent.Value? = nil,
    isOrdered: Bool = true
  ) {
    let former = value
    value = value(from: evidence.answer, over: predicted)
    if let version = evidence.answer.version {
      (self.version, isExact) = (version, isOrdered)
    } else if value != former {
      isExact = version == nil
    }
    isWhole = evidence.answer.isComplete
    source = max(source, evidence.source)
    asOf = max(asOf, evidence.time ?? asOf)
  }

  /// Records that a request may have changed the value: reads that began before `now` are stale.
  ///
  /// - Parameters:
  ///   - value: The assumed result; `nil` if the value is known.
  ///   - now: The time at which the request settled.
  mutating func change(to value: Intent.Value? = nil, at now: LogicalTime) {
    if let value { (self.value, isExact) = (value, version == nil) }
    (asOf, source) = (now, .server)
  }

  /// Records that the reducer's own read was adopted: it is all that the service has to say.
  mutating func noteRead() { isWhole = true }

  /// Forgets the version: the server's last answer is believed, though its version is lower.
  mutating func forgetVersion() { (version, isExact) = (nil, true) }

  /// Forgets the limits that the server reported.
  mutating func forgetLimits() { value = Intent.withoutLearnedLimits(value) }
}
