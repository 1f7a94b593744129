/// Something a component holds as long as it is bound, and gives back once.
///
/// A component that is thrown away without being unbound gives it back too, soon after.
@MainActor
final class Lease {
  private let giveBack: @MainActor @Sendable () -> Void
  private var isHeld = true

  init(_ giveBack: @escaping @MainActor @Sendable () -> Void) { self.giveBack = giveBack }

  /// Gives it back, in this turn; a second time does nothing.
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
