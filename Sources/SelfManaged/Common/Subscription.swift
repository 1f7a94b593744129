/// A resource that a component uses while it is bound, and releases once.
///
/// If a component is released without being unbound, the resource is released soon after.
@MainActor
final class Subscription {
  private var release: (@MainActor @Sendable () -> Void)?

  init(_ release: @escaping @MainActor @Sendable () -> Void) { self.release = release }

  /// Releases the resource synchronously; a second call does nothing.
  func end() {
    let release = self.release.take()
    release?()
  }

  // Views may be released on any thread, and an isolated deinit needs a newer OS than the
  // deployment target.
  deinit {
    guard let release else { return }
    Task { @MainActor [release] in release() }
  }
}
