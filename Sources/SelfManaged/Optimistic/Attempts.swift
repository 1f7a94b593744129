/// The attempts to send one intent under one idempotency key.
package struct Attempts: Hashable, Sendable {
  /// The number of attempts without a known outcome: the server may have applied the intent.
  package var lost = 0
  /// The number of attempts that a busy server refused, so that it did nothing.
  package var refused = 0
  /// The total time for which the busy server asked to wait.
  package var waited = Duration.zero

  /// The number of the current attempt.
  package var number: Int { 1 + lost + refused }

  package init(lost: Int = 0, refused: Int = 0, waited: Duration = .zero) {
    self.lost = lost
    self.refused = refused
    self.waited = waited
  }
}
