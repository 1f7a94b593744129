/// The calls of a session to the app, in the order of their events; the outermost call makes them all.
///
/// A call to the app may cause the next event before it returns: an observer taps, or a service
/// replies at once. The calls for that event are made after those for the current one. So every
/// observer sees the events in their order, and the depth of the stack does not grow with the length
/// of such a chain.
@MainActor
final class Mailbox {
  /// In a type of its own, since an array stores a bare closure in another form.
  private struct Calls { let make: () -> Void }

  // For `unchecked` see `Entity`.
  @exclusivity(unchecked) private var isOpen = false
  @exclusivity(unchecked) private var waiting: [Calls] = []

  /// Returns whether no calls are being made: the caller then makes its calls and calls ``drain()``,
  /// and otherwise adds them.
  func begin() -> Bool {
    defer { isOpen = true }
    return !isOpen
  }

  /// Adds calls after the ones that are being made.
  func add(_ calls: @escaping () -> Void) { waiting.append(Calls(make: calls)) }

  /// Makes the calls that were added since ``begin()``.
  func drain() {
    while !waiting.isEmpty { waiting.removeFirst().make() }
    isOpen = false
  }

  /// Makes calls synchronously, and then those that they cause.
  func run(_ calls: () -> Void) {
    let isOutermost = begin()
    calls()
    if isOutermost { drain() }
  }
}
