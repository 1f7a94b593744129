/// Runs the effects of events one after the other.
///
/// An effect can cause the next event before it returns: a service that replies at once, a tap made when
/// another is resolved. The effects of that event wait until those before it have run, so that the depth
/// of the stack does not grow with the length of such a chain.
@MainActor
final class EffectQueue {
  private(set) var isRunning = false
  private var waiting: [() -> Void] = []

  /// Runs effects, and then those that were added meanwhile; only while none are running.
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

  /// Adds effects behind those that are running.
  func add(_ effects: @escaping () -> Void) { waiting.append(effects) }
}
