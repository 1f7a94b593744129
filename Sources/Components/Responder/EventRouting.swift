/// The configuration for all events: the closure for unhandled events, the observers, and the
/// trace.
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
  /// An event that was not delivered is reported too: its path was a cycle or too long, or it was
  /// sent too deep. An event whose handler threw is reported even if another responder handled it.
  ///
  /// The closure runs after the observers. An event that is sent while the closure runs is not
  /// reported. If the closure is `nil`, the default, debug builds write the reports that name a
  /// likely mistake in the app to the standard error stream.
  public static var onUnhandled: (@MainActor (EventReport) -> Void)? {
    didSet { releaseAfterAccess(oldValue) }
  }

  /// Called once for each event with its trace, when all handlers have run and before any observer.
  ///
  /// If the closure is `nil`, the default, no trace is recorded.
  public static var trace: (@MainActor (EventTrace) -> Void)? {
    didSet { releaseAfterAccess(oldValue) }
  }

  /// The maximum number of nested events, each sent during the delivery of the previous one; 64 by
  /// default.
  ///
  /// A deeper event is not delivered. Debug builds stop with an assertion failure, since the usual
  /// cause is a handler that sends the event that it handles. Below 1 counts as 1.
  ///
  /// Events that are passed on to the next responder are counted separately, up to twice this
  /// number: each layer of a screen may pass an event on.
  public static var maximumDepth = 64

  /// The maximum number of responders on a path, the sender included; 300,000 by default.
  ///
  /// An event with a longer path is not delivered, and its outcome is
  /// ``EventResult/Outcome/pathTooLong``. The limit ends the path of a `nextResponder` that returns
  /// a new object each time. A cycle of more than a third of this number of responders may be
  /// reported as too long a path. Below 1 counts as 1.
  public static var maximumPathLength = 300_000

  /// Adds an observer of all events and their results.
  ///
  /// The observer is called on the main actor, once for each event, after the delivery of the event
  /// has ended, whether the event was handled or not. Observers are called in the order in which
  /// they were added, after the observers on the path. If a handler sends another event, that event
  /// is observed first.
  ///
  /// An observer that is added during a delivery is first called for the next event.
  /// An observer that is canceled is not called again, not even for the event that is being
  /// delivered.
  ///
  /// - Parameter observer: Called with each event and its result, until it is canceled.
  /// - Returns: A token that cancels the observer.
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

  /// The number of observers visited to remove canceled ones; tests check this cost.
  package static var sweptObserverCount: Int { observerList.sweptCount }

  /// The number of tables that no event has reached so far; tests check this cost.
  package static var unreachedTableCount: Int { UnreachedTables.shared.count }

  /// The events that are being delivered.
  static var nesting = EventNesting()
  /// Whether `onUnhandled` is running.
  static var isReporting = false
  /// Whether an event that was sent too deep is being reported.
  static var isRefusing = false
  /// The memory of the last path, which the next path reuses.
  static var spare = EventPath()
}
