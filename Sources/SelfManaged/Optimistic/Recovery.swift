/// What becomes of a mutation whose request failed.
enum Recovery: Hashable, Sendable {
  /// It is rolled back.
  case fail
  /// It is rolled back, and the value is read: the refusal may have reported only a part of it.
  case failAndRead
  /// The same request is sent again under the same key.
  case resend(after: Duration)
  /// The server's value is read back.
  case readBack(ReadBack.Purpose, because: ServiceError)
  /// The intent is applied to what the conflict reported, and sent under a new key.
  case rebase
  /// It goes back to the head of the queue and waits for the network.
  case requeue
}

/// What a failed request is judged by, beside its error.
struct FailedAttempt: Hashable, Sendable {
  /// Which attempt under this key failed.
  var attempt = 1
  /// How often the intent was rebased.
  var rebases = 0
  /// Whether the intent states the whole result, so that it may be sent twice.
  var isAbsolute = true
  /// Whether it may wait for the network.
  var mayHold = false
  /// What the error reports of the server's value.
  var carried = Carried.nothing

  /// What an error reports of the server's value, the more the later.
  enum Carried: Comparable, Hashable, Sendable {
    /// Nothing that helps.
    case nothing
    /// A limit under which a part of the intent was possible, so that a part may be carried out.
    case roomForAPart
    /// A newer version.
    case newerVersion
    /// Enough to say what became of the request.
    case outcome
  }
}

extension OptimisticPolicy {
  /// What becomes of a mutation whose request failed.
  ///
  /// | error | first attempt | later attempt: an earlier one may have been carried out |
  /// |---|---|---|
  /// | offline | requeue if the policy holds, else fail | as unknown outcome |
  /// | unknown outcome | resend if that is safe and a delay is left, else read back | the same |
  /// | conflict | rebase, or read back to rebase; after too many, fail | absolute: the same, but read back instead of failing; relative: read back |
  /// | limit, with room for a part of a relative intent | read back how much was carried out | read back |
  /// | any other | fail | fail if the error reports the outcome or reaches further, else read back |
  func recovery(from error: ServiceError, _ failed: FailedAttempt) -> Recovery {
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
      let isSettled = failed.carried == .outcome || error.reach != .intent
      return isSettled ? .failAndRead : .readBack(.outcome, because: error)
    }
  }
}
