import Components
import Testing

/// The hook, the observers and the trace of all events.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct EventRoutingTests {
  private let notes = Notes()

  @Test func hookIsNotCalledForHandledEvents() throws {
    let node = Node("node")
    node.table.on(.buy) { _ in .handledContinue }
    node.table.on(.score) { _ in .ignored }
    var names: [EventName] = []
    with(\.onUnhandled, { names.append($0.event.name) }) {
      _ = node.send(.buy)
      _ = node.send(.score)
    }
    #expect(names == [.score])
  }

  @Test func hookNamesEachResponderOfACycleOnce() {
    let nodes = Node.chain("a", "b", "c")
    nodes[2].nextResponder = nodes[1]
    var text = ""
    with(\.onUnhandled, { text = $0.description }) { _ = nodes[0].send(.buy) }
    #expect(
      text == """
        "buy" from Node was not delivered: its path is a cycle.
        Its path: Node → Node → Node. The next responder of Node is already on it.
        """)
  }

  @Test func hookIgnoresEventsItSends() {
    let node = Node("node")
    var count = 0
    with(
      \.onUnhandled,
      { _ in
        count += 1
        node.send(.score)
      }
    ) {
      _ = node.send(.buy)
      _ = node.send(.buy)
    }
    #expect(count == 2)
  }

  @Test func missingHookIsHarmless() {
    #expect(EventRouting.onUnhandled == nil)
    #expect(EventRouting.trace == nil)
    #expect(Node("node").send(.buy).outcome == .unhandled)
  }

  @Test func observersSeeEveryEventUntilCanceled() throws {
    let nodes = Node.chain("a", "b")
    nodes[0].table.on(.buy) { _ in .stop }
    let loop = Node("loop")
    loop.nextResponder = loop
    var heard: [EventResult.Outcome] = []
    let observation = EventRouting.observe { _, result in heard.append(result.outcome) }
    nodes[0].send(.buy)
    nodes[1].send(.buy)
    loop.send(.buy)
    observation.cancel()
    observation.cancel()
    nodes[0].send(.buy)
    #expect(heard == [.stopped, .unhandled, .cycle])
  }

  @Test func observersStayWithoutTheirToken() {
    let node = Node("node")
    var count = 0
    var observations: [EventObservation] = []
    do { observations.append(EventRouting.observe { _, _ in count += 1 }) }
    node.send(.buy)
    #expect(count == 1)
    for observation in observations { observation.cancel() }
    node.send(.buy)
    #expect(count == 1)
  }

  @Test("observers on the path come first, from sender to root; then the others, in order")
  func observersAreNotifiedInOrder() throws {
    let nodes = Node.chain("a", "b", "c")
    for node in nodes {
      node.table.observer = { [label = node.label] _, _ in self.notes.lines.append(label) }
    }
    nodes[0].table.on(.buy, notes.handler("handler", .stop))
    let first = EventRouting.observe { _, _ in self.notes.lines.append("first") }
    let second = EventRouting.observe { _, _ in self.notes.lines.append("second") }
    with(
      \.trace, { _ in self.notes.lines.append("trace") }
    ) { _ = nodes[0].send(.buy) }
    first.cancel()
    second.cancel()
    #expect(notes.lines == ["handler", "trace", "a", "b", "c", "first", "second"])
  }

  @Test func hookIsCalledAfterTheObservers() {
    let observation = EventRouting.observe { _, _ in self.notes.lines.append("observer") }
    defer { observation.cancel() }
    with(\.onUnhandled, { _ in self.notes.lines.append("hook") }) {
      _ = Node("node").send(.buy)
    }
    #expect(notes.lines == ["observer", "hook"])
  }

  @Test func innerEventIsObservedFirst() throws {
    let node = Node("node")
    node.table.on(.buy) { [unowned node] _ in
      node.send(.score)
      return .stop
    }
    let observation = EventRouting.observe { event, _ in
      self.notes.lines.append("\(event.name)")
    }
    defer { observation.cancel() }
    node.send(.buy)
    #expect(notes.lines == ["score", "buy"])
  }

  @Test func traceShowsEachDecisionAndDecoration() throws {
    struct Refused: Error {}
    let plain = PlainNode()
    let nodes = Node.chain("a", "b", "c", "d", "e", "f", "g")
    plain.nextResponder = nodes[0]
    defer { withExtendedLifetime(nodes) {} }
    nodes[0].handling = EventTable()
    nodes[0].table.decorator = { info, _ in
      info[.row] = 3
      info[.sku] = nil
      info.set("blue", for: .sku)
      info.set("green", for: .sku, .ifAbsent)
    }
    nodes[1].table.on(.buy) { _ in .stop }
    nodes[1].table.setEnabled(false, for: .buy)
    nodes[2].table.on(.buy) { _ in .ignored }
    nodes[3].table.on(.buy) { _ in .handledContinue }
    nodes[4].table.on(.buy) { _ in throw Refused() }
    nodes[5].table.on(.buy) { _ in .stop }
    var traces: [EventTrace] = []
    with(\.trace, { traces.append($0) }) { _ = plain.send(.buy, ["sku": "red"]) }
    #expect(traces.count == 1)
    #expect(
      traces.first?.description == """
        buy, from PlainNode: stopped
          0  PlainNode  handles no events
          1  Node       no entry; adds row = 3; removes sku = red; adds sku = blue; \
        keeps sku = blue, not green
          2  Node       disabled
          3  Node       ignores
          4  Node       handles, continues
          5  Node       throws: Refused()
          6  Node       stops
          7  Node       not reached
        """)
  }

  @Test func cyclesAreTraced() {
    let node = Node("loop")
    node.nextResponder = node
    var trace: EventTrace?
    with(\.trace, { trace = $0 }) { _ = node.send(.buy) }
    #expect(trace?.outcome == .cycle)
    #expect(trace?.steps.map(\.decision) == [.notReached])
  }

  @Test func tracingKeepsTheOutcome() throws {
    let nodes = Node.chain("a", "b")
    nodes[0].table.decorator = { info, _ in info[.row] = 3 }
    nodes[1].table.on(.buy) { event in
      self.notes.lines.append("\(event.info)")
      return .stop
    }
    let result = with(\.trace, { _ in }) { nodes[0].send(.buy) }
    #expect(result.labels == ["b"])
    nodes[0].send(.buy)
    #expect(notes.lines == ["[row: 3]", "[row: 3]"])
  }
}
