/// The in-flight mutation: an intent that was sent and has not settled.
///
/// ```text
///   queued ──▶ sent ──▶ settled                                       a reply, or a refusal
///     ▲         │ ▲
///     ├─────────┤ └── waiting ◀── no reply, and it may be sent again
///     │         └───▶ asking                   the read decides: outcome, share, or rebase
///     └── the server did nothing: busy, or offline while taps are held
/// ```
package struct InFlightMutation<Intent: OptimisticIntent>: Hashable, Sendable {
  /// The intent that was sent.
  package let intent: Intent
  /// The tap that is resolved with it.
  package let tap: LogicalTime
  /// The clamp that a limit applied to the intent before it was sent.
  let clamp: Adjustment<Intent.Value>?
  /// The logical time that the idempotency key is made from; a new one after each rebase.
  package let key: LogicalTime
  /// The number of the attempt under this key.
  package var attempt = 1
  var budget: Budget
  var phase: Phase

  /// The event that a mutation waits for.
  enum Phase: Hashable, Sendable {
    /// The reply to the request sent at that logical time.
    case sent(LogicalTime)
    /// The end of the wait before the next attempt, or the gate.
    case waiting(Wait?)
    /// The read that decides.
    case asking(Question)
  }

  /// The logical time of the request that waits for its reply.
  package var request: LogicalTime? { if case .sent(let request) = phase { request } else { nil } }

  /// The question that a read decides.
  var question: Question? { if case .asking(let question) = phase { question } else { nil } }

  /// The wait before the next attempt.
  package var wait: Wait? { if case .waiting(let wait) = phase { wait } else { nil } }

  /// Whether an attempt has no known outcome, so that the server may have applied the intent.
  package var isUncertain: Bool {
    budget.lost > 0 || question.map { $0.purpose != .rebase } ?? false
  }

  /// Whether an error shows that the server never applied the intent.
  func isRefused(_ error: ServiceError) -> Bool { error.code == .conflict && budget.lost == 0 }

  /// The resolution of the tap if the server applied the intent that was sent.
  var success: Resolution<Intent.Value> { clamp.map { .adjusted($0) } ?? .applied }
}

/// A question about an in-flight mutation that a read decides.
struct Question: Hashable, Sendable {
  /// The error that raised the question.
  let error: ServiceError
  var purpose: Purpose
  /// A read that began earlier can't decide it.
  let asked: LogicalTime

  enum Purpose: Hashable, Sendable {
    /// Whether the request was applied.
    case outcome
    /// How much of an addition was applied, although the server refused it.
    case share
    /// Which value the intent is rebased on.
    case rebase
  }
}

/// The taps that are not sent yet, as one intent.
package struct QueuedIntent<Intent: OptimisticIntent>: Hashable, Sendable {
  /// The taps, coalesced into one intent.
  package var intent: Intent
  /// The last tap, which is resolved with the intent; the earlier ones were resolved as merged.
  package var tap: LogicalTime
  /// The last clamp that a limit applied to the intent, and that the user was notified of.
  var clamp: Adjustment<Intent.Value>?
  var budget = Budget()
  /// The wait before it is sent; `nil` if only the mutation in flight or the gate is in its way.
  package var wait: Wait?
}

/// A tap that removed the value, while an undo of it has an effect.
struct Removal<Intent: OptimisticIntent>: Hashable, Sendable {
  let tap: LogicalTime
  /// The queued intent before the removal.
  var before: QueuedIntent<Intent>?
  /// The displayed value before the removal.
  let display: Intent.Value
  /// The grace period, in which the removal is not sent.
  var wait: Wait?
}
