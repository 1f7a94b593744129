import Components

/// One observer of a center: its handler and its lifetime.
@MainActor @usableFromInline
final class Observer {
  /// Rises with each registration in a center.
  let number: UInt64
  private let isOwned: Bool
  private weak var owner: AnyObject?

  /// Whether it was canceled, or its owner was found to be released.
  private(set) var isCanceled = false

  private var handler: Handler? { didSet { releaseAfterAccess(oldValue) } }
  /// The handler, unretained so that a call does not retain it each time; `handler` retains it.
  private var lent: Unmanaged<Handler>?
  private var isBeingNotified = false

  init(number: UInt64, owner: AnyObject?, _ handler: Handler) {
    self.number = number
    self.owner = owner
    self.handler = handler
    lent = .passUnretained(handler)
    isOwned = owner != nil
  }

  /// The functions to call.
  final class Handler {
    /// Returns whether it can be called again.
    let response: @MainActor (any Response) -> Bool
    /// Called with a frame that could not be decoded as a response, or with a failure.
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

  /// Releases the handler and its captures; a running handler is released when it has returned.
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
    // Safe, since the handler is not released during the call.
    let goesOn = lent.lend(call)
    isBeingNotified = false
    if isCanceled || !goesOn { cancel() }
    return !isCanceled
  }
}

extension Unmanaged {
  /// Calls `body` with the object without retaining it; the caller keeps it alive until `body`
  /// returns.
  @inline(__always)
  func lend<Result>(_ body: (Instance) -> Result) -> Result { _withUnsafeGuaranteedRef(body) }
}
