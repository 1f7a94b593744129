import Components

/// One observer of a center: what to call, and for how long.
@MainActor @usableFromInline
final class Observer {
  /// Rises with each registration in a center.
  let number: UInt64
  private let isOwned: Bool
  private weak var owner: AnyObject?

  /// Whether it was canceled, or has found its owner gone.
  private(set) var isCanceled = false

  private var handler: Handler? { didSet { releaseAfterAccess(oldValue) } }
  /// The same, to be called without being retained each time; `handler` holds it.
  private var lent: Unmanaged<Handler>?
  private var isBeingNotified = false

  init(number: UInt64, owner: AnyObject?, _ handler: Handler) {
    self.number = number
    self.owner = owner
    self.handler = handler
    lent = .passUnretained(handler)
    isOwned = owner != nil
  }

  /// What to call.
  final class Handler {
    /// Returns whether it can be called again.
    let response: @MainActor (any Response) -> Bool
    /// Called with what could not become a response.
    let trouble: @MainActor (Received) -> Void

    init(
      _ response: @escaping @MainActor (any Response) -> Bool,
      trouble: @escaping @MainActor (Received) -> Void = { _ in }
    ) {
      self.response = response
      self.trouble = trouble
    }
  }

  /// Whether it may still be called.
  var isAlive: Bool { !isCanceled && (!isOwned || owner != nil) }

  func isOwned(by other: AnyObject) -> Bool { isOwned && owner === other }

  /// Releases the handler and all that it holds; one that is running, when it has returned.
  func cancel() {
    isCanceled = true
    if isBeingNotified { return }
    lent = nil
    handler = nil
  }

  /// Returns whether it may be called again.
  @inline(__always)
  func deliver(_ response: any Response) -> Bool { notify { $0.response(response) } }

  func deliver(trouble: Received) {
    _ = notify {
      $0.trouble(trouble)
      return true
    }
  }

  /// Returns whether it may be called again.
  @inline(__always)
  private func notify(_ call: (Handler) -> Bool) -> Bool {
    guard let lent, !isCanceled else { return false }
    isBeingNotified = true
    // Safe, since the handler is not released while this is true.
    let goesOn = lent.lend(call)
    isBeingNotified = false
    if isCanceled || !goesOn { cancel() }
    return !isCanceled
  }
}

extension Unmanaged {
  /// Lends out, without retaining it, what something else holds until `body` has ended.
  @inline(__always)
  func lend<Result>(_ body: (Instance) -> Result) -> Result { _withUnsafeGuaranteedRef(body) }
}
