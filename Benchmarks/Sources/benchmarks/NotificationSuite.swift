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
    return [
      Comparison(
        "\(Self.count) responses posted to one observer", parts: Self.count, expected: wire.sum,
        [
          Contestant(Self.typed) { notified.sum { wire.notes.forEach(notified.postTyped) } },
          Contestant("NotificationCenter, by name") {
            notified.sum { wire.notes.forEach(notified.post) }
          },
          Contestant(Self.ours) { inbox.sum { center.post(received) } },
          Contestant(Self.fromBytes) {
            inbox.sum {
              var decoder = decoder
              for chunk in wire.chunks { center.post(decoder.feed(chunk)) }
            }
          },
        ])
    ]
  }

  func goals(_ results: [Comparison.Result]) -> [Goal] {
    results.flatMap { result -> [Goal] in
      guard let ours = result[Self.ours], let fromBytes = result[Self.fromBytes] else { return [] }
      return [
        .ratio("a post to one observer, beside a typed notification", ours.ratio, atMost: 0.1),
        .ratio("bytes to one observer, beside a typed notification", fromBytes.ratio, atMost: 0.1),
      ]
    }
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
