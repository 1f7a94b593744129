/// A resource that a component uses while it is bound, and releases once.
///
/// A component that is released without being unbound releases it as well, soon after.
@MainActor
final class Subscription {
  private let giveBack: @MainActor @Sendable () -> Void
  private var isHeld = true

  init(_ giveBack: @escaping @MainActor @Sendable () -> Void) { self.giveBack = giveBack }

  /// Releases the resource synchronously; a second call does nothing.
  func end() {
    guard isHeld else { return }
    isHeld = false
    giveBack()
  }

  // Views may be released on any thread, and an isolated deinit needs a newer OS than ours.
  deinit {
    guard isHeld else { return }
    Task { @MainActor [giveBack] in giveBack() }
  }
}
