import Components
import Testing

private struct BuyTapped: TypedEvent {
  static let name = EventName.buy
  var sku: String
  var info: EventInfo { ["sku": sku] }
}

private struct OtherBuy: TypedEvent {
  static let name = EventName.buy
}

@MainActor private var timesAsked = 0

private struct Counted: TypedEvent {
  static let name = EventName("counted")
  var info: EventInfo {
    MainActor.assumeIsolated { timesAsked += 1 }
    return ["sku": "red"]
  }
}

/// Typed events, in the same tables.
@MainActor
struct TypedEventTests {
  private let nodes = Node.chain("cell", "page")
  private let notes = Notes()

  @Test func aTypedHandlerGetsTheEvent() throws {
    nodes[1].table.on(BuyTapped.self) { [notes, unowned cell = nodes[0]] buy, event in
      notes.lines.append("\(buy.sku) \(event.info) \(event.sender === cell)")
      return .stop
    }
    #expect(nodes[0].send(BuyTapped(sku: "red")).labels == ["page"])
    #expect(notes.lines == ["red [sku: red] true"])
  }

  @Test func payloadIsComputedOnceForAllListeners() throws {
    let alone = Node()
    timesAsked = 0
    alone.send(Counted())
    #expect(timesAsked == 0, "there are no listeners")
    let observations = (1...2).map { _ in
      EventRouting.observe { [notes] event, _ in notes.lines.append("\(event.info)") }
    }
    alone.send(Counted())
    #expect(timesAsked == 1)
    nodes[0].table.on(Counted.name) { [notes] event in
      notes.lines.append("\(event.info)")
      return .handledContinue
    }
    nodes[0].send(Counted())
    #expect(timesAsked == 2)
    #expect(notes.lines == Array(repeating: "[sku: red]", count: 5))
    for observation in observations { observation.cancel() }
  }

  @Test func handlerByNameGetsATypedEvent() throws {
    nodes[1].table.on(.buy) { [notes] event in
      notes.lines.append(try event.value(for: .sku))
      return .stop
    }
    nodes[0].send(BuyTapped(sku: "red"))
    #expect(notes.lines == ["red"])
  }

  @Test func typedHandlerRejectsAnEventSentByName() throws {
    nodes[0].table.on(BuyTapped.self) { _, _ in .stop }
    let result = nodes[0].send(.buy, ["sku": "red"])
    let error = PayloadError.untyped(name: "buy", expected: "BuyTapped")
    #expect(result.outcome == .unhandled)
    #expect(result.failures.map { $0.error as? PayloadError } == [error])
    #expect(
      error.description == """
        The event "buy" was sent by name only; the handler expects BuyTapped. \
        Send a BuyTapped, or handle the event by name.
        """)
  }

  @Test func equallyNamedTypeIsAMismatch() throws {
    nodes[0].table.on(BuyTapped.self) { _, _ in .stop }
    let error = PayloadError.typeMismatch(key: "buy", expected: "BuyTapped", actual: "OtherBuy")
    let result = nodes[0].send(OtherBuy())
    #expect(result.failures.map { $0.error as? PayloadError } == [error])
    #expect(OtherBuy().info.keys.isEmpty)
  }

  @Test func typeAndNameShareOneTableEntry() {
    nodes[0].table.on(BuyTapped.self) { _, _ in .stop }
    #expect(nodes[0].table.replace(.buy) { _ in .stop })
    #expect(nodes[0].table.entries.count == 1)
  }

  #if DEBUG
    @Test func handlerOfATypedEventHasItsName() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let table = EventTable([.buy: { _ in .stop }])
          table.on(BuyTapped.self) { _, _ in .stop }
        }
      }
    }
  #endif

  @Test func layersDecorateTypedEventsToo() throws {
    nodes[0].table.decorator = { info, _ in info[.row] = 3 }
    nodes[1].table.on(BuyTapped.self) { [notes] buy, event in
      notes.lines.append("\(buy.sku) \(try event.value(for: .row))")
      return .stop
    }
    nodes[0].send(BuyTapped(sku: "red"))
    #expect(notes.lines == ["red 3"])
  }
}
