/// The configuration for all events: the hook for unhandled events, the observers, and the trace.
///
/// ```swift
/// EventRouting.onUnhandled = { report in logger.error("\(report)") }
/// EventRouting.observe { event, result in analytics.log(event.name.rawValue) }
/// EventRouting.trace = { trace in print(trace) }
/// ```
@MainActor
public enum EventRouting {
  /// Called once for each event that was not handled, or whose handler threw.
  ///
  /// An event is also reported if it was not delivered: its path was a cycle or too long, or it was
  /// sent too deep. An event whose handler threw is reported even if another responder handled it.
  /// By default nothing is called; debug builds then write a message about responders on the path
  /// that forgot to return their ``Responder/eventHandling``.
  ///
  /// It runs after the observers. An event sent from within it is not reported to it.
  public static var onUnhandled: (@MainActor (EventReport) -> Void)? {
    didSet { releaseAfterAccess(oldValue) }
  }

  /// Called with the path of each event, after its delivery has ended and before the observers.
  ///
  /// With `nil`, the default, nothing is recorded.
  public static var trace: (@MainActor (EventTrace) -> Void)? {
    didSet { releaseAfterAccess(oldValue) }
  }

  /// The maximum number of nested events, each sent from within a handler of the previous one.
  ///
  /// A deeper event is not delivered, which is an assertion in debug builds: the usual cause is a
  /// handler that sends the event that it handles. Below 1 counts as 1.
  public static var maximumDepth = 64

  /// The maximum number of responders on a path, the sender included; 300,000 by default.
  ///
  /// An event with a longer path is not delivered, and is reported as
  /// ``EventResult/Outcome/pathTooLong``. This ends the path of a `nextResponder` that returns a
  /// new object each time. A cycle is reported as a cycle if it has at most a third as many
  /// responders. Below 1 counts as 1.
  public static var maximumPathLength = 300_000

  /// Calls an observer with every event and its result.
  ///
  /// It is called once for each event, on the main actor, after the delivery of the event has
  /// ended, whether it was handled or not. Of two events, one sent from within a handler of the
  /// other, the inner one comes first. Observers are called in the order in which they were added,
  /// after those on the path. An observer that is added during a delivery is called from the next
  /// event on. One that is canceled during a delivery is not called again, not even for the event
  /// that is being delivered. It stays until it is canceled.
  @discardableResult
  public static func observe(
    _ observer: @escaping @MainActor (ResponderEvent, EventResult) -> Void
  ) -> EventObservation {
    let observer = EventObserver(observer)
    observerList.add(observer)
    return EventObservation(observer: observer)
  }

  static func cancel(_ observer: EventObserver) {
    guard !observer.isCanceled else { return }
    observer.cancel()
    observerList.noteCanceled()
  }

  static var observerList = EventObserverList()

  /// How many observers were visited to remove canceled ones; tests count this work.
  package static var sweptObserverCount: Int { observerList.sweptCount }

  /// The number of nested events that are being delivered.
  static var depth = 0
  /// Whether `onUnhandled` is running.
  static var isReporting = false
  /// Whether an event that was too deep is being reported.
  static var isRefusing = false
  /// The memory of the last path, reused for the next.
  static var spare = EventPath()
}
