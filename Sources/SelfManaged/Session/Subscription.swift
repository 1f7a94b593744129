/// A resource that a component uses while it is bound, and releases once.
///
/// If a component is released without being unbound, the resource is released soon after.
@MainActor
final class Subscription {
  private let release: @MainActor @Sendable () -> Void
  private var isHeld = true

  init(_ release: @escaping @MainActor @Sendable () -> Void) { self.release = release }

  /// Releases the resource synchronously; a second call does nothing.
  func end() {
    guard isHeld else { return }
    isHeld = false
    release()
  }

  // Views may be released on any thread, and an isolated deinit needs a newer OS than the
  // deployment target.
  deinit {
    guard isHeld else { return }
    Task { @MainActor [release] in release() }
  }
}
