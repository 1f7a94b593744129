import Foundation
import Harness
import SelfManaged

/// Responses posted to one typed observer, beside Foundation's notifications.
@MainActor
struct NotificationSuite: Suite {
  let name = "notifications"

  private static let typed = "NotificationCenter, typed"
  private static let ours = "self-managed"
  private static let fromBytes = "self-managed, from bytes"
  private static let count = 100

  func comparisons() throws -> [Comparison] {
    let wire = try Wire(Self.count)
    let center = ResponseCenter()
    let inbox = Inbox(center)
    let received = wire.notes.map { Received.response($0) }
    let decoder = ResponseDecoder(try Wire.factory(), maximumBody: 1_000)
    let notified = Notified()
    let closures = ClosuresByType()
    closures.observe { (note: Note) in closures.tally &+= note.sum }
    return [
      Comparison(
        "\(Self.count) responses posted one by one to one observer", parts: Self.count,
        expected: wire.sum,
        [
          Contestant(Self.typed) { notified.sum { wire.notes.forEach(notified.postTyped) } },
          Contestant("NotificationCenter, by name") {
            notified.sum { wire.notes.forEach(notified.post) }
          },
          Contestant("closures by type, by hand") {
            closures.sum { for note in wire.notes { closures.post(note) } }
          },
          Contestant(Self.ours) { inbox.sum { for note in wire.notes { center.post(note) } } },
        ]),
      Comparison(
        "\(Self.count) responses posted as one batch to one observer", parts: Self.count,
        expected: wire.sum,
        [
          Contestant("closures by type, by hand") { closures.sum { closures.post(wire.notes) } },
          Contestant(Self.ours) { inbox.sum { center.post(received) } },
          Contestant(Self.fromBytes) {
            inbox.sum {
              var decoder = decoder
              for chunk in wire.chunks { center.post(decoder.feed(chunk)) }
            }
          },
        ]),
      besideOthers(wire), comingAndGoing(), removingOwners(),
    ]
  }

  private static let alone = "alone"
  private static let otherIDs = "beside 10,000 observers of other ids"
  private static let otherConnections = "beside observers of 10,000 other connections"
  private static let together = "20,000 at a time"

  /// A response to one observer, with many others in the same center that do not observe it.
  private func besideOthers(_ wire: Wire) -> Comparison {
    let centers = (0..<3).map { _ in ResponseCenter() }
    let inboxes = centers.map(Inbox.init)
    for number in 0..<10_000 {
      _ = centers[1].observe(id: NotificationID(rawValue: "other \(number)")) { _ in }
      _ = centers[2].observe(Note.self, from: centers[2].open()) { _ in }
    }
    return Comparison(
      "\(Self.count) responses posted one by one to one observer", parts: Self.count,
      expected: wire.sum,
      zip([Self.alone, Self.otherIDs, Self.otherConnections], zip(centers, inboxes)).map {
        name, pair in
        Contestant(name) { pair.1.sum { for note in wire.notes { pair.0.post(note) } } }
      })
  }

  /// Observers of one kind, added and canceled in the order in which they were added.
  private func comingAndGoing() -> Comparison {
    let count = 20_000
    func come(_ size: Int) -> Int {
      for _ in 0..<count / size {
        let center = ResponseCenter()
        let tokens = (0..<size).map { _ in center.observe(Note.self) { _ in } }
        for token in tokens { token.cancel() }
      }
      return count
    }
    return Comparison(
      "\(count) observers of a response, added and canceled", parts: count, expected: count,
      [Contestant("1,000 at a time") { come(1_000) }, Contestant(Self.together) { come(count) }])
  }

  /// Owners with one observer each, which are removed one owner after the other.
  private func removingOwners() -> Comparison {
    final class Owner {}
    let count = 20_000
    let owners = (0..<count).map { _ in Owner() }
    func remove(_ size: Int) -> Int {
      for start in stride(from: 0, to: count, by: size) {
        let center = ResponseCenter()
        for owner in owners[start..<start + size] {
          center.observe(Note.self, for: owner) { _, _ in }
        }
        for owner in owners[start..<start + size] { center.removeObservers(of: owner) }
      }
      return count
    }
    return Comparison(
      "\(count) owners, added and removed", parts: count, expected: count,
      [
        Contestant("1,000 at a time") { remove(1_000) },
        Contestant(Self.together) { remove(count) },
      ])
  }

  func goals(_ results: [Comparison.Result]) -> [Goal] {
    let crowds = results.flatMap { result in
      [Self.otherIDs, Self.otherConnections, Self.together].compactMap { name in
        result[name].map { Goal.ratio("\(result.title), \(name)", $0.ratio, atMost: 2) }
      }
    }
    return crowds
      + results.flatMap { result -> [Goal] in
        guard let ours = result[Self.ours], result[Self.typed] != nil else { return [] }
        return [
          .ratio("a post to one observer, beside a typed notification", ours.ratio, atMost: 0.1)
        ]
      }
  }
}

/// The shortest code by hand: closures in a dictionary by the type that they observe.
@MainActor
private final class ClosuresByType {
  var tally = 0
  private var observers: [ObjectIdentifier: [(Any) -> Void]] = [:]

  func observe<Message>(_ body: @escaping (Message) -> Void) {
    observers[ObjectIdentifier(Message.self), default: []].append {
      if let message = $0 as? Message { body(message) }
    }
  }

  func post<Message>(_ message: Message) {
    for observer in observers[ObjectIdentifier(Message.self)] ?? [] { observer(message) }
  }

  func post<Message>(_ messages: [Message]) {
    guard let found = observers[ObjectIdentifier(Message.self)] else { return }
    for message in messages { for observer in found { observer(message) } }
  }

  func sum(_ body: () -> Void) -> Int {
    let before = tally
    body()
    return tally &- before
  }
}

/// Listens to Foundation's notifications, and adds up what they hold.
@MainActor
private final class Notified {
  private let center = NotificationCenter()
  private let tally = Tally()
  private let subject = Subject()
  private var tokens: [Any] = []

  private final class Subject {}

  private struct Typed: NotificationCenter.MainActorMessage {
    typealias Subject = Notified.Subject
    static var name: Notification.Name { Notification.Name("benchmarks.typed") }
    let note: Note
  }

  init() {
    tokens.append(
      center.addObserver(of: subject, for: Typed.self) { [tally] in tally.sum &+= $0.note.sum })
    tokens.append(
      center.addObserver(forName: Note.notificationName, object: nil, queue: nil) { [tally] in
        if let note = Note($0) { tally.sum &+= note.sum }
      })
  }

  func postTyped(_ note: Note) { center.post(Typed(note: note), subject: subject) }

  func post(_ note: Note) {
    center.post(
      name: Note.notificationName, object: nil, userInfo: [ResponseCenter.userInfoKey: note])
  }

  func sum(_ body: () -> Void) -> Int {
    let before = tally.sum
    body()
    return tally.sum &- before
  }

  /// Observers must be sendable; all of these are called where it is posted, on the main actor.
  private final class Tally: @unchecked Sendable {
    var sum = 0
  }
}
