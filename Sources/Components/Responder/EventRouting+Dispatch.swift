extension EventRouting {
  /// Sends an event along the path that starts at its sender; it is made only if somebody hears it.
  static func dispatch(
    _ makeEvent: @autoclosure () -> ResponderEvent, from sender: any Responder
  ) -> EventResult {
    guard depth < max(1, maximumDepth) else { return refuse(makeEvent(), from: sender) }
    depth += 1
    defer { depth -= 1 }
    var path = EventPath()
    swap(&path, &spare)
    path.fill(from: sender)
    var result = EventResult(outcome: .unhandled, pathLength: path.nodes.count)
    if path.loop != nil {
      result.outcome = .cycle
      result.pathLength = path.distinct.count
    }
    if isWatched || !path.stations.isEmpty {
      deliver(makeEvent(), &result, along: path, from: sender)
    }
    path.empty()
    swap(&path, &spare)
    return result
  }

  /// Whether somebody is told of all events.
  private static var isWatched: Bool {
    trace != nil || onUnhandled != nil || !observers.isEmpty
  }

  /// Lets an event rise, unless its path is a cycle, and tells who watches what became of it.
  private static func deliver(
    _ event: ResponderEvent, _ result: inout EventResult, along path: EventPath,
    from sender: any Responder
  ) {
    var event = event
    if path.loop != nil {
      trace?(EventTrace(event, result, path.distinct))
    } else {
      var steps = trace.map { _ in EventTrace.steps(path.nodes) }
      rise(&event, &result, along: path, &steps)
      if let steps { trace?(EventTrace(event, result, steps)) }
      for station in path.stations { station.handling.observe(event, result) }
    }
    conclude(event, result, path.distinct, from: sender)
  }

  /// Asks one responder after the other, until one stops the event.
  private static func rise(
    _ event: inout ResponderEvent, _ result: inout EventResult, along path: EventPath,
    _ steps: inout [EventTrace.Step]?
  ) {
    for station in path.stations {
      let handling = station.handling
      if steps == nil {
        handling.decorate(&event.info, for: event.name)
      } else {
        let name = event.name
        steps?[station.index].writes = event.info.logged { handling.decorate(&$0, for: name) }
      }
      guard let handler = handling.handler(for: event.name) else {
        steps?[station.index].decision = handling.isDisabled(event.name) ? .disabled : .noEntry
        continue
      }
      do {
        let answer = try handler(event)
        steps?[station.index].decision = .answered(answer)
        guard answer != .pass else { continue }
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
            node: path.nodes[station.index], index: station.index, error: error))
      }
    }
  }

  /// Tells the observers of all events, and the hook where there is something wrong.
  private static func conclude(
    _ event: ResponderEvent, _ result: EventResult, _ path: ArraySlice<any Responder>,
    from sender: any Responder
  ) {
    for observer in observers { observer.tell(event, result) }
    guard let onUnhandled, !isReporting, !result.isHandled || !result.failures.isEmpty else {
      return
    }
    isReporting = true
    defer { isReporting = false }
    onUnhandled(EventReport(event, result, path, from: sender))
  }

  /// Does not deliver an event that was sent too deep.
  ///
  /// While it is told of, nobody is told of another: an observer that sends an event for each it
  /// hears of would never end.
  private static func refuse(_ event: ResponderEvent, from sender: any Responder) -> EventResult {
    let result = EventResult(outcome: .tooDeep, pathLength: 1)
    guard !isRefusing else { return result }
    assertionFailure(
      """
      "\(event.name)" was sent by a handler within a handler, \(maximumDepth) deep. \
      Does a handler send the event it handles?
      """)
    isRefusing = true
    defer { isRefusing = false }
    trace?(EventTrace(event, result, [sender]))
    conclude(event, result, [sender], from: sender)
    return result
  }
}
