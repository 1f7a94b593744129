/// One observer of a ``ResponseCenter``, to be canceled.
///
/// Releasing the token cancels nothing: an observer stays until ``cancel()``, or until its owner or
/// its connection is gone. So none is lost because the optimizer released a token early.
@MainActor
public final class ResponseToken {
  private let observer: Observer

  @usableFromInline
  init(_ observer: Observer) { self.observer = observer }

  /// Whether the observer may still be called.
  public var isActive: Bool { observer.isAlive }

  /// Removes the observer: it is not called again, not even for the response that is being delivered.
  ///
  /// A second time does nothing. Canceling is cheap, however many observers there are.
  public func cancel() { observer.cancel() }
}
