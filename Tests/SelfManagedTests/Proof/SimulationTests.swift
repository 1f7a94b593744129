import Components
import Fakes
import Foundation
import SelfManaged
import Testing

/// The whole library at random: components on screens, a session, and services on a bad network.
///
/// A failure names the seed that draws the same story again. `SIMULATIONS=100000` in the environment
/// tells more of them.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct SimulationTests {
  private static var count: UInt64 {
    ProcessInfo.processInfo.environment["SIMULATIONS"].flatMap { UInt64($0) } ?? 150
  }

  @Test func whenTheWorldGoesQuietEveryScreenShowsWhatTheServerHas() async {
    for seed in 1...Self.count {
      let story = Story(seed: seed)
      await story.tell()
      for complaint in story.complaints { Issue.record("seed \(seed): \(complaint)") }
      guard story.complaints.isEmpty else { return }
    }
  }

  /// One story: some screens, some items, and sixty things that happen.
  @MainActor
  private final class Story {
    private var random: SeededRandom
    private let likes = FakeLikeService()
    private let cart = FakeCartService()
    private let session: Session
    private let buttons = (1...3).map { _ in LikeButton() }
    private let editors = (1...3).map { _ in NumberEditor() }
    private var shownOn: [Int: String] = [:]
    private(set) var complaints: [String] = []

    init(seed: UInt64) {
      random = SeededRandom(seed: seed)
      var policy = SessionPolicy()
      policy.cart.honorsIdempotencyKeys = Bool.random(using: &random)
      policy.cart.lanes =
        [.perItem, .shared, .sharedAtFirst].randomElement(using: &random) ?? .shared
      session = .fake(likes: likes, cart: cart, policy: policy)
      cart.honorsIdempotencyKeys = policy.cart.honorsIdempotencyKeys
      for id in ["p1", "p2"] {
        likes.items[id] = LikeAnswer(isLiked: false, count: 10, version: 1)
      }
      cart.stock["tea"] = 6
      cart["tea"] = 1
    }

    func tell() async {
      for number in buttons.indices { bindButton(number) }
      for number in editors.indices { bindEditor(number) }
      for _ in 1...60 {
        await step()
        checkTheLanes()
      }
      await rest()
      check()
    }

    private func step() async {
      let number = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<17, using: &random) {
      case 0...2: buttons[number].tap()
      case 3, 4: editors[number].add()
      case 5: editors[number].reduce()
      case 6:
        editors[number].edit("\(Int.random(in: 0...9, using: &random))")
        editors[number].endEditing()
      case 7: bindButton(number)
      case 8: bindEditor(number)
      case 9: Bool.random(using: &random) ? buttons[number].detach() : editors[number].detach()
      case 10: Bool.random(using: &random) ? likes.hold() : cart.hold()
      case 11: likes.releaseNext()
      case 12: cart.releaseNext()
      case 13: likes.wire.failNext(failure())
      case 14: cart.wire.failNext(failure())
      case 15: Bool.random(using: &random) ? likes.loseNextReply() : cart.loseNextReply()
      default: elsewhere()
      }
      // Whatever was answered comes back in the turns of the main actor that follow.
      if Bool.random(using: &random) { await Task { @MainActor in }.value }
    }

    private func failure() -> ServiceError {
      [.rejected, .offline, .unknownOutcome, .conflict, .rejected.reaching(.lane), .signedOut]
        .randomElement(using: &random) ?? .rejected
    }

    /// Another device changes something, and the server tells of it or not.
    private func elsewhere() {
      cart["tea"] = Int.random(in: 0...6, using: &random)
      var item = likes.items["p1"] ?? LikeAnswer()
      item.count = (item.count ?? 0) + 1
      item.version = (item.version ?? 0) + 1
      likes.items["p1"] = item
      if Bool.random(using: &random) { session.receive(item, of: LikeIntent.self, for: "p1") }
    }

    private func bindButton(_ number: Int) {
      let id = Bool.random(using: &random) ? "p1" : "p2"
      shownOn[number] = id
      buttons[number].selfManagedConfigure(isLiked: false, count: 10, itemID: id, in: session)
    }

    private func bindEditor(_ number: Int) {
      editors[number].prepareForCart(productID: ["tea", "milk"][number % 2], in: session)
    }

    /// The network heals, what is pending ends, and everything is read anew.
    private func rest() async {
      for number in buttons.indices where !buttons[number].isManaged { bindButton(number) }
      for number in editors.indices where !editors[number].isManaged { bindEditor(number) }
      likes.release()
      cart.release()
      await session.settled()
      // What was scripted and not used up fails or loses one request each.
      for _ in 1...40 {
        session.refresh()
        await session.settled()
      }
    }

    private func check() {
      for (number, button) in buttons.enumerated() {
        guard let id = shownOn[number], let item = likes.items[id] else { continue }
        if button.state.isLiked != item.isLiked || button.state.count != item.count {
          complaints.append("a button on \(id) shows \(button.state), the server has \(item)")
        }
      }
      for (number, editor) in editors.enumerated() {
        let product = ["tea", "milk"][number % 2]
        if editor.state.quantity != cart[product] {
          complaints.append(
            "an editor of \(product) shows \(editor.state.quantity), not \(cart[product])")
        }
      }
      let keys = cart.calls.compactMap { call -> IdempotencyKey? in
        if case .add(_, _, let info) = call { info.key } else { nil }
      }
      if !cart.honorsIdempotencyKeys, Set(keys).count != keys.count {
        complaints.append("an addition was sent twice")
      }
    }

    /// Of each of the four items at most one change, or the question what became of it, and one read
    /// are under way.
    private func checkTheLanes() {
      if likes.heldCount + cart.heldCount > 8 { complaints.append("too much is under way") }
    }
  }
}
