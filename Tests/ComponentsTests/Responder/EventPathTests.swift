import Components
import Testing

/// Paths of every shape: long ones and cycles.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct EventPathTests {
  @Test func hundredThousandRespondersAreTraversed() throws {
    let nodes = Node.chain((0..<100_000).map { "\($0)" })
    nodes[99_999].table.on(.buy) { _ in .stop }
    let result = nodes[0].send(.buy)
    #expect(result.outcome == .stopped)
    #expect(result.stopIndex == 99_999)
    #expect(result.pathLength == 100_000)
    #expect(nodes[0].handlers(for: .buy).count == 1)
  }

  @Test func loopOfAHundredThousandIsFound() {
    let nodes = Node.chain((0..<100_000).map { "\($0)" })
    nodes[99_999].nextResponder = nodes[40_000]
    let result = nodes[0].send(.buy)
    #expect(result.outcome == .cycle)
    #expect(result.pathLength == 100_000)
  }

  @Test("every cycle of up to 9, behind a path of up to 9, is found in bounded time")
  func everyShapeOfLoopIsFound() {
    for tail in 0..<10 {
      for loop in 1..<10 {
        let nodes = (0..<tail + loop).map { CountingNode("\($0)") }
        for (node, next) in zip(nodes, nodes.dropFirst()) { node.next = next }
        nodes.last?.next = nodes[tail]
        var report: EventReport?
        let result = with(\.onUnhandled, { report = $0 }) { nodes[0].send(.buy) }
        #expect(result.outcome == .cycle)
        #expect(result.pathLength == tail + loop)
        #expect(report?.responderTypes.count == tail + loop)
        #expect(report?.lastNode === nodes.last)
        let steps = nodes.map(\.asked).reduce(0, +)
        #expect(steps <= 3 * (tail + loop), "tail \(tail), loop \(loop): \(steps) steps")
      }
    }
  }

  @Test(arguments: 1...70) func chainOfAnyLengthIsNoCycle(_ length: Int) throws {
    let nodes = Node.chain((0..<length).map { "\($0)" })
    nodes[length - 1].table.on(.buy) { _ in .stop }
    let result = nodes[0].send(.buy)
    #expect(result.outcome == .stopped)
    #expect(result.stopIndex == length - 1)
    #expect(result.reached == length)
  }

  @Test func routingKeepsNothingOfTheLastEvent() throws {
    weak var gone: Node?
    let cell = Node("cell")
    do {
      let page = Node("page")
      gone = page
      cell.nextResponder = page
      page.table.on(.buy) { _ in .stop }
      #expect(cell.send(.buy).isHandled)
      #expect(cell.send(.score).pathLength == 2)
      withExtendedLifetime(page) {}
    }
    #expect(gone == nil)
  }

  @Test func eventAfterACycleIsDelivered() throws {
    let nodes = Node.chain("a", "b")
    nodes[1].table.on(.buy) { _ in .stop }
    nodes[1].nextResponder = nodes[0]
    #expect(nodes[0].send(.buy).outcome == .cycle)
    nodes[1].nextResponder = nil
    #expect(nodes[0].send(.buy).outcome == .stopped)
  }

  @Test("each responder's next responder and event handling are read once")
  func eachResponderIsQueriedOnce() {
    let nodes = (0..<20).map { CountingNode("\($0)") }
    for (node, next) in zip(nodes, nodes.dropFirst()) { node.next = next }
    nodes[0].send(.buy)
    #expect(nodes.allSatisfy { $0.asked == 1 && $0.askedForHandling == 1 })
    with(\.trace, { _ in }) { _ = nodes[0].send(.buy) }
    #expect(nodes.allSatisfy { $0.asked == 2 && $0.askedForHandling == 2 })
  }

  @Test("a next responder that is a new object each time is bounded and reported")
  func endlessNewRespondersAreBounded() {
    var reports: [EventReport] = []
    var trace: EventTrace?
    let result = with(\.onUnhandled, { reports.append($0) }) {
      with(\.trace, { trace = $0 }) {
        with(\.maximumPathLength, 1_000) { FreshNode().send(.buy) }
      }
    }
    #expect(result.outcome == .pathTooLong)
    #expect(result.pathLength == 1_000)
    #expect(result.reached == 0)
    #expect(!result.isHandled)
    #expect(FreshNode.handled == 0)
    #expect(reports.map(\.result.outcome) == [.pathTooLong])
    #expect(reports.first?.responderTypes.count == 100)
    #expect(trace?.outcome == .pathTooLong)
    #expect(trace?.steps.count == 100)
    let name = "FreshNode"
    let ten = Array(repeating: name, count: 10).joined(separator: " → ")
    #expect(
      reports.first?.description == """
        "buy" from FreshNode was not delivered: its path has more than 1000 responders.
        Its path: \(ten) → (80 more) → \(ten). Does a nextResponder return a new object each time?
        """)
  }

  @Test func endlessNewRespondersAreBoundedByDefault() {
    #expect(EventRouting.maximumPathLength == 300_000)
    #expect(FreshNode().send(.buy).outcome == .pathTooLong)
  }

  @Test func handlerLookupIsBounded() {
    with(\.maximumPathLength, 1_000) { #expect(FreshNode().handlers(for: .buy).isEmpty) }
  }

  @Test func observerIsNotifiedOfATooLongPath() {
    var outcomes: [EventResult.Outcome] = []
    let observation = EventRouting.observe { outcomes.append($1.outcome) }
    defer { observation.cancel() }
    with(\.maximumPathLength, 10) { _ = FreshNode().send(.buy) }
    #expect(outcomes == [.pathTooLong])
  }

  @Test("a path of exactly the greatest length is delivered, one longer is not", arguments: 1...40)
  func pathLimitIsExact(_ maximum: Int) throws {
    let nodes = Node.chain((0...maximum).map { "\($0)" })
    for node in nodes { node.table.on(.buy) { _ in .handledContinue } }
    with(\.maximumPathLength, maximum) {
      let result = nodes[1].send(.buy)
      #expect(result.outcome == .handled)
      #expect(result.pathLength == maximum)
      #expect(nodes[0].send(.buy).outcome == .pathTooLong)
    }
  }

  @Test(arguments: [0, -1, .min]) func aLengthBelowOneCountsAsOne(_ maximum: Int) throws {
    let nodes = Node.chain("a", "b")
    nodes[1].table.on(.buy) { _ in .stop }
    with(\.maximumPathLength, maximum) {
      #expect(nodes[1].send(.buy).outcome == .stopped)
      #expect(nodes[0].send(.buy).outcome == .pathTooLong)
    }
  }

  @Test("a loop with a third of the greatest length is still found")
  func loopIsFoundBeforeThePathIsTooLong() {
    for tail in 0..<10 {
      for loop in 1..<10 {
        let nodes = Node.chain((0..<tail + loop).map { "\($0)" })
        nodes.last?.nextResponder = nodes[tail]
        let result = with(\.maximumPathLength, 3 * (tail + loop)) { nodes[0].send(.buy) }
        #expect(result.outcome == .cycle, "tail \(tail), loop \(loop)")
      }
    }
  }

  @Test("a report names all of at most twenty responders", arguments: [20, 21])
  func pathOfTwentyIsNamedInFull(_ length: Int) {
    let nodes = Node.chain((0..<length).map { "\($0)" })
    var report: EventReport?
    with(\.onUnhandled, { report = $0 }) { _ = nodes[0].send(.buy) }
    #expect(report?.description.contains("more)") == (length > 20))
  }

  @Test func longPathIsAbbreviatedInReports() {
    let nodes = Node.chain((0..<50_000).map { "\($0)" })
    var report: EventReport?
    with(\.onUnhandled, { report = $0 }) { _ = nodes[0].send(.buy) }
    #expect(report?.responderTypes.count == 50_000)
    #expect(report?.description.contains("Node → (49980 more) → Node") == true)
  }
}

/// Returns a new next responder each time.
@MainActor
private final class FreshNode: Responder, EventHandling {
  static var handled = 0

  var nextResponder: (any Responder)? { FreshNode() }

  func handler(for name: EventName) -> EventHandler? {
    { _ in
      Self.handled += 1
      return .stop
    }
  }
}

/// Counts the reads of its properties.
@MainActor
private final class CountingNode: Responder {
  let label: String
  weak var next: (any Responder)?
  private(set) var asked = 0
  private(set) var askedForHandling = 0

  init(_ label: String) { self.label = label }

  var nextResponder: (any Responder)? {
    asked += 1
    return next
  }

  var eventHandling: (any EventHandling)? {
    askedForHandling += 1
    return nil
  }
}
