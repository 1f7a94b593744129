import Components
import Testing

/// Events that are sent from the handlers of other events.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct EventDepthTests {
  /// Sends an event from its own handler until `levels` deliveries are nested.
  static func nest(_ levels: Int) throws -> [EventResult.Outcome] {
    let node = Node("node")
    var outcomes: [EventResult.Outcome] = []
    node.table.on(.buy) { [unowned node] event in
      let level = event[.row] ?? 1
      if level < levels { outcomes.append(node.send(.buy, ["row": level + 1]).outcome) }
      return .stop
    }
    outcomes.append(node.send(.buy).outcome)
    return outcomes
  }

  @Test("64 nested events are delivered")
  func depthAtTheLimitIsDelivered() throws {
    #expect(EventRouting.maximumDepth == 64)
    #expect(try Self.nest(64) == Array(repeating: .stopped, count: 64))
  }

  @Test func depthCountIsRestored() throws {
    for _ in 1...3 { #expect(try Self.nest(64).count == 64) }
  }

  @Test func eventsThatAreNotPassedOnAnyFurtherDoNotCount() throws {
    let node = Node("node")
    node.table.on(.buy) { event in
      event.passOn(as: .score)
      return .stop
    }
    for _ in 1...70 { node.send(.buy) }
    #expect(try Self.nest(64).count == 64)
    #expect(node.send(.buy).outcome == .stopped)
  }

  @Test(arguments: [70, 128]) func manyLayersPassAnEventOn(_ layers: Int) {
    let nodes = Node.chain((0...layers).map { "\($0)" })
    for node in nodes.dropLast() {
      node.table.on(.buy) { event in
        event.passOn(as: .buy, adding: ["row": (event[.row] ?? 0) + 1]).isHandled ? .stop : .ignored
      }
    }
    var row: Int?
    nodes[layers].table.on(.buy) { event in
      row = event[.row]
      return .stop
    }
    #expect(nodes[0].send(.buy).outcome == .stopped)
    #expect(row == layers)
  }

  @Test(arguments: [0, -1, 1]) func anyLimitDeliversAnEventThatIsNotNested(_ limit: Int) throws {
    #expect(try with(\.maximumDepth, limit) { try Self.nest(1) } == [.stopped])
  }

  #if DEBUG
    @Test("one more is an assertion in a debug build, which names the event")
    func depthAboveTheLimitIsAnAssertion() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        _ = try await EventDepthTests.nest(65)
      }
      let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(said.contains(#""buy" was not delivered: it was sent from 64 nested handlers"#))
    }

    @Test func handlerThatPassesAStoredEventOnEndlesslyIsAnAssertion() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        await MainActor.run {
          let nodes = Node.chain("cell", "page")
          var stored: ResponderEvent?
          nodes[0].table.on(.buy) { event in
            stored = event
            event.passOn(as: .score)
            return .stop
          }
          nodes[1].table.on(.score) { _ in
            stored?.passOn(as: .score)
            return .stop
          }
          nodes[0].send(.buy)
        }
      }
      let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(said.contains(#""score" was not delivered: it was passed on by 128 nested handlers"#))
    }

    @Test func observerThatAlwaysPassesOnIsAnAssertion() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        await MainActor.run {
          let node = Node("node")
          EventRouting.observe { event, _ in event.passOn(as: .score) }
          node.send(.buy)
        }
      }
      let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(said.contains(#""score" was not delivered: it was sent from 64 nested handlers"#))
    }
  #else
    @Test("one more is not delivered, and is reported in a release build")
    func depthAboveTheLimitIsReported() throws {
      var reports: [EventReport] = []
      let outcomes = try with(\.onUnhandled, { reports.append($0) }) { try Self.nest(65) }
      #expect(outcomes == [.tooDeep] + Array(repeating: .stopped, count: 64))
      #expect(reports.map(\.result.outcome) == [.tooDeep])
      #expect(reports.first?.responderTypes == ["Node"])
      #expect(reports.first?.event[.row] == 65)
      #expect(reports.first?.result.reached == 0)
    }

    @Test func refusedEventIsTraced() throws {
      var refused: [EventTrace] = []
      _ = try with(\.trace, { if $0.outcome == .tooDeep { refused.append($0) } }) {
        try Self.nest(65)
      }
      #expect(refused.map(\.name) == [.buy])
      #expect(refused.first?.steps.map(\.responder) == ["Node"])
    }

    @Test func endlesslySendingObserverIsStopped() {
      let node = Node("node")
      var count = 0
      let observation = EventRouting.observe { _, _ in
        count += 1
        node.send(.score)
      }
      defer { observation.cancel() }
      let result = with(\.maximumDepth, 5) { node.send(.buy) }
      #expect(result.outcome == .unhandled)
      #expect(count == 6)
    }

    @Test(arguments: [0, -1, 1]) func aLimitBelowOneCountsAsOne(_ limit: Int) throws {
      let outcomes = try with(\.maximumDepth, limit) { try Self.nest(2) }
      #expect(outcomes == [.tooDeep, .stopped])
    }
  #endif
}
