/// The reaction to a failed request.
package enum Recovery: Hashable, Sendable {
  /// The mutation is rolled back.
  case fail
  /// The mutation is rolled back and the value is read, since the error may report only a part.
  case failAndRead
  /// The same request is sent again under the same key.
  case resend(after: Duration)
  /// The server's value is read back.
  case readBack(ReadBack.Purpose, because: ServiceError)
  /// The intent is rebased on the value that the conflict reported, and sent under a new key.
  case rebase
  /// The intent goes back to the head of the queue and waits for the network.
  case requeue
}

/// The facts, apart from the error, that decide the recovery of a failed request.
package struct FailedAttempt: Hashable, Sendable {
  /// The number of the failed attempt under this key.
  var attempt: Int
  /// The number of times the intent was rebased.
  var rebases: Int
  /// Whether the intent states the whole result, so that it may be sent twice.
  var isAbsolute: Bool
  /// Whether the intent may wait for the network.
  var mayHold: Bool
  /// How much of the server's value the error reports.
  var carried: Carried

  package init(
    attempt: Int = 1, rebases: Int = 0, isAbsolute: Bool, mayHold: Bool = false,
    carried: Carried = .nothing
  ) {
    self.attempt = attempt
    self.rebases = rebases
    self.isAbsolute = isAbsolute
    self.mayHold = mayHold
    self.carried = carried
  }

  /// How much of the server's value an error reports, in ascending order.
  package enum Carried: Comparable, Hashable, Sendable {
    /// Nothing useful.
    case nothing
    /// A limit that leaves room for a part of the intent, so that a part may have been applied.
    case roomForAPart
    /// A newer version.
    case newerVersion
    /// Enough to determine the outcome of the request.
    case outcome
  }
}

extension OptimisticPolicy {
  /// The reaction to a failed request.
  ///
  /// | error | first attempt | later attempt: an earlier one may have been carried out |
  /// |---|---|---|
  /// | offline | requeue if the policy queues offline taps, else fail | as unknown outcome |
  /// | unknown outcome | resend if that is safe and a delay is left, else read back | the same |
  /// | conflict | rebase, or read back to rebase; after too many, fail | absolute: the same, but read back instead of failing; relative: read back |
  /// | limit, with room for a part of a relative intent | read back how much was applied | read back |
  /// | any other | fail | fail if the error reports the outcome or fails the lane or the session, else read back |
  package func recovery(from error: ServiceError, _ failed: FailedAttempt) -> Recovery {
    let isFirst = failed.attempt == 1
    switch error.code {
    case .offline where isFirst:
      return failed.mayHold ? .requeue : .fail
    case .unknownOutcome, .offline:
      let isRepeatable = failed.isAbsolute || honorsIdempotencyKeys
      guard isRepeatable, failed.attempt <= retryDelays.count else {
        return .readBack(.outcome, because: isFirst ? error : .unknownOutcome)
      }
      return .resend(after: retryDelays[failed.attempt - 1])
    case .conflict where isFirst || failed.isAbsolute:
      guard failed.rebases < maximumConflictRetries else {
        return isFirst ? .fail : .readBack(.outcome, because: .unknownOutcome)
      }
      return failed.carried >= .newerVersion ? .rebase : .readBack(.rebase, because: error)
    case .conflict:
      return .readBack(.outcome, because: .unknownOutcome)
    default:
      if isFirst {
        let isShared = failed.carried == .roomForAPart
        return isShared ? .readBack(.share, because: error) : .fail
      }
      let isSettled = failed.carried == .outcome || error.scope != .intent
      return isSettled ? .failAndRead : .readBack(.outcome, because: error)
    }
  }
}
