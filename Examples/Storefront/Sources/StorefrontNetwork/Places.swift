import Synchronization

/// A limited number of places, such as connections.
package final class Places: Sendable {
  private let free: Mutex<Int>

  package init(_ count: Int) { free = Mutex(count) }

  /// Takes a place, if one is free.
  package func enter() -> Bool {
    free.withLock { free in
      guard free > 0 else { return false }
      free -= 1
      return true
    }
  }

  package func leave() { free.withLock { $0 += 1 } }
}
