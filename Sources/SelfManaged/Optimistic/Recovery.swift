/// The reaction to a failed request.
package enum Recovery: Hashable, Sendable {
  /// The mutation is rolled back.
  case fail
  /// The mutation is rolled back and the value is read, since the error may report only a part.
  case failAndRead
  /// The same request is sent again under the same key.
  case resend(after: Duration)
  /// The same request is sent again when the network is back, or after this time.
  case resendWhenReachable(within: Duration)
  /// The busy server did nothing; the same request is sent again, not before this delay.
  case backOff(Duration)
  /// The server's value is read back.
  case readBack(ReadBack.Purpose, because: ServiceError)
  /// The intent is rebased on the value or the version that the conflict reported, and sent under a
  /// new key.
  case rebase
  /// The intent goes back to the head of the queue and waits for the network, at most this time.
  case requeue(within: Duration)
}

/// The facts, apart from the error, that decide the recovery of a failed request.
package struct FailedAttempt: Hashable, Sendable {
  /// The attempts under this key before the failed one.
  var attempts: Attempts
  /// The number of times the intent was rebased.
  var rebases: Int
  /// Whether the intent states the whole result, so that it may be sent twice.
  var isAbsolute: Bool
  /// Whether the intent may wait for the network, if the policy allows it.
  var mayHold: Bool
  /// How much of the server's value the error reports.
  var carried: Carried

  package init(
    attempts: Attempts = Attempts(), rebases: Int = 0, isAbsolute: Bool, mayHold: Bool = false,
    carried: Carried = .nothing
  ) {
    self.attempts = attempts
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
  /// | error | no attempt was lost | an earlier attempt was lost, and may have been applied |
  /// |---|---|---|
  /// | busy | back off, then send again; after too many or too long delays, fail | the same, but read back instead of failing |
  /// | offline | requeue if the policy holds offline taps, else fail | as unknown outcome; if it is resent and the policy holds offline taps, resend when the network is back |
  /// | unknown outcome | resend if that is safe and a delay is left, else read back | the same |
  /// | conflict | rebase, or read back to rebase; after too many, fail and read | absolute: rebase if the error reports the outcome, else read back to rebase; after too many, or relative: read back |
  /// | limit, with room for a part of a relative intent | read back how much was applied; if the error fails the lane or the session, fail and read | read back; if the error fails the lane or the session, fail and read |
  /// | any other | fail | if the error reports the outcome or fails the lane or the session, fail and read; else read back |
  package func recovery(from error: ServiceError, _ failed: FailedAttempt) -> Recovery {
    let lost = failed.attempts.lost
    let isFirst = lost == 0
    switch error.code {
    case .busy:
      let refusals = failed.attempts.refusals
      let delay = backOff(asked: error.retryAfter, after: refusals)
      if allowsBackOff(delay, refusals: refusals, waited: failed.attempts.waited) {
        return .backOff(delay)
      }
      return isFirst ? .fail : .readBack(.outcome, because: .unknownOutcome)
    case .offline where isFirst:
      guard failed.mayHold, case .hold(let longest) = offline else { return .fail }
      return .requeue(within: longest)
    case .unknownOutcome, .offline:
      let isRepeatable = failed.isAbsolute || honorsIdempotencyKeys
      guard isRepeatable, lost < retryDelays.count else {
        return .readBack(.outcome, because: isFirst ? error : .unknownOutcome)
      }
      if error.code == .offline, failed.mayHold, case .hold(let longest) = offline {
        return .resendWhenReachable(within: max(longest, retryDelays[lost]))
      }
      return .resend(after: retryDelays[lost])
    case .conflict where isFirst || failed.isAbsolute:
      guard failed.rebases < maximumConflictRetries else {
        return isFirst ? .failAndRead : .readBack(.outcome, because: .unknownOutcome)
      }
      // Without the value, a later refusal would hide that a lost attempt was applied.
      let isEnough = failed.carried == .outcome || isFirst && failed.carried == .newerVersion
      return isEnough ? .rebase : .readBack(.rebase, because: error)
    case .conflict:
      return .readBack(.outcome, because: .unknownOutcome)
    default:
      if isFirst {
        guard failed.carried == .roomForAPart else { return .fail }
        // A failure of the lane or the session can't wait for the read.
        return error.failsOthers ? .failAndRead : .readBack(.share, because: error)
      }
      let isSettled = failed.carried == .outcome || error.failsOthers
      return isSettled ? .failAndRead : .readBack(.outcome, because: error)
    }
  }

  /// The delay after a reply of a busy server: the one that it asked for, or else the policy's.
  package func backOff(asked: Duration?, after earlier: Int) -> Duration {
    let own = retryDelays.isEmpty ? .seconds(1) : retryDelays[min(earlier, retryDelays.count - 1)]
    return max(.zero, asked ?? own)
  }

  /// Whether an intent or a read may wait once more for a busy server.
  func allowsBackOff(_ delay: Duration, refusals: Int, waited: Duration) -> Bool {
    refusals < maximumBusyRetries && allowsWait(waited + delay)
  }

  /// Whether an intent or a read may wait that long in total, for busy servers and for pauses.
  func allowsWait(_ total: Duration) -> Bool { total <= longestBackOff }
}
