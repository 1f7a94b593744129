/// The in-flight mutation: an intent that was sent, and the phase of its request.
///
/// ```text
///          ┌────────── resend ──────────┐
///          ▼                            │
///   ──▶ sent ── no reply, busy ──▶ waitingToResend
///        │ ▲
///        │ └───── rebased after a conflict ──┐
///        │                                   │
///        ├── outcome unknown ──▶ readingBack ┘ ──▶ settled
///        │                        │      ▲
///        │               no value ▼      │
///        │                     waitingToReadBack
///        │
///        ├── conflict, with the value or a newer version ──▶ sent, under a new key
///        ├── reply or refusal ──▶ settled
///        └── offline, and the policy holds taps ──▶ back to the queue
/// ```
package struct InFlightMutation<Intent: OptimisticIntent>: Hashable, Sendable {
  /// The intent that was sent.
  package let intent: Intent
  /// The tap that is resolved with it.
  package let tap: LogicalTime
  /// The clamp that a limit applied to the intent before it was sent.
  var adjustment: Adjustment<Intent.Value>?
  /// The logical time that the idempotency key is made from; a new one after each rebase.
  package var key: LogicalTime
  /// The attempts to send the intent under this key.
  package var attempts: Attempts {
    get { laterAttempts ?? Attempts() }
    set { laterAttempts = newValue }
  }
  /// The attempts after the first; boxed, since most intents are sent once.
  @Seldom private var laterAttempts: Attempts?
  /// The number of times the intent was rebased after a conflict.
  var rebases = 0
  /// The part of the policy's bounds that the intent has used up.
  var spent: Spent {
    Spent(waited: attempts.waited, refusals: attempts.refusals, rebases: rebases)
  }
  /// The last known version when the intent was sent.
  var versionWhenSent: Int?
  /// The event that the mutation waits for.
  var phase: Phase

  /// The event that a mutation waits for.
  enum Phase: Hashable, Sendable {
    /// The reply to the request sent at that logical time.
    case sent(LogicalTime)
    /// The delay, after which the next attempt is sent.
    case waitingToResend(Delay)
    /// The server's value, requested at that logical time.
    case readingBack(LogicalTime, ReadBack)
    /// The delay, after which the value is requested again.
    case waitingToReadBack(Delay, ReadBack)
  }

  /// The logical time of the request that waits for its reply.
  package var request: LogicalTime? { if case .sent(let request) = phase { request } else { nil } }

  /// The logical time of the read that waits for its answer.
  package var read: LogicalTime? { if case .readingBack(let read, _) = phase { read } else { nil } }

  /// The pending delay.
  package var delay: Delay? {
    switch phase {
    case .waitingToResend(let delay), .waitingToReadBack(let delay, _): delay
    case .sent, .readingBack: nil
    }
  }

  /// Whether the outcome of the request is unknown.
  var isUncertain: Bool {
    switch phase {
    case .sent, .waitingToResend: attempts.lost > 0
    case .readingBack(_, let readBack), .waitingToReadBack(_, let readBack):
      !isRefused(by: readBack.error)
    }
  }

  /// Whether the server may have applied the intent; `unsent` is the pending request that has not left.
  func mayBeApplied(unsent: LogicalTime?) -> Bool {
    isUncertain || request != nil && request != unsent
  }

  /// Whether the server is known to have changed nothing, because it refused the only request.
  func isRefused(by error: ServiceError) -> Bool { error.code == .conflict && attempts.lost == 0 }

  /// Whether the server is known to have done nothing so far, because it was busy at each attempt.
  var isUnapplied: Bool {
    if case .waitingToResend = phase { attempts.lost == 0 } else { false }
  }

  /// The resolution of the tap if the server applied the intent that was sent.
  var success: Resolution<Intent.Value> { adjustment.map { .adjusted($0) } ?? .applied }
}

/// A read of the server's value that determines the outcome of the in-flight mutation.
package struct ReadBack: Hashable, Sendable {
  /// The error that made the read necessary.
  let error: ServiceError
  /// The purpose of the read.
  let purpose: Purpose
  /// The number of reads that failed.
  var failures = 0
  /// The number of reads that a busy server refused.
  var refusals = 0

  /// The purpose of a read-back.
  package enum Purpose: Hashable, Sendable {
    /// Whether the request was applied.
    case outcome
    /// How much of the request was applied, although the server refused it.
    case share
    /// Which value the intent is rebased on.
    case rebase
  }
}
