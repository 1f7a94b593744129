import Synchronization

/// Notifies all push connections when there are changes to send.
///
/// It is called after the change is on the disk. It does not report the change itself: each
/// connection reads the changes that its device lacks from the journal.
final class Bell: Sendable {
  private let state = Mutex(State())

  private struct State {
    var last = 0
    var listeners: [Int: @Sendable (Stroke) -> Void] = [:]
  }

  enum Stroke: Sendable {
    case changed
    case signedOut(String)
  }

  func ring(_ stroke: Stroke) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener(stroke) }
  }

  /// Calls back at each notification until ``forget(_:)`` is called with the number.
  func listen(_ listener: @escaping @Sendable (Stroke) -> Void) -> Int {
    state.withLock { state in
      state.last += 1
      state.listeners[state.last] = listener
      return state.last
    }
  }

  func forget(_ number: Int) { state.withLock { $0.listeners[number] = nil } }
}
