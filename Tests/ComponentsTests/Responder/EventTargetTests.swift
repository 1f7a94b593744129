import Components
import Testing

/// Every closure gets the sender of an event and the responder at which it runs.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct EventTargetTests {
  private let nodes = Node.chain("cell", "section", "page")
  private let notes = Notes()

  @Test func everyCallbackGetsTheCurrentTarget() throws {
    for node in nodes {
      node.table.decorator = { [notes] _, context in
        notes.note("decorate \(context.name)", context.sender, context.currentTarget)
      }
      node.table.observer = { [notes] event, _ in
        notes.note("observe", event.sender, event.currentTarget)
      }
    }
    for node in nodes.dropFirst() {
      node.table.on(.buy) { [notes] event in
        notes.note("handle", event.sender, event.currentTarget)
        return .handledContinue
      }
    }
    nodes[0].send(.buy)
    #expect(
      notes.lines == [
        "decorate buy: from cell at cell",
        "decorate buy: from cell at section", "handle: from cell at section",
        "decorate buy: from cell at page", "handle: from cell at page",
        "observe: from cell at cell", "observe: from cell at section", "observe: from cell at page",
      ])
  }

  @Test func observersOfAllEventsHaveNoCurrentTarget() {
    nodes[2].handling = EventTable()
    let observation = EventRouting.observe { [notes] event, _ in
      notes.note("observe", event.sender, event.currentTarget)
    }
    defer { observation.cancel() }
    with(
      \.onUnhandled, { [notes] in notes.note("report", $0.event.sender, $0.event.currentTarget) }
    ) { _ = nodes[0].send(.buy) }
    #expect(notes.lines == ["observe: from cell at nil", "report: from cell at nil"])
  }

  @Test func tracedEventsHaveTheSameTargets() throws {
    nodes[1].table.decorator = { [notes] _, context in
      notes.note("decorate", context.sender, context.currentTarget)
    }
    with(\.trace, { _ in }) { _ = nodes[0].send(.buy) }
    #expect(notes.lines == ["decorate: from cell at section"])
  }

  @Test("a proxy shared by two responders gets the one for which it runs")
  func sharedProxyGetsItsCurrentResponder() throws {
    let table = EventTable()
    nodes[1].handling = table
    nodes[2].handling = table
    table.on(.buy) { [notes] event in
      notes.note("handle", event.sender, event.currentTarget)
      return .handledContinue
    }
    nodes[0].send(.buy)
    #expect(notes.lines == ["handle: from cell at section", "handle: from cell at page"])
  }

  @Test func anInnerEventLeavesTheOuterTarget() throws {
    let other = Node("other")
    other.table.on(.score) { _ in .stop }
    nodes[1].table.on(.buy) { [notes] event in
      other.send(.score)
      notes.note("handle", event.sender, event.currentTarget)
      return .handledContinue
    }
    nodes[0].send(.buy)
    #expect(notes.lines == ["handle: from cell at section"])
  }

  @Test func handMadeEventKeepsItsTarget() throws {
    let table = EventTable()
    table.on(.buy) { [notes] event in
      notes.note("handle", event.sender, event.currentTarget)
      return .stop
    }
    table.decorator = { [notes] _, context in
      notes.note("decorate", context.sender, context.currentTarget)
    }
    try table.handle(ResponderEvent(.buy))
    try table.handle(ResponderEvent(.buy, sender: nodes[0], currentTarget: nodes[2]))
    var info = EventInfo()
    table.decorate(&info, for: EventContext(.buy, sender: nodes[1]))
    #expect(
      notes.lines == [
        "decorate: from nil at nil", "handle: from nil at nil",
        "decorate: from cell at page", "handle: from cell at page",
        "decorate: from section at nil",
      ])
  }

  @Test func resultKeepsNoTargetAlive() throws {
    weak var gone: Node?
    let cell = Node("cell")
    var result: EventResult?
    do {
      let page = Node("page")
      gone = page
      cell.nextResponder = page
      page.table.observer = { _, _ in }
      result = cell.send(.buy)
      withExtendedLifetime(page) {}
    }
    #expect(gone == nil)
    #expect(result?.outcome == .unhandled)
  }
}

extension Notes {
  /// Notes a call, with the sender and the current target that it got.
  func note(
    _ what: String, _ sender: (any Responder)?, _ target: (any Responder)?
  ) {
    let names = [sender, target].map { ($0 as? Node)?.label ?? "nil" }
    lines.append("\(what): from \(names[0]) at \(names[1])")
  }
}
