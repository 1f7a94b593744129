/// A resource that a component uses while it is bound, and releases once.
///
/// A component that is released without being unbound releases it as well, soon after.
@MainActor
final class Subscription {
  private var giveBack: (@MainActor @Sendable () -> Void)?

  init(_ giveBack: @escaping @MainActor @Sendable () -> Void) { self.giveBack = giveBack }

  /// Releases the resource synchronously; a second call does nothing.
  func end() {
    let giveBack = self.giveBack.take()
    giveBack?()
  }

  // Views may be released on any thread, and an isolated deinit needs a newer OS than ours.
  deinit {
    guard let giveBack else { return }
    Task { @MainActor [giveBack] in giveBack() }
  }
}
