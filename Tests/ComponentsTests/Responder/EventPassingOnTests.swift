import Components
import Testing

/// A layer passes an event on under another name or with more values.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct EventPassingOnTests {
  private let nodes = Node.chain("cell", "section", "page")
  private let notes = Notes()

  private struct Bought: TypedEvent {
    static let name: EventName = "bought"
    var sku: String
    var info: EventInfo { ["sku": sku] }
  }

  @Test func newEventRisesFromTheNextResponder() {
    nodes[1].table.on(.buy) { event in
      let result = event.passOn(as: "order", adding: ["sku": "red", "row": 2])
      return result.isHandled ? .stop : .ignored
    }
    nodes[1].table.on("order") { _ in
      Issue.record("The event was passed on by this responder.")
      return .stop
    }
    nodes[2].table.on("order") { [notes] event in
      notes.note("\(event.name) \(event.info)", event.sender, event.currentTarget)
      return .stop
    }
    let result = nodes[0].send(.buy, ["row": 1, "page": 3])
    #expect(notes.lines == ["order [page: 3, row: 2, sku: red]: from cell at page"])
    #expect(result.outcome == .stopped)
    #expect(result.handledBy.map { ($0 as? Node)?.label } == ["section"])
  }

  @Test func sameNameMayBePassedOnWithMoreValues() {
    nodes[0].table.on(.buy) { event in
      event.passOn(as: .buy, adding: ["sku": "red"])
      return .stop
    }
    nodes[2].table.on(.buy) { [notes] event in
      notes.note("\(event.info)", event.sender, event.currentTarget)
      return .stop
    }
    nodes[0].send(.buy)
    #expect(notes.lines == ["[sku: red]: from cell at page"])
  }

  @Test func traceOfAnEventThatWasPassedOnNamesItsSender() {
    let button = LikeButton()
    button.nextResponder = nodes[0]
    nodes[0].table.on("tapped") { event in
      event.passOn(as: "order")
      return .stop
    }
    nodes[1].table.on("order") { _ in .stop }
    var traces: [String] = []
    with(\.trace, { traces.append("\($0)") }) { _ = button.send("tapped") }
    #expect(traces.map { $0.prefix(22) } == ["order, from LikeButton", "tapped, from LikeButto"])
  }

  @Test func reportOfAnEventThatWasPassedOnNamesItsSender() {
    let button = LikeButton()
    button.nextResponder = nodes[1]
    nodes[1].table.on(.buy) { event in
      event.passOn(as: "order")
      return .stop
    }
    var reports: [String] = []
    with(\.onUnhandled, { reports.append("\($0)") }) { _ = button.send(.buy) }
    #expect(reports.first?.hasPrefix("\"order\" from LikeButton") == true)
  }

  @Test func eventIsPassedOnAsATypedEvent() throws {
    nodes[1].table.on(.buy) { event in
      event.passOn(as: Bought(sku: "red"))
      return .stop
    }
    nodes[2].table.on(Bought.self) { [notes] bought, event in
      notes.note("\(bought.sku) \(event.info)", event.sender, event.currentTarget)
      return .stop
    }
    nodes[0].send(.buy, ["row": 1, "sku": "blue"])
    #expect(notes.lines == ["red [row: 1, sku: red]: from cell at page"])
  }

  @Test func passingOnFromTheRootIsReported() {
    nodes[2].table.on(.buy) { event in
      #expect(event.passOn(as: "order").outcome == .unhandled)
      return .stop
    }
    var reports: [String] = []
    with(\.onUnhandled, { reports.append("\($0)") }) { _ = nodes[0].send(.buy) }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("\"order\"") == true)
    #expect(ResponderEvent(.buy).passOn(as: "order").outcome == .unhandled)
  }

  @Test func passingOnAnEventWithoutASenderIsReported() {
    let event = ResponderEvent(.buy, currentTarget: nodes[2])
    var reports: [String] = []
    with(\.onUnhandled, { reports.append("\($0)") }) { _ = event.passOn(as: "order") }
    #expect(reports.count == 1)
    #expect(reports.first?.hasPrefix("\"order\" from Node was not handled.") == true)
  }

  @Test func passingOnFromTheRootIsTraced() {
    nodes[2].table.on(.buy) { event in
      event.passOn(as: "order")
      return .stop
    }
    var traces: [EventTrace] = []
    with(\.trace, { traces.append($0) }) { _ = nodes[0].send(.buy) }
    #expect(traces.map(\.name) == ["order", .buy])
    #expect(traces.first?.outcome == .unhandled)
    #expect(traces.first?.steps.map(\.responder) == ["Node"])
    #expect(traces.first?.steps.map(\.decision) == [.notReached])
  }

  @Test func observerAddedByTheTraceOfAPassedEventWaitsForTheNextEvent() {
    nodes[2].table.on(.buy) { event in
      event.passOn(as: "order")
      return .stop
    }
    var seen: [EventName] = []
    var added: EventObservation?
    with(
      \.trace,
      { trace in
        if added == nil { added = EventRouting.observe { event, _ in seen.append(event.name) } }
      }
    ) { _ = nodes[0].send(.buy) }
    #expect(seen == [])
    nodes[0].send(.buy)
    added?.cancel()
    #expect(seen == ["order", .buy])
  }

  @Test func passingOnWithoutACurrentTargetIsReported() {
    let observation = EventRouting.observe { event, _ in
      if event.name == .buy { event.passOn(as: "order") }
    }
    defer { observation.cancel() }
    nodes[0].table.on(.buy) { _ in .stop }
    var reports: [EventReport] = []
    with(\.onUnhandled, { reports.append($0) }) { _ = nodes[0].send(.buy) }
    #expect(reports.map(\.responderTypes) == [[]])
    #expect(reports.first?.lastNode === nodes[0])
    #expect(
      reports.first?.description == """
        "order" from Node was not handled.
        It was passed on without a current target; pass it on in a handler.
        """)
  }
}
