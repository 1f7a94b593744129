import Components
import Testing

/// The table from event to handler.
@MainActor
struct EventTableTests {
  let table = EventTable()
  let notes = Notes()

  private func names() -> [String] { table.entries.map(\.name.rawValue) }

  @Test func tableIsWrittenAsALiteral() throws {
    let table = EventTable([
      .buy: notes.handler("bought", .stop),
      .score: notes.handler("shared", .ignored),
    ])
    #expect(table.entries.map(\.name) == [.buy, .score])
    #expect(try table.handle(ResponderEvent(.buy)) == .stop)
    #expect(notes.lines == ["bought"])
  }

  #if DEBUG
    @Test func secondHandlerOfANameIsAnAssertion() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        await MainActor.run {
          let table = EventTable()
          table.on(.buy) { _ in .stop }
          table.setEnabled(false, for: .buy)
          table.on(.buy) { _ in .stop }
        }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains(#""buy" already has a handler in the table created at"#))
      #expect(text.contains("EventTableTests.swift"))
    }
  #else
    @Test func firstHandlerOfANameIsKept() throws {
      table.on(.buy, notes.handler("first", .stop))
      table.on(.buy, notes.handler("second", .ignored))
      #expect(try table.handle(ResponderEvent(.buy)) == .stop)
      #expect(notes.lines == ["first"])
    }
  #endif

  @Test func entriesAreListedInOrderOfRegistration() throws {
    let all = (0..<40).map { "\($0 * 7 % 40)" }
    for name in all { table.on(EventName(rawValue: name), notes.handler(name, .stop)) }
    #expect(names() == all)
  }

  @Test func disablingAndReplacingKeepTheOrder() throws {
    for name in ["a", "b", "c"] {
      table.on(EventName(rawValue: name), notes.handler(name, .stop))
    }
    #expect(table.setEnabled(false, for: EventName("a")))
    #expect(table.replace(EventName("a"), notes.handler("new", .stop)))
    #expect(names() == ["a", "b", "c"])
    #expect(table.entries[0].isEnabled == false)
    #expect(table.handler(for: EventName("a")) == nil)
    #expect(table.isDisabled(EventName("a")))
    #expect(table.setEnabled(true, for: EventName("a")))
    try table.handle(ResponderEvent(EventName("a")))
    #expect(notes.lines == ["new"])
    #expect(names() == ["a", "b", "c"])
  }

  @Test func removedEntryLosesItsPlace() throws {
    for name in ["a", "b"] { table.on(EventName(rawValue: name), notes.handler(name, .stop)) }
    #expect(table.remove(EventName("a")))
    #expect(!table.remove(EventName("a")))
    table.on(EventName("a"), notes.handler("a", .stop))
    #expect(names() == ["b", "a"])
  }

  @Test func missingEntryIsReported() {
    #expect(!table.setEnabled(true, for: .buy))
    #expect(!table.setEnabled(false, for: .buy))
    #expect(table.entries.isEmpty)
    #expect(!table.isDisabled(.buy))
    #expect(!table.replace(.buy, notes.handler("new", .stop)))
    #expect(names() == ["buy"])
  }

  @Test func aHandlerMayRemoveItself() throws {
    let node = Node("node")
    node.table.on(.buy) { [unowned node] _ in
      node.table.remove(.buy)
      return .stop
    }
    #expect(node.send(.buy).outcome == .stopped)
    #expect(node.send(.buy).outcome == .unhandled)
  }

  @Test("removal, disabling and registration above a handler affect the current event")
  func entriesAreLookedUpOnArrival() throws {
    let nodes = Node.chain("a", "b", "c", "d")
    nodes[0].table.on(.buy) {
      [unowned b = nodes[1], unowned c = nodes[2], unowned d = nodes[3]] _ in
      b.table.remove(.buy)
      c.table.setEnabled(false, for: .buy)
      d.table.on(.buy, self.notes.handler("d", .stop))
      return .ignored
    }
    nodes[1].table.on(.buy, notes.handler("b", .stop))
    nodes[2].table.on(.buy, notes.handler("c", .stop))
    nodes[3].handling = EventTable()
    #expect(nodes[0].send(.buy).labels == ["d"])
    #expect(notes.lines == ["d"])
  }

  @Test func handlersAreFixedWithThePath() throws {
    let nodes = Node.chain("a", "b")
    let former = nodes[1].table
    former.on(.buy, notes.handler("former", .stop))
    nodes[0].table.on(.buy) { [unowned b = nodes[1]] _ in
      b.handling = nil
      return .ignored
    }
    nodes[0].send(.buy)
    #expect(notes.lines == ["former"])
    #expect(nodes[0].send(.buy).outcome == .unhandled)
  }

  @Test func handlerLookupListsNearestFirstAndSendsNothing() throws {
    let nodes = Node.chain("a", "b", "c", "d")
    for index in [0, 2, 3] {
      nodes[index].table.on(.buy, notes.handler("\(index)", .stop))
    }
    nodes[2].table.setEnabled(false, for: .buy)
    let handlers = nodes[0].handlers(for: .buy)
    #expect(handlers.count == 2)
    #expect(handlers.first === nodes[0])
    #expect(handlers.last === nodes[3])
    #expect(nodes[0].handlers(for: .score).isEmpty)
    #expect(notes.lines.isEmpty)
  }

  @Test func decoratorSeesEveryArrivingEvent() throws {
    let nodes = Node.chain("a", "b", "c")
    for node in nodes {
      node.table.decorator = { [label = node.label] info, context in
        info[.sku] = (info[.sku] ?? "") + "\(label)(\(context.name))"
      }
    }
    nodes[1].table.on(.buy) { event in
      self.notes.lines.append(event[.sku] ?? "")
      return .stop
    }
    let sent: EventInfo = ["sku": "sent "]
    nodes[0].send(.buy, sent)
    #expect(notes.lines == ["sent a(buy)b(buy)"])
    #expect(sent[.sku] == "sent ")
  }
}
