/// The mutation in flight: an intent that was sent, and where its request is in its life.
///
/// ```text
///          ┌────────── resend ──────────┐
///          ▼                            │
///   ──▶ sent ──── no reply ────▶ waitingToResend
///        │ ▲
///        │ └───── rebased after a conflict ──┐
///        │                                   │
///        └── outcome unknown ──▶ readingBack ┘ ──▶ settled
///                                 │      ▲
///                        no value ▼      │
///                              waitingToReadBack
/// ```
package struct InFlightMutation<Intent: OptimisticIntent>: Hashable, Sendable {
  /// What was sent.
  package let intent: Intent
  /// The tap that is resolved with it.
  package let tap: Stamp
  /// What a limit took from it before it was sent.
  var adjustment: Adjustment<Intent.Value>?
  /// Names the request for the idempotency key; a new one when it is rebased.
  package var key: Stamp
  /// How often it was sent under this key.
  package var attempt = 1
  /// How often it was rebased after a conflict.
  var rebases = 0
  /// The last version that was known when it was sent.
  var versionWhenSent: Int?
  /// What it waits for.
  var phase: Phase

  /// What a mutation waits for.
  enum Phase: Hashable, Sendable {
    /// The reply to the request of that time.
    case sent(Stamp)
    /// The delay that began then; after it the next attempt is sent.
    case waitingToResend(Stamp)
    /// The server's value, requested at that time.
    case readingBack(Stamp, ReadBack)
    /// The delay that began then; after it the value is requested again.
    case waitingToReadBack(Stamp, ReadBack)
  }

  /// The request that waits for its reply, by its time.
  package var request: Stamp? { if case .sent(let request) = phase { request } else { nil } }

  /// The read that waits for its answer, by its time.
  package var read: Stamp? { if case .readingBack(let read, _) = phase { read } else { nil } }

  /// The delay under way.
  package var delay: Stamp? {
    switch phase {
    case .waitingToResend(let delay), .waitingToReadBack(let delay, _): delay
    case .sent, .readingBack: nil
    }
  }

  /// Whether the outcome of the request is not known.
  var isUncertain: Bool {
    switch phase {
    case .sent: attempt > 1
    case .waitingToResend: true
    case .readingBack(_, let readBack), .waitingToReadBack(_, let readBack):
      !isRefused(by: readBack.error)
    }
  }

  /// Whether the server is known to have carried nothing out: it refused the only request.
  func isRefused(by error: ServiceError) -> Bool { error.code == .conflict && attempt == 1 }

  /// What becomes of the tap if the server did what was sent.
  var success: Resolution<Intent.Value> { adjustment.map { .adjusted($0) } ?? .applied }
}

/// A read of the server's value that decides what becomes of the mutation in flight.
struct ReadBack: Hashable, Sendable {
  /// Why the value is read.
  let error: ServiceError
  /// What the value decides.
  let purpose: Purpose
  /// How often it was requested.
  var attempt = 1

  /// What a read-back decides.
  enum Purpose: Hashable, Sendable {
    /// Whether the request was carried out.
    case outcome
    /// How much of the request was carried out, though the server refused it.
    case share
    /// What the intent is now applied to.
    case rebase
  }
}
