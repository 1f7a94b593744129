/// The delay for which a busy server asked all requests of a session, or of a shared lane, to wait.
@MainActor
final class BusyPause {
  /// The end of the longest delay, in the time of the session's clock.
  private var until: Duration?
  private var wake: Task<Void, Never>?

  /// Whether requests have to wait; the time is read only if a server ever asked.
  func isOn(at now: @autoclosure () -> Duration) -> Bool { until.map { $0 > now() } ?? false }

  /// Begins or prolongs the delay, and performs an action at its end; a longer delay stays.
  func extend(
    by delay: Duration, _ context: SessionContext, then action: @escaping @MainActor () -> Void
  ) {
    let end = context.time + delay
    guard delay > .zero, end > until ?? .zero else { return }
    until = end
    wake?.cancel()
    wake = context.alarms.after(delay, action)
  }

  /// Cancels the action, since the session ends.
  func end() { wake?.cancel() }
}
