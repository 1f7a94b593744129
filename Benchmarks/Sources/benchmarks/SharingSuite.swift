import ByHand
import Components
import Foundation
import Harness
import OpenCombine
import SelfManaged

/// Many components on one item: a tap on one of them is seen by all.
@MainActor
struct SharingSuite: Suite {
  let name = "sharing"

  func comparisons() -> [Comparison] { [10, 1_000].map(comparison) }

  func goals(_ results: [Comparison.Result]) -> [Goal] {
    guard results.count == 2, let few = results[0][Cycle.ours], let many = results[1][Cycle.ours]
    else { return [] }
    return [
      .ratio(
        "sharing, a component among 1,000 beside one among 10",
        many.nanoseconds / 1_000 / (few.nanoseconds / 10), atMost: 1)
    ]
  }

  /// A like and an unlike, each confirmed, on an item that `count` buttons show.
  private func comparison(_ count: Int) -> Comparison {
    let likes = InstantLikes()
    let session = Session(likes: likes)
    let buttons = (0..<count).map { _ in
      let like = LikeButton()
      like.selfManagedConfigure(isLiked: false, count: 10, itemID: "post/1", in: session)
      return like
    }
    let posted = NotifiedLikes(count, likes)
    let published = PublishedLikes(count, likes)
    return Comparison(
      "one tap seen by \(count) like buttons", parts: 2 * count, expected: 21,
      [
        Contestant(Cycle.ours) {
          buttons[0].tap()
          let first = buttons[count - 1].state.count
          buttons[0].tap()
          return first + buttons[count - 1].state.count
        },
        Contestant("by hand, NotificationCenter") { posted.tapTwice() },
        Contestant("by hand, CurrentValueSubject (OpenCombine)") { published.tapTwice() },
      ])
  }
}

/// One screen notifies the others by a notification.
@MainActor
private final class NotifiedLikes {
  private let center = NotificationCenter()
  private let model: HandLike
  private let rows: [Row]
  private var tokens: [any NSObjectProtocol] = []
  private static let name = Notification.Name("likeChanged")

  final class Row: @unchecked Sendable {  // Notified on the main actor, where the model posts.
    var count = 10
  }

  init(_ count: Int, _ service: any LikeService) {
    model = HandLike(itemID: "post/1", service: service, departure: .immediate)
    rows = (0..<count).map { _ in Row() }
    for row in rows {
      tokens.append(
        center.addObserver(forName: Self.name, object: nil, queue: nil) { [row] notification in
          guard notification.userInfo?["itemID"] as? String == "post/1" else { return }
          if let count = notification.userInfo?["count"] as? Int { row.count = count }
        })
    }
  }

  func tapTwice() -> Int {
    tap()
    let first = rows[rows.count - 1].count
    tap()
    return first + rows[rows.count - 1].count
  }

  private func tap() {
    model.tap()
    center.post(
      name: Self.name, object: nil, userInfo: ["itemID": "post/1", "count": model.state.count])
  }
}

/// One subject for the item, which every row follows.
@MainActor
private final class PublishedLikes {
  private let subject: CurrentValueSubject<HandLike.State, Never>
  private let model: HandLike
  private let rows: [Row]
  private var subscriptions: [AnyCancellable] = []

  final class Row {
    var state = HandLike.State(isLiked: false, count: 10)
  }

  init(_ count: Int, _ service: any LikeService) {
    model = HandLike(itemID: "post/1", service: service, departure: .immediate)
    subject = CurrentValueSubject(model.state)
    rows = (0..<count).map { _ in Row() }
    for row in rows { subscriptions.append(subject.sink { row.state = $0 }) }
  }

  func tapTwice() -> Int {
    tap()
    let first = rows[rows.count - 1].state.count
    tap()
    return first + rows[rows.count - 1].state.count
  }

  private func tap() {
    model.tap()
    subject.send(model.state)
  }
}
