/// The unresolved taps of one item: of the in-flight mutation, the queued intent, and the current
/// event.
struct PendingTaps<Value: Hashable & Sendable> {
  typealias Callback = @MainActor (Resolution<Value>) -> Void

  private struct Tap {
    let time: LogicalTime
    /// The token of the binding under which the tap was made.
    var token: LogicalTime
    let resolved: Callback?
  }

  private var taps: [Tap] = []

  /// Adds the tap of a component.
  mutating func add(_ time: LogicalTime, from token: LogicalTime, _ resolved: Callback?) {
    taps.append(Tap(time: time, token: token, resolved: resolved))
  }

  /// The token of the component on which a tap was made.
  func component(of tap: LogicalTime) -> LogicalTime? { taps.first { $0.time == tap }?.token }

  /// Assigns the taps of a binding to the one that replaces it.
  mutating func move(from former: LogicalTime, to token: LogicalTime) {
    for tap in taps.indices where taps[tap].token == former { taps[tap].token = token }
  }

  /// Removes a tap, and returns the callback that its resolution is reported to.
  mutating func remove(_ tap: LogicalTime) -> Callback? {
    guard let index = taps.firstIndex(where: { $0.time == tap }) else { return nil }
    return taps.remove(at: index).resolved
  }
}
