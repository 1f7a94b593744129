import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// An item that the app made up an ID for, until the server names it.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct RenamedItemTests {
  private let service = FakeLikeService()
  private let session: Session
  private let draft = LikeButton()
  private let posted = LikeButton()

  init() {
    var policy = SessionPolicy()
    policy.likes.offline = .hold(.seconds(60))
    session = Session.fake(likes: service, policy: policy, clock: FakeClock())
    service.items["c42"] = LikeAnswer(isLiked: false, count: 3)
  }

  /// The changes that were sent.
  private var sets: [String] {
    service.calls.compactMap { call in
      guard case .set(let isLiked, let itemID, _) = call else { return nil }
      return "\(itemID) \(isLiked)"
    }
  }

  @discardableResult
  private func bind(_ button: LikeButton, to id: String, count: Int = 0) -> ItemBinding<LikeIntent>
  {
    button.selfManagedConfigure(isLiked: false, count: count, itemID: id, in: session)
  }

  @Test func allComponentsFollowTheItemAndEachLaterRequestHasTheNewID() async {
    let binding = bind(draft, to: "draft")
    bind(posted, to: "draft")
    binding.rename(to: "c42")
    posted.tap()
    #expect([draft, posted].map(\.state.isLiked) == [true, true])
    await session.settled()
    #expect(sets == ["c42 true"])
    #expect([draft, posted].map(\.state.count) == [4, 4])
  }

  @Test func queuedTapIsSentForTheNewID() async {
    service.items["draft"] = LikeAnswer(isLiked: false, count: 3)
    let binding = bind(draft, to: "draft", count: 3)
    service.hold()
    draft.tap()
    await service.arrived(1)
    draft.tap()
    binding.rename(to: "c42")
    #expect(draft.state == .init(isLiked: false, count: 3, change: .user))
    service.release()
    await session.settled()
    #expect(sets == ["draft true", "c42 false"])
  }

  @Test func formerIDMeansTheItemForTheRestOfTheSession() async {
    let binding = bind(draft, to: "draft")
    binding.rename(to: "c41")
    binding.rename(to: "c42")
    draft.detach()
    bind(posted, to: "draft", count: 3)
    posted.tap()
    await session.settled()
    #expect(sets == ["c42 true"])
    #expect(session.itemCount(of: LikeIntent.self) == 1)
  }

  @Test(arguments: [false, true])
  func componentsOfBothItemsBecomeOne(isDraftTapped: Bool) async {
    let binding = bind(draft, to: "draft", count: 1)
    bind(posted, to: "c42", count: 3)
    session.isReachable = false
    (isDraftTapped ? draft : posted).tap()
    binding.rename(to: "c42")
    #expect([draft, posted].map(\.state.isLiked) == [true, true])
    #expect(draft.state.count == posted.state.count)
    #expect(session.itemCount(of: LikeIntent.self) == 1)
    session.isReachable = true
    await session.settled()
    #expect(sets == ["c42 true"])
    #expect([draft, posted].map(\.state.count) == [4, 4])
    draft.tap()
    #expect([draft, posted].map(\.state.count) == [3, 3])
    await session.settled()
    #expect(service.items["c42"] == LikeAnswer(isLiked: false, count: 3))
  }

  @Test func bothItemsWithPendingTapsBecomeOneOnceOneIsSettled() async {
    service.items["draft"] = LikeAnswer(isLiked: false, count: 3)
    let binding = bind(draft, to: "draft", count: 3)
    bind(posted, to: "c42", count: 3)
    service.hold()
    draft.tap()
    posted.tap()
    binding.rename(to: "c42")
    await service.arrived(2)
    service.release()
    await session.settled()
    while session.itemCount(of: LikeIntent.self) > 1 { await Task.yield() }
    posted.tap()
    #expect([draft, posted].map(\.state.isLiked) == [false, false])
    await session.settled()
    #expect([draft, posted].map(\.state.count) == [3, 3])
  }

  @Test func valueThatDiffersIsRead() async {
    let binding = bind(draft, to: "draft", count: 1)
    bind(posted, to: "c42", count: 2)
    binding.rename(to: "c42")
    await session.settled()
    #expect(service.calls == [.read(itemID: "c42")])
    #expect([draft, posted].map(\.state.count) == [3, 3])
    #expect([draft, posted].map(\.state.change) == [.external, .external])
  }

  @Test func statusAndUnbindingConcernTheItemThatItBecame() async {
    let binding = bind(draft, to: "draft", count: 3)
    bind(posted, to: "c42", count: 3)
    _ = binding.status
    binding.rename(to: "c42")
    service.hold()
    posted.tap()
    #expect(binding.status.isPending)
    binding.unbind()
    service.release()
    await session.settled()
    #expect(!binding.status.isPending)
    #expect(draft.state.isLiked)
    posted.tap()
    #expect(draft.state.isLiked && !posted.state.isLiked)
    await session.settled()
  }

  @Test func productOfTheCartKeepsItsID() async {
    let cart = FakeCartService()
    let session = Session.fake(cart: cart)
    let editor = NumberEditor()
    let binding = editor.prepareForCart(productID: "draft", quantity: 0, in: session)
    binding.rename(to: "tea")
    editor.add()
    await session.settled()
    #expect(cart["draft"] == 1)
  }

  @Test func commentThatIsEditedWhileItIsPostedIsOneComment() async {
    let wire = FakeWire(), session = Session.fake()
    var comments: [String: String] = [:]
    session.register(CommentIntent.self) { id in
      Transport(
        send: { intent, _ in
          try await wire.carry {
            let id = id.hasPrefix("draft") ? "c\(comments.count + 1)" : id
            comments[id] = intent.text
            return CommentAnswer(text: intent.text, id: id)
          }
        }, read: { CommentAnswer(text: comments[id]) })
    }
    var binding: ItemBinding<CommentIntent>?
    binding = session.bind(
      CommentIntent.self, to: "draft-1", startingAt: CommentValue(), knowing: nil
    ) { change in
      if let id = change.value.id { binding?.rename(to: id) }
    }
    wire.hold()
    binding?.send(CommentIntent(text: "Nise"))
    await wire.arrived(1)
    binding?.send(CommentIntent(text: "Nice"))
    wire.release()
    await session.settled()
    #expect(comments == ["c1": "Nice"])
    #expect(binding?.value == CommentValue(text: "Nice", id: "c1"))
  }
}

/// A comment, with the server's ID once it has one.
private struct CommentValue: Hashable, Sendable {
  var text = ""
  var id: String?
}

private struct CommentIntent: OptimisticIntent {
  var text: String

  func applied(to value: CommentValue) -> CommentValue { CommentValue(text: text, id: value.id) }

  static func value(
    from answer: CommentAnswer, over predicted: CommentValue, before: CommentValue
  ) -> CommentValue {
    CommentValue(text: answer.text ?? predicted.text, id: answer.id ?? predicted.id)
  }
}

private struct CommentAnswer: ServerAnswer {
  var text: String?
  var id: String?
  var version: Int?
  var isComplete: Bool { text != nil }
}
