import Components
import Foundation
import Harness
import OpenCombine

/// Events along the responder chain, beside a loop by hand and two other ways to post them.
@MainActor
struct EventSuite: Suite {
  let name = "events"

  func comparisons() throws -> [Comparison] {
    let chains = try [EventChain.Listeners.root, .all].flatMap { listeners in
      try [10, 1_000].map { try comparison(depth: $0, listeners) }
    }
    return chains + [comingAndGoing()]
  }

  func goals(_ results: [Comparison.Result]) -> [Goal] {
    let times = results.compactMap { result in
      result[Self.send].map {
        Goal.ratio("\(result.title), beside the loop", $0.ratio, atMost: 1.3)
      }
    }
    let counts = stride(from: 0, to: results.count - 1, by: 2).map { index in
      let short = results[index], long = results[index + 1]
      let grown = long[Self.send]?.allocations.flatMap { more in
        short[Self.send]?.allocations.map { more - $0 }
      }
      return Goal.count("\(long.title), allocations for the hops", grown, atMost: 0)
    }
    let crowd = results.compactMap { result in
      result[Self.together].map {
        Goal.ratio("canceling 20,000 observers at once, beside 1,000", $0.ratio, atMost: 2)
      }
    }
    return times + counts + crowd
  }

  private static let send = "send"
  private static let together = "20,000 at a time"

  /// Observers of all events, added and canceled in the order in which they were added.
  private func comingAndGoing() -> Comparison {
    let count = 20_000
    func come(_ size: Int) -> Int {
      for _ in 0..<count / size {
        let observations = (0..<size).map { _ in EventRouting.observe { _, _ in } }
        for observation in observations { observation.cancel() }
      }
      return count
    }
    return Comparison(
      "\(count) observers of all events, added and canceled", parts: count, expected: count,
      [Contestant("1,000 at a time") { come(1_000) }, Contestant(Self.together) { come(count) }])
  }

  private func comparison(depth: Int, _ listeners: EventChain.Listeners) throws -> Comparison {
    let chain = try EventChain(depth: depth, listeners)
    let sender = chain.sender
    let heard = listeners == .all ? depth : 1
    let event = ResponderEvent(EventChain.name, EventChain.info, sender: sender)
    let center = Center(listeners: heard)
    let subject = EventPublisher(listeners: heard)
    let title = "\(depth) deep, \(listeners == .all ? "each hears it" : "the root handles it")"
    return Comparison(
      title, parts: depth, expected: heard,
      [
        Contestant("loop by hand, tuned") {
          chain.hears { HandWritten.sendTuned(event, from: sender) }
        },
        Contestant("loop by hand") { chain.hears { HandWritten.send(event, from: sender) } },
        Contestant(Self.send) { chain.hears { sender.send(EventChain.name, EventChain.info) } },
        Contestant("NotificationCenter") { center.hears { center.post(sender) } },
        Contestant("PassthroughSubject") { subject.hears { subject.send(event) } },
      ])
  }
}

/// The same event through Foundation, to as many observers as there are handlers.
@MainActor
private final class Center {
  private let center = NotificationCenter()
  private let name = Notification.Name(EventChain.name.rawValue)
  private let tally = Tally()
  private var tokens: [any NSObjectProtocol] = []

  init(listeners: Int) {
    for _ in 0..<listeners {
      tokens.append(
        center.addObserver(forName: name, object: nil, queue: nil) { [tally] _ in
          tally.count &+= 1
        })
    }
  }

  func post(_ sender: AnyObject) {
    center.post(name: name, object: sender, userInfo: ["sku": "red"])
  }

  func hears(_ body: () -> Void) -> Int {
    let before = tally.count
    body()
    return tally.count - before
  }

  /// Observers must be sendable; all of these are called where the event is posted, on the main actor.
  private final class Tally: @unchecked Sendable {
    var count = 0
  }
}

/// The same event through a publisher, to as many subscribers as there are handlers.
@MainActor
private final class EventPublisher {
  private let subject = PassthroughSubject<ResponderEvent, Never>()
  private var subscriptions: [AnyCancellable] = []
  private var count = 0

  init(listeners: Int) {
    for _ in 0..<listeners {
      subscriptions.append(
        subject.sink { [unowned self] event in
          if event.name == EventChain.name { count &+= 1 }
        })
    }
  }

  func send(_ event: ResponderEvent) { subject.send(event) }

  func hears(_ body: () -> Void) -> Int {
    let before = count
    body()
    return count - before
  }
}
