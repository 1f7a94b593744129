/// The delay for which a busy server asked all requests of a session, or of a shared lane, to wait.
package struct BusyPause: Hashable, Sendable {
  /// The end of the last delay, in the time of the session's clock; `nil` if there was none.
  private var end: Duration?

  /// Creates a pause that is over.
  package init() {}

  /// Records that the server asked for a delay; a longer earlier delay stays.
  package mutating func extend(by delay: Duration, at now: Duration) {
    let next = now + delay
    end = max(end ?? next, next)
  }

  /// The rest of the delay; `nil` if requests may be sent.
  package func remaining(at now: @autoclosure () -> Duration) -> Duration? {
    guard let end else { return nil }
    let remaining = end - now()
    return remaining > .zero ? remaining : nil
  }
}
