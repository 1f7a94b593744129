/// Something that ends with time, and the event that began it.
///
/// The shell reports its end with the event `ended`. A wait that the state no longer needs has no
/// effect.
package struct Wait: Hashable, Sendable {
  /// The reason.
  package let reason: Reason
  /// The logical time of the event that began the wait.
  package let began: LogicalTime

  package init(_ reason: Reason, since began: LogicalTime) {
    self.reason = reason
    self.began = began
  }

  /// The reason for a wait.
  package enum Reason: Hashable, Sendable {
    /// The reply to a request, or the answer of a read, may still arrive.
    case timeout
    /// The policy delays the next attempt.
    case retry
    /// A busy server asked to wait.
    case busy
    /// The end of all that an intent may wait for: the network, or its unknown outcome.
    case deadline
    /// The tap may be undone, or more taps may follow.
    case grace
    /// Rows and taps at a limit cause one read in an interval.
    case recheck
    /// Learned limits have a lifetime.
    case limits
  }
}

/// The part of the policy's bounds that an intent or a read has used up.
struct Budget: Hashable, Sendable {
  /// The number of attempts without a reply; of an intent, under its current key.
  var lost = 0
  /// The number of attempts that a busy server refused.
  private var refused = 0
  /// The number of stale answers: of conflicts, or of reads that were older than the known value.
  var stale = 0
  /// The total time for which a busy server has asked to wait.
  private var waited = Duration.zero
  /// The end of all that the intent may wait for; begins with the first lost reply or held tap.
  var deadline: Wait?
  /// Whether the deadline has passed, so that the intent may not wait for the network again.
  var isOverdue = false

  /// The bounds of a later tap that is merged with the intent: only a pending deadline goes on.
  var renewed: Self {
    var budget = Self()
    if !isOverdue { budget.deadline = deadline }
    return budget
  }

  /// Begins with a new key, since the server has answered; only the bounds of refusals go on.
  mutating func restart() { (lost, deadline, isOverdue) = (0, nil, false) }

  /// The delay before the next attempt after a lost one; `nil` if none is left.
  mutating func delayAfterLoss(_ policy: OptimisticPolicy) -> Duration? {
    guard lost < policy.retryDelays.count else { return nil }
    lost += 1
    return policy.retryDelays[lost - 1]
  }

  /// The delay before the next attempt after a busy server's reply; `nil` if none is left.
  ///
  /// A hint of zero is honored once, since it would repeat the request without a pause.
  mutating func delayAfterBusy(_ asked: Duration?, _ policy: OptimisticPolicy) -> Duration? {
    let delay = policy.backOff(asked: asked, after: refused)
    guard refused < policy.maximumBusyRetries, waited + delay <= policy.longestBackOff else {
      return nil
    }
    refused += 1
    waited += delay
    return delay
  }
}
