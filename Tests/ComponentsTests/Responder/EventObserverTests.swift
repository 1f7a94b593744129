import Components
import Testing

/// Observers that are added and canceled, also during a delivery.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct EventObserverTests {
  private let notes = Notes()
  private let node = Node("node")

  @Test func canceledObserverIsSilentDuringTheDelivery() {
    var second: EventObservation?
    let first = EventRouting.observe { _, _ in
      self.notes.lines.append("first")
      second?.cancel()
    }
    second = EventRouting.observe { _, _ in self.notes.lines.append("second") }
    let third = EventRouting.observe { _, _ in self.notes.lines.append("third") }
    node.send(.buy)
    node.send(.buy)
    first.cancel()
    third.cancel()
    #expect(notes.lines == ["first", "third", "first", "third"])
  }

  @Test func observerMayCancelItselfAndEarlierOnes() {
    var observations: [EventObservation] = []
    for label in ["a", "b", "c"] {
      observations.append(
        EventRouting.observe { _, _ in
          self.notes.lines.append(label)
          if label == "b" { for observation in observations.prefix(2) { observation.cancel() } }
        })
    }
    node.send(.buy)
    node.send(.buy)
    observations[2].cancel()
    #expect(notes.lines == ["a", "b", "c", "c"])
  }

  @Test func addedObserverWaitsForTheNextEvent() {
    var added: EventObservation?
    let first = EventRouting.observe { _, _ in
      self.notes.lines.append("first")
      if added == nil {
        added = EventRouting.observe { event, _ in self.notes.lines.append("added \(event.name)") }
        self.node.send(.score)
      }
    }
    node.send(.buy)
    first.cancel()
    added?.cancel()
    #expect(notes.lines == ["first", "first", "added score"])
  }

  @Test func observerAddedByAHandlerWaitsForTheNextEvent() {
    var added: EventObservation?
    node.table.on(.buy) { [notes, unowned node] _ in
      if added == nil {
        added = EventRouting.observe { event, _ in notes.lines.append("added \(event.name)") }
        node.send(.score)
      }
      return .stop
    }
    node.send(.buy)
    #expect(notes.lines == ["added score"])
    node.send(.buy)
    added?.cancel()
    #expect(notes.lines == ["added score", "added buy"])
  }

  @Test func observerCanceledByAnInnerEventIsSilent() throws {
    var second: EventObservation?
    let first = EventRouting.observe { event, _ in
      self.notes.lines.append("first \(event.name)")
      if event.name == .buy { self.node.send(.score) } else { second?.cancel() }
    }
    second = EventRouting.observe { event, _ in self.notes.lines.append("second \(event.name)") }
    node.send(.buy)
    first.cancel()
    #expect(notes.lines == ["first buy", "first score"])
  }

  @Test("canceling 20,000 observers visits each a few times", arguments: [false, true])
  func cancelingManyObserversIsLinear(_ isReversed: Bool) {
    let count = 20_000
    let observations = (0..<count).map { _ in EventRouting.observe { _, _ in } }
    let before = EventRouting.sweptObserverCount
    for observation in isReversed ? observations.reversed() : observations { observation.cancel() }
    let swept = EventRouting.sweptObserverCount - before
    #expect(swept > 0, "canceled observers leave the list")
    #expect(swept <= 2 * count)
  }

  @Test("short-lived observers leave the list, however many stay")
  func listOfObserversDoesNotGrow() {
    let kept = (0..<10).map { _ in EventRouting.observe { _, _ in } }
    let before = EventRouting.sweptObserverCount
    for _ in 1...1_000 { EventRouting.observe { _, _ in }.cancel() }
    let swept = EventRouting.sweptObserverCount - before
    #expect(swept >= 1_000, "each canceled observer is visited before it leaves")
    for observation in kept { observation.cancel() }
  }

  @Test func cancelingAgainVisitsNoObserver() {
    let observations = (0..<100).map { _ in EventRouting.observe { _, _ in } }
    observations[0].cancel()
    let before = EventRouting.sweptObserverCount
    for _ in 1...1_000 { observations[0].cancel() }
    #expect(EventRouting.sweptObserverCount == before)
    for observation in observations { observation.cancel() }
  }

  @Test("the remaining observers of 20,000 keep their order")
  func remainingObserversKeepTheirOrder() {
    let observations = (0..<20_000).map { number in
      EventRouting.observe { _, _ in self.notes.lines.append("\(number)") }
    }
    for (number, observation) in observations.enumerated() where number % 5_000 != 7 {
      observation.cancel()
    }
    node.send(.buy)
    for observation in observations { observation.cancel() }
    node.send(.buy)
    #expect(notes.lines == ["7", "5007", "10007", "15007"])
  }
}
