/// What an app sets once for all events: who hears of those that nobody handled, who observes, and
/// the trace.
///
/// ```swift
/// EventRouting.onUnhandled = { report in logger.error("\(report)") }
/// EventRouting.observe { event, result in analytics.log(event.name.rawValue) }
/// EventRouting.trace = { trace in print(trace) }
/// ```
@MainActor
public enum EventRouting {
  /// Called once for each event that came to nothing, or whose handler threw.
  ///
  /// Those are the unhandled, the cycles and the too deep; one whose handler threw is reported even
  /// if another handled it. By default nothing is called.
  ///
  /// It runs after the observers. An event sent from within it is not reported to it.
  public static var onUnhandled: (@MainActor (EventReport) -> Void)?

  /// Called with the way of each event, after it has come to its end and before the observers.
  ///
  /// `nil`, the default, costs nothing: nothing is collected.
  public static var trace: (@MainActor (EventTrace) -> Void)?

  /// How many events may be under way at once, each sent from within a handler of the one before.
  ///
  /// One more is not delivered, which is an assertion in debug builds: hardly anything but a handler
  /// that sends the very event it handles gets there. Below 1 counts as 1.
  public static var maximumDepth = 64

  /// Calls an observer with every event, whoever handled it, and whether it was stopped.
  ///
  /// It is called after the event has come to its end, on the main actor, once; of two events, one
  /// sent from within a handler of the other, the inner one comes first. Observers are called in the
  /// order in which they were added, after those on the path. One that was added or cancelled
  /// while they are told counts from the next event on. It stays until it is cancelled.
  @discardableResult
  public static func observe(
    _ observer: @escaping @MainActor (ResponderEvent, EventResult) -> Void
  ) -> EventObservation {
    lastObservation += 1
    observers.append(Observer(id: lastObservation, tell: observer))
    return EventObservation(id: lastObservation)
  }

  static func removeObserver(_ id: Int) { observers.removeAll { $0.id == id } }

  static var observers: [Observer] = []
  private static var lastObservation = 0

  struct Observer {
    let id: Int
    let tell: @MainActor (ResponderEvent, EventResult) -> Void
  }

  /// How many events are under way.
  static var depth = 0
  /// Whether the hook is running.
  static var isReporting = false
  /// Whether an event that was too deep is being told of.
  static var isRefusing = false
  /// The memory of the last path, for the next.
  static var spare = EventPath()
}
