import Components

/// An observer of a response center: its handler and its lifetime.
@MainActor @usableFromInline
final class Observer {
  /// The number of the registration, which rises with each registration in a center.
  let number: UInt64
  private let isOwned: Bool
  private weak var owner: AnyObject?

  /// The closures; absent once the observer was canceled, or a delivery found that its owner was
  /// released.
  private var handler: Handler? { didSet { releaseAfterAccess(oldValue) } }

  init(number: UInt64, owner: AnyObject?, _ handler: Handler) {
    self.number = number
    self.owner = owner
    self.handler = handler
    isOwned = owner != nil
  }

  /// The closures of an observer.
  final class Handler {
    /// Called with a response; returns whether the observer may be called again.
    let response: @MainActor (any Response) -> Bool
    /// Called with a frame that is not a response, or with a failure; returns the same.
    let trouble: @MainActor (Received) -> Bool

    init(
      _ response: @escaping @MainActor (any Response) -> Bool,
      trouble: @escaping @MainActor (Received) -> Bool = { _ in true }
    ) {
      self.response = response
      self.trouble = trouble
    }
  }

  /// Whether the observer was canceled, or a delivery found that its owner was released.
  var isCanceled: Bool { handler == nil }

  /// Whether the observer may still be called.
  var isAlive: Bool { !isCanceled && (!isOwned || owner != nil) }

  /// Releases the handler and its captures; a running handler is released after it has returned.
  func cancel() { handler = nil }

  /// Delivers a response; returns whether the observer may be called again.
  func deliver(_ response: any Response) -> Bool { notify { $0.response(response) } }

  func deliver(trouble: Received) { _ = notify { $0.trouble(trouble) } }

  /// Calls the handler; returns whether the observer may be called again.
  private func notify(_ call: (Handler) -> Bool) -> Bool {
    guard let handler else { return false }
    if !call(handler) { cancel() }
    return !isCanceled
  }
}

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
