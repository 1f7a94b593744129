/// A token that cancels an observer of a ``ResponseCenter``.
///
/// Releasing the token does not cancel the observer. It stays until ``cancel()`` is called, its
/// owner is released, or its connection is closed. So no observer is lost if the optimizer releases
/// a token early.
@MainActor
public final class ResponseObservation {
  private let observer: Observer

  @usableFromInline
  init(_ observer: Observer) { self.observer = observer }

  /// Whether the observer may still be called.
  package var isActive: Bool { observer.isAlive }

  /// Cancels the observer: it is not called again, not even for the response that is being
  /// delivered.
  ///
  /// A second call does nothing. The cost does not depend on the number of observers.
  public func cancel() { observer.cancel() }
}
