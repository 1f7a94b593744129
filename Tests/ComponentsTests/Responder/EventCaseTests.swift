import Components
import Testing

/// Faults that were reported in other projects.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct EventCaseTests {
  let notes = Notes()

  @Test("a cyclic path ends, and no handler runs")
  func aCycleIsReported() throws {
    let nodes = Node.chain("a", "b")
    nodes[1].nextResponder = nodes[0]
    nodes[1].table.on(.buy, notes.handler("b", .stop))
    let result = nodes[0].send(.buy)
    #expect(result.outcome == .cycle)
    #expect(result.pathLength == 2)
    #expect(result.reached == 0)
    #expect(!result.isHandled)
    #expect(notes.lines.isEmpty)
    #expect(nodes[0].handlers(for: .buy).isEmpty)
  }

  @Test("the chain ends at a released parent, and the last live node is named")
  func releasedParentEndsTheChain() throws {
    let cell = Node("cell")
    let section = Node("section")
    cell.nextResponder = section
    var page: Node? = Node("page")
    section.nextResponder = page
    page?.table.on(.buy, notes.handler("page", .stop))
    page = nil
    var reports: [EventReport] = []
    let result = with(\.onUnhandled, { reports.append($0) }) { cell.send(.buy) }
    #expect(result.outcome == .unhandled)
    #expect(result.pathLength == 2)
    #expect(reports.count == 1)
    #expect(reports.first?.lastNode === section)
    #expect(notes.lines.isEmpty)
  }

  @Test("an unhandled event: the result reports it, and the hook gets path and types")
  func nothingIsDroppedSilently() throws {
    let root = Node("root")
    defer { withExtendedLifetime(root) {} }
    let cell = PlainNode()
    cell.nextResponder = root
    root.table.on(.score, notes.handler("root", .stop))
    var report: EventReport?
    let result = with(\.onUnhandled, { report = $0 }) { cell.send("unheard", ["row": 3]) }
    #expect(result.outcome == .unhandled)
    #expect(result.reached == 2)
    #expect(report?.event.name == "unheard")
    #expect(report?.event[.row] == 3)
    #expect(report?.result.pathLength == 2)
    #expect(report?.responderTypes == ["PlainNode", "Node"])
    #expect(
      report?.description == """
        "unheard" from PlainNode was not handled.
        Its path: PlainNode → Node. Node has no next responder.
        """)
  }

  @Test("a handler's change of the chain affects the next event")
  func pathIsFixedBeforeTheFirstHandler() throws {
    let nodes = Node.chain("a", "b", "c")
    let other = Node("d")
    for node in nodes + [other] {
      node.table.on(.buy, notes.handler(node.label, .handledContinue))
    }
    nodes[0].table.replace(.buy) { [unowned a = nodes[0], unowned b = nodes[1]] _ in
      self.notes.lines.append("a")
      b.nextResponder = nil
      a.nextResponder = other
      return .handledContinue
    }
    nodes[0].send(.buy)
    #expect(notes.lines == ["a", "b", "c"])
    notes.lines = []
    nodes[0].send(.buy)
    #expect(notes.lines == ["a", "d"])
  }

  @Test("a responder released on the path still receives this event")
  func pathKeepsItsRespondersAlive() throws {
    let cell = Node("cell")
    var page: Node? = Node("page")
    cell.nextResponder = page
    cell.table.on(.buy) { _ in
      page = nil
      return .handledContinue
    }
    page?.table.on(.buy, notes.handler("page", .stop))
    #expect(cell.send(.buy).outcome == .stopped)
    #expect(notes.lines == ["page"])
    #expect(cell.nextResponder == nil)
    #expect(cell.send(.buy).outcome == .handled)
  }

  @Test("a disabled entry always ignores the event", arguments: Handling.allCases)
  func disabledEntryIsIgnored(_ answer: Handling) throws {
    let nodes = Node.chain("a", "b")
    nodes[0].table.on(.buy, notes.handler("a", answer))
    nodes[1].table.on(.buy, notes.handler("b", .stop))
    nodes[0].table.setEnabled(false, for: .buy)
    #expect(nodes[0].send(.buy).labels == ["b"])
    #expect(nodes[0].handlers(for: .buy).first === nodes[1])
    #expect(notes.lines == ["b"])
    nodes[0].table.setEnabled(true, for: .buy)
    nodes[0].send(.buy)
    #expect(notes.lines.dropFirst().first == "a")
  }

  @Test("one handles and continues, the next stops: two handled, stopped at 2")
  func handlerMayHandleAndContinue() throws {
    let nodes = Node.chain("a", "b", "c", "d")
    nodes[1].table.on(.buy, notes.handler("b", .handledContinue))
    nodes[2].table.on(.buy, notes.handler("c", .stop))
    nodes[3].table.on(.buy, notes.handler("d", .stop))
    let result = nodes[0].send(.buy)
    #expect(result.outcome == .stopped)
    #expect(result.handledBy.count == 2)
    #expect(result.labels == ["b", "c"])
    #expect(result.stopIndex == 2)
    #expect(result.reached == 3)
    #expect(result.pathLength == 4)
    #expect(notes.lines == ["b", "c"])
  }

  @Test("an event sent from a handler ends first, with its own information")
  func innerEventEndsFirst() throws {
    let nodes = Node.chain("a", "b")
    let side = Node("side")
    nodes[0].table.decorator = { info, _ in info[.sku] = (info[.sku] ?? "") + "a" }
    nodes[0].table.on(.buy) { [unowned a = nodes[0]] event in
      self.notes.lines.append("a \(event[.row] ?? -1)")
      guard event[.row] == 1 else { return .handledContinue }
      let inner = a.send(.buy, ["row": 2])
      self.notes.lines.append("inner \(inner.labels)")
      side.send(.buy)
      self.notes.lines.append("outer \(event.info)")
      return .handledContinue
    }
    nodes[1].table.on(.buy) { event in
      self.notes.lines.append("b \(event.info)")
      return .stop
    }
    let result = nodes[0].send(.buy, ["row": 1])
    #expect(result.labels == ["a", "b"])
    #expect(
      notes.lines == [
        "a 1", "a 2", "b [row: 2, sku: a]", #"inner ["a", "b"]"#, "outer [row: 1, sku: a]",
        "b [row: 1, sku: a]",
      ])
  }

  @Test("an observer at the root sees events that were stopped below")
  func observersSeeStoppedEvents() throws {
    let nodes = Node.chain("a", "b", "root")
    nodes[0].table.on(.buy, notes.handler("a", .stop))
    nodes[1].table.decorator = { info, _ in info[.row] = 9 }
    nodes[2].table.observer = { event, result in
      self.notes.lines.append("\(event.name) \(result.labels) \(event.info)")
    }
    nodes[0].send(.buy, ["row": 1])
    #expect(notes.lines == ["a", #"buy ["a"] [row: 1]"#])
  }

  @Test("a table that does not know the name ignores the event")
  func tableIgnoresUnknownNames() throws {
    let nodes = Node.chain("a", "b", "c")
    nodes[0].table.on(.score, notes.handler("a", .stop))
    nodes[1].handling = EventTable()
    nodes[2].table.on(.buy, notes.handler("c", .stop))
    #expect(nodes[0].send(.buy).labels == ["c"])
    #expect(try nodes[0].table.handle(ResponderEvent(.buy)) == .ignored)
  }

  @Test("a wrong payload is an error that names key and types, and the event continues")
  func aWrongPayloadIsAnError() throws {
    let nodes = Node.chain("a", "b")
    nodes[0].table.on(.buy) { event in
      _ = try event.value(for: .sku)
      return .stop
    }
    nodes[1].table.on(.buy, notes.handler("b", .stop))
    var reports: [String] = []
    let result = with(\.onUnhandled, { reports.append($0.description) }) {
      nodes[0].send(.buy, ["sku": 1])
    }
    let error = PayloadError.typeMismatch(key: "sku", expected: "String", actual: "Int")
    #expect(result.failures.map { $0.error as? PayloadError } == [error])
    #expect(result.failures.first?.responder === nodes[0])
    #expect(result.failures.first?.index == 0)
    #expect(result.labels == ["b"])
    #expect(reports.count == 1)
    #expect(reports.first?.contains("Node threw: \(error)") == true)
  }

  @Test("of two layers that write one key, the nearest to the root wins; both are traced")
  func layerNearestToTheRootWins() throws {
    let nodes = Node.chain("a", "b", "c")
    nodes[0].table.decorator = { info, _ in info[.row] = 1 }
    nodes[1].table.decorator = { info, _ in info[.row] = 2 }
    nodes[2].table.on(.buy) { event in
      self.notes.lines.append("\(event.info)")
      return .stop
    }
    var trace: EventTrace?
    with(\.trace, { trace = $0 }) { _ = nodes[0].send(.buy) }
    #expect(notes.lines == ["[row: 2]"])
    #expect(trace?.steps[0].writes.map(\.description) == ["adds row = 1"])
    #expect(trace?.steps[1].writes.map(\.description) == ["replaces row = 1 by 2"])
  }

  @Test("the trace shows the keys that an assignment of new information wrote")
  func traceShowsKeysWrittenByAnAssignment() {
    let nodes = Node.chain("a", "b")
    nodes[0].table.decorator = { info, _ in info = ["row": 1, "column": 2] }
    nodes[1].table.decorator = { info, _ in info = ["row": 3] }
    var trace: EventTrace?
    with(\.trace, { trace = $0 }) { _ = nodes[0].send(.buy) }
    #expect(
      trace?.steps.map { $0.writes.map(\.description) }
        == [["adds column = 2", "adds row = 1"], ["removes column = 2", "replaces row = 1 by 3"]])
  }

  @Test func keysWrittenByAnAssignmentAreInAlphabeticalOrder() {
    let node = Node("node")
    node.table.decorator = { info, _ in
      info = ["c": 1, "f": 1, "a": 1, "e": 1, "b": 1, "d": 1, "h": 1, "g": 1]
    }
    var trace: EventTrace?
    with(\.trace, { trace = $0 }) { _ = node.send(.buy) }
    #expect(trace?.steps[0].writes.map(\.key) == ["a", "b", "c", "d", "e", "f", "g", "h"])
  }

  @Test func assignmentOfAnotherTypeIsTraced() {
    let node = Node("node")
    node.table.decorator = { info, _ in info = ["row": "1", "column": 2] }
    var trace: EventTrace?
    with(\.trace, { trace = $0 }) { _ = node.send(.buy, ["row": 1, "column": 2]) }
    #expect(trace?.steps[0].writes.map(\.description) == ["replaces row = 1 by 1"])
  }

  @Test("a write only if absent keeps the first value; both are traced")
  func writeIfAbsentKeepsTheFirstValue() throws {
    let nodes = Node.chain("a", "b", "c")
    nodes[0].table.decorator = { info, _ in info.set(1, for: .row, .ifAbsent) }
    nodes[1].table.decorator = { info, _ in info.set(2, for: .row, .ifAbsent) }
    nodes[2].table.on(.buy) { event in
      self.notes.lines.append("\(event.info)")
      return .stop
    }
    var trace: EventTrace?
    with(\.trace, { trace = $0 }) { _ = nodes[0].send(.buy) }
    #expect(notes.lines == ["[row: 1]"])
    #expect(trace?.steps[0].writes.map(\.description) == ["adds row = 1"])
    #expect(trace?.steps[1].writes.map(\.description) == ["keeps row = 1, not 2"])
  }

  @Test("a sheet's events reach the list behind it only where the sheet declares it")
  func sheetEventsContinueOnlyWhereDeclared() throws {
    let list = Node("list")
    let sheet = Node("sheet")
    let button = Node("button", next: sheet)
    button.keeps = [sheet, list]
    list.table.on(.buy, notes.handler("list", .stop))
    #expect(button.send(.buy).outcome == .unhandled)
    sheet.nextResponder = list
    #expect(button.send(.buy).labels == ["list"])
  }

  @Test("an event starts at its sender, regardless of earlier senders")
  func eventsStartAtTheSender() throws {
    let page = Node("page")
    let cells = [Node("first", next: page), Node("second", next: page)]
    for cell in cells { cell.table.on(.buy, notes.handler(cell.label, .ignored)) }
    page.table.on(.buy) { event in
      self.notes.lines.append("page, from \((event.sender as? Node)?.label ?? "no sender")")
      return .stop
    }
    cells[0].send(.buy)
    cells[1].send(.buy)
    page.send(.buy)
    #expect(
      notes.lines == [
        "first", "page, from first", "second", "page, from second", "page, from page",
      ])
  }
}
