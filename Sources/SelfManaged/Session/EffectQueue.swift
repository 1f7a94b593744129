/// Runs the effects of events one after another.
///
/// An effect can cause the next event before it returns: a service replies at once, or a tap is
/// made when another is resolved. The effects of that event wait until the earlier effects have
/// run, so the depth of the stack does not grow with the length of such a chain.
@MainActor
final class EffectQueue {
  private(set) var isRunning = false
  @exclusivity(unchecked) private var waiting: [() -> Void] = []  // See `Entity`.

  /// Runs effects, and then the effects that were added meanwhile; call it only while none are
  /// running.
  func run(_ effects: () -> Void) {
    isRunning = true
    effects()
    while !waiting.isEmpty {
      let next = waiting
      waiting = []
      for effects in next { effects() }
    }
    isRunning = false
  }

  /// Adds effects after the running ones.
  func add(_ effects: @escaping () -> Void) { waiting.append(effects) }
}
