/// One observer of a ``ResponseCenter``, to be cancelled.
///
/// Letting go of it cancels nothing: an observer stays until ``cancel()``, or until its owner or
/// its connection is gone. So none is lost because the optimiser released a token early.
@MainActor
public final class ResponseToken {
  private let observer: Observer

  @usableFromInline
  init(_ observer: Observer) { self.observer = observer }

  /// Whether the observer may still hear something.
  public var isActive: Bool { observer.isAlive }

  /// Removes the observer at once, even from the post that is under way; a second time does
  /// nothing.
  public func cancel() { observer.cancel() }
}
