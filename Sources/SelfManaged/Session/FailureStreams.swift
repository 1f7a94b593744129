/// A failure to report to the user, once, even if the tapped component no longer exists.
public struct ManagedFailure: Error, Sendable {
  /// The ID of the item, such as a post or a product.
  public var itemID: String
  /// The intent that failed: a ``LikeIntent``, a ``QuantityIntent``, or your own.
  public var intent: any OptimisticIntent
  /// The reason for the failure.
  public var error: ServiceError
}

/// The failures of a session, and the streams that report them.
@MainActor
final class FailureStreams {
  private let streams = Streams<ManagedFailure>()
  /// When the sign-in page was last requested.
  private var signInRequestedAt: LogicalTime?

  /// Creates a stream of the failures from now on.
  func stream() -> AsyncStream<ManagedFailure> { streams.stream() }

  /// Reports the failure of a tap, which is made only if there is a stream.
  func report(_ failure: @autoclosure () -> ManagedFailure, of tap: LogicalTime) {
    guard !streams.isEmpty else { return }
    let failure = failure()
    guard !isSupersededBySignIn(failure.error, of: tap) else { return }
    streams.yield(failure)
  }

  /// Records that the sign-in page was requested.
  func noteSignInRequest(at now: LogicalTime) { signInRequestedAt = now }

  /// Whether a sign-in failure of a tap was already reported.
  ///
  /// This is true for a signed-out error if the sign-in page was requested after the tap. All taps
  /// before that request fail with one reported error.
  func isSupersededBySignIn(_ error: ServiceError, of tap: LogicalTime) -> Bool {
    guard let signInRequestedAt, error.code == .signedOut else { return false }
    return tap < signInRequestedAt
  }

  /// The error of a request, with the scope that it has in the session.
  ///
  /// A sign-out error of a tap made before the sign-in page was requested is stale: it fails only
  /// that request. Later taps are sent as the user who has signed in meanwhile.
  func scoped(_ error: ServiceError, of tap: LogicalTime) -> ServiceError {
    isSupersededBySignIn(error, of: tap) ? error.scoped(to: .intent) : error
  }

  /// Ends the streams.
  func end() { streams.end() }
}
