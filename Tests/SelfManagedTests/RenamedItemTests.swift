import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Comments with an ID that the app made up, until the server's reply names its own.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct RenamedItemTests {
  private let session = Session.fake()
  private let server = CommentServer()

  private func register(_ lanes: OptimisticPolicy.Lanes = .perItem) {
    var policy = OptimisticPolicy()
    policy.lanes = lanes
    session.register(CommentIntent.self, policy: policy) { [server] id in
      Transport(
        send: { intent, _ in try await server.post(intent.text, id) },
        read: { try await server.read(id) })
    }
  }

  @Test(arguments: [false, true])
  func editThatWaitsIsSentForTheNewID(isUnbound: Bool) async {
    register()
    let label = CommentLabel("draft", in: session)
    server.wire.hold()
    label.binding.send(CommentIntent(text: "Nise"))
    label.binding.send(CommentIntent(text: "Nice"))
    if isUnbound { label.binding.unbind() }
    await server.wire.arrived(1)
    server.wire.release()
    await session.settled()
    #expect(server.calls == ["draft: Nise", "c42: Nice"])
    #expect(server.texts == ["c42": "Nice"])
    let later = CommentLabel("draft", in: session)
    #expect(later.binding.value == "Nice")
  }

  @Test func allComponentsAndTheFormerIDFollowTheItem() async {
    register()
    let (first, second) = (CommentLabel("draft", in: session), CommentLabel("draft", in: session))
    first.binding.send(CommentIntent(text: "One"))
    await session.settled()
    second.binding.send(CommentIntent(text: "Two"))
    await session.settled()
    #expect([first.text, second.text] == ["Two", "Two"])
    let third = CommentLabel("draft", in: session)
    let fourth = CommentLabel("c42", in: session)
    third.binding.send(CommentIntent(text: "Three"))
    #expect([first, second, third, fourth].allSatisfy { $0.text == "Three" })
    await session.settled()
    #expect(server.calls == ["draft: One", "c42: Two", "c42: Three"])
    #expect(session.itemCount(of: CommentIntent.self) == 1)
  }

  @Test func componentsOfBothItemsBecomeOne() async {
    register()
    let draft = CommentLabel("draft", in: session)
    server.wire.hold()
    draft.binding.send(CommentIntent(text: "Nice"))
    await server.wire.arrived(1)
    // A list of the server has the comment already.
    let posted = CommentLabel("c42", in: session, knowing: "Nice")
    let statuses = StateRecorder { posted.binding.status.isPending }
    server.wire.release()
    await session.settled()
    #expect(session.itemCount(of: CommentIntent.self) == 1)
    #expect([draft.text, posted.text] == ["Nice", "Nice"])
    let notified = statuses.count
    server.wire.hold()
    posted.binding.send(CommentIntent(text: "Nicer"))
    #expect([draft.text, posted.text] == ["Nicer", "Nicer"])
    #expect(draft.binding.status.isPending && posted.binding.status.isPending)
    #expect(statuses.count > notified)
    server.wire.release()
    await session.settled()
    #expect(!draft.binding.status.isPending && !posted.binding.status.isPending)
    #expect(server.texts == ["c42": "Nicer"])
  }

  @Test(arguments: [OptimisticPolicy.Lanes.perItem, .shared])
  func bothItemsWithPendingIntentsBecomeOne(lanes: OptimisticPolicy.Lanes) async {
    register(lanes)
    let draft = CommentLabel("draft", in: session)
    let posted = CommentLabel("c42", in: session, knowing: "Nice")
    server.wire.hold()
    draft.binding.send(CommentIntent(text: "Nice"))
    posted.binding.send(CommentIntent(text: "Nicer"))
    await server.wire.arrived(lanes == .perItem ? 2 : 1)
    server.wire.release()
    await session.settled()
    await mainActorIsIdle()
    await session.settled()
    #expect(session.itemCount(of: CommentIntent.self) == 1)
    #expect(draft.text == server.texts["c42"])
    #expect(posted.text == server.texts["c42"])
  }

  @Test func itemKeepsItsPlaceInTheSharedLane() async {
    register(.shared)
    let draft = CommentLabel("draft", in: session)
    let (other, posted) = (
      CommentLabel("c7", in: session), CommentLabel("c42", in: session, knowing: "Nice")
    )
    server.wire.hold()
    draft.binding.send(CommentIntent(text: "Nice"))
    other.binding.send(CommentIntent(text: "Hello"))
    draft.binding.send(CommentIntent(text: "Nicer"))
    await server.wire.arrived(1)
    server.wire.release()
    await session.settled()
    #expect(server.calls == ["draft: Nice", "c7: Hello", "c42: Nicer"])
    #expect([draft.text, posted.text] == ["Nicer", "Nicer"])
    #expect(other.text == "Hello")
  }

  @Test func readOfTheFormerIDIsNoReadOfTheNewOne() async {
    register()
    server.reads.hold()
    let draft = CommentLabel("draft", in: session)
    await server.reads.arrived(1)
    draft.binding.send(CommentIntent(text: "Nice"))
    await until { !draft.binding.status.isPending }
    server.reads.release()
    await session.settled()
    #expect(draft.text == "Nice")
    #expect(!draft.binding.status.isInDoubt)
  }
}

/// A server that gives the draft its own ID.
@MainActor
private final class CommentServer {
  let wire = FakeWire()
  let reads = FakeWire()
  private(set) var texts: [String: String] = [:]
  private(set) var calls: [String] = []

  func post(_ text: String, _ id: String) async throws -> CommentAnswer {
    calls.append("\(id): \(text)")
    return try await wire.carry { [self] in
      let known = id == "draft" ? "c42" : id
      texts[known] = text
      return CommentAnswer(text: text, itemID: known)
    }
  }

  func read(_ id: String) async throws -> CommentAnswer? {
    try await reads.carry { [self] in texts[id].map { CommentAnswer(text: $0, itemID: nil) } }
  }
}

/// A component that shows a comment.
@MainActor
private final class CommentLabel {
  private(set) var text = ""
  private(set) lazy var binding = session.bind(
    CommentIntent.self, to: id, startingAt: known ?? "",
    knowing: known.map { CommentAnswer(text: $0, itemID: nil) }
  ) { [weak self] in self?.text = $0.value }
  private let id: String
  private let session: Session
  private let known: String?

  init(_ id: String, in session: Session, knowing text: String? = nil) {
    (self.id, self.session, known) = (id, session, text)
    _ = binding
  }
}

private struct CommentIntent: OptimisticIntent {
  var text: String

  func applied(to value: String) -> String { text }

  static func value(
    from answer: CommentAnswer, over predicted: String, before: String
  ) -> String { answer.text ?? predicted }
}

private struct CommentAnswer: ServerAnswer {
  var text: String?
  var itemID: String?
  var version: Int?
  var isComplete: Bool { text != nil }
}
