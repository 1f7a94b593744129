extension EventRouting {
  /// Sends an event along the path that starts at its sender.
  ///
  /// The event is created only if a responder on its path handles events, if all events are
  /// observed, or if a debug message is needed.
  static func dispatch(
    _ name: EventName, _ makeEvent: @autoclosure () -> ResponderEvent, from sender: any Responder,
    _ origin: EventNesting.Origin = .sent
  ) -> EventResult {
    guard !nesting.isTooDeep(for: origin) else { return refuse(makeEvent(), from: sender, origin) }
    nesting.begin(origin)
    defer { nesting.end(origin) }
    // Observers that are added meanwhile are called from the next event on. Canceled observers have
    // no closure.
    let observers = observerList.observers
    var path = EventPath()
    swap(&path, &spare)
    path.fill(from: sender)
    var result = EventResult(outcome: .unhandled, pathLength: path.nodes.count)
    if path.loop != nil {
      result.outcome = .cycle
      result.pathLength = path.reported.count
    } else if path.isTooLong {
      result.outcome = .pathTooLong
    }
    if isObserved || !path.stations.isEmpty || isLostByMistake(name, path) {
      deliver(makeEvent(), &result, along: path, from: sender, observers)
    }
    path.empty()
    swap(&path, &spare)
    return result
  }

  /// Sends an event along the path that starts at the next responder of the one that passes it on.
  static func passOn(_ event: ResponderEvent, from target: (any Responder)?) -> EventResult {
    if let next = target?.nextResponder {
      return dispatch(event.name, event, from: next, .passedOn)
    }
    let result = EventResult(outcome: .unhandled, pathLength: 0)
    guard let sender = target ?? event.sender else { return result }
    // It does not rise, so it counts as sent.
    guard !nesting.isTooDeep(for: .sent) else { return refuse(event, from: sender, .sent) }
    nesting.begin(.sent)
    defer { nesting.end(.sent) }
    let path = target.map { [$0] } ?? []
    let observers = observerList.observers
    trace?(EventTrace(event, result, path[...]))
    conclude(event, result, path[...], from: sender, observers)
    return result
  }

  /// Whether all events are observed.
  private static var isObserved: Bool {
    trace != nil || onUnhandled != nil || !observerList.isEmpty
  }

  /// Whether debug builds write a message about an event that no responder on its path can handle.
  private static func isLostByMistake(_ name: EventName, _ path: EventPath) -> Bool {
    #if DEBUG
      path.isDeliverable
        && !EventMistakes(of: name, on: path.nodes[...], isSilent: path.stations.isEmpty).isEmpty
    #else
      false
    #endif
  }

  /// Delivers an event if its path ends at a root, and notifies the observers of its result.
  private static func deliver(
    _ event: ResponderEvent, _ result: inout EventResult, along path: EventPath,
    from sender: any Responder, _ observers: [EventObserver]
  ) {
    var event = event
    if path.isDeliverable {
      var steps = trace.map { _ in EventTrace.steps(path.nodes) }
      rise(&event, &result, along: path, &steps)
      if let steps { trace?(EventTrace(event, result, steps)) }
      for station in path.stations {
        event.context.currentTarget = path.nodes[station.index]
        station.handling.observe(event, result)
      }
      event.context.currentTarget = nil
    } else {
      trace?(EventTrace(event, result, path.reported))
    }
    conclude(
      event, result, path.reported, from: sender, observers, isSilent: path.stations.isEmpty)
  }

  /// Runs the handlers along the path, the sender's first, until a handler stops the event.
  private static func rise(
    _ event: inout ResponderEvent, _ result: inout EventResult, along path: EventPath,
    _ steps: inout [EventTrace.Step]?
  ) {
    for station in path.stations {
      let handling = station.handling
      event.context.currentTarget = path.nodes[station.index]
      if steps == nil {
        handling.decorate(&event.info, for: event.context)
      } else {
        let context = event.context
        steps?[station.index].writes = event.info.logged { handling.decorate(&$0, for: context) }
      }
      guard let handler = handling.handler(for: event.name) else {
        let isDisabled = steps != nil && handling.hasDisabledHandler(for: event.name)
        steps?[station.index].decision = isDisabled ? .disabled : .noEntry
        continue
      }
      do {
        let answer = try handler(event)
        steps?[station.index].decision = .answered(answer)
        guard answer != .ignored else { continue }
        result.handledBy.append(path.nodes[station.index])
        result.outcome = .handled
        guard answer == .stop else { continue }
        result.outcome = .stopped
        result.stopIndex = station.index
        return
      } catch {
        steps?[station.index].decision = .threw("\(error)")
        result.failures.append(
          EventResult.Failure(
            responder: path.nodes[station.index], index: station.index, error: error))
      }
    }
  }

  /// Notifies the observers of all events, and `onUnhandled` if the event was not handled or a
  /// handler threw.
  private static func conclude(
    _ event: ResponderEvent, _ result: EventResult, _ path: ArraySlice<any Responder>,
    from sender: any Responder, _ observers: [EventObserver], isSilent: Bool = false
  ) {
    for observer in observers { observer.notify?(event, result) }
    guard !isReporting, !result.isHandled || !result.failures.isEmpty else { return }
    isReporting = true
    defer { isReporting = false }
    if let onUnhandled {
      onUnhandled(EventReport(event, result, path, from: sender, isSilent: isSilent))
    } else {
      #if DEBUG
        let report = EventReport(event, result, path, from: sender, isSilent: isSilent)
        if !report.mistakes.isEmpty { debugMessage("\(report)", about: report.mistakes.lines) }
      #endif
    }
  }

  /// Refuses and reports an event that was sent too deep.
  ///
  /// No other such event is reported meanwhile. Otherwise, an observer that sends an event for each
  /// event that it observes would never return.
  private static func refuse(
    _ event: ResponderEvent, from sender: any Responder, _ origin: EventNesting.Origin
  ) -> EventResult {
    let result = EventResult(outcome: .tooDeep, pathLength: 1)
    guard !isRefusing else { return result }
    assertionFailure(
      """
      "\(event.name)" was not delivered: it was \(nesting.words(for: origin)) nested handlers. \
      Does a handler send the event that it handles?
      """)
    isRefusing = true
    defer { isRefusing = false }
    let observers = observerList.observers
    trace?(EventTrace(event, result, [sender]))
    conclude(event, result, [sender], from: sender, observers)
    return result
  }
}
