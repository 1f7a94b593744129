import Components
import Fakes
import SelfManaged
import Testing

/// A custom kind of value, with only the required parts of an intent.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct FollowButtonTests {
  private struct FollowIntent: OptimisticIntent {
    var isFollowing: Bool

    func applied(to value: Bool) -> Bool { isFollowing }

    static func value(from answer: FollowAnswer, over predicted: Bool, before: Bool) -> Bool {
      answer.isFollowing ?? predicted
    }
  }

  private struct FollowAnswer: ServerAnswer {
    var isFollowing: Bool?
    var version: Int?
  }

  private let wire = FakeWire()
  private let session = Session(clock: .withoutDelays)

  init() { Self.register(wire, in: session, answering: FollowAnswer()) }

  private static func register(
    _ wire: FakeWire, in session: Session, answering answer: FollowAnswer
  ) {
    session.register(FollowIntent.self) { _ in
      Transport(send: { _, _ in try await wire.carry { answer } })
    }
  }

  private func follow(
    in other: Session? = nil, _ show: @escaping @MainActor (ManagedChange<Bool>) -> Void
  ) -> ItemBinding<FollowIntent> {
    (other ?? session).bind(
      to: "ann", startingAt: false, knowing: FollowAnswer(isFollowing: false), show: show)
  }

  @Test func customKindIsSharedCoalescedAndRolledBack() async {
    var shown: [[Bool]] = [[], []]
    let holds = [follow { shown[0].append($0.value) }, follow { shown[1].append($0.value) }]
    wire.hold()
    holds[0].send(FollowIntent(isFollowing: true))
    holds[1].send(FollowIntent(isFollowing: false))
    holds[0].send(FollowIntent(isFollowing: true))
    #expect(shown == [[false, true, false, true], [false, true, false, true]])
    wire.failNext(.rejected("No"))
    wire.release()
    await session.settled()
    #expect(wire.arrivals == 1)
    #expect(holds[0].value == false)
    #expect(holds[0].failure == .rejected("No"))
  }

  @Test func differingAnswerIsAnAdjustment() async {
    var changes: [ManagedChange<Bool>] = []
    let other = Session(clock: .withoutDelays)
    Self.register(wire, in: other, answering: FollowAnswer(isFollowing: false))
    let hold = follow(in: other) { changes.append($0) }
    hold.send(FollowIntent(isFollowing: true))
    await other.settled()
    #expect(changes.last?.cause == .adjust)
    #expect(changes.last?.adjustment == Adjustment(requested: true, actual: false))
  }

  @Test func unreadableUnknownOutcomeIsUncertain() async {
    let hold = follow { _ in }
    for _ in 1...4 { wire.failNext(.unknownOutcome) }
    var resolution: Resolution<Bool>?
    hold.send(FollowIntent(isFollowing: true)) { resolution = $0 }
    await session.settled()
    #expect(wire.arrivals == 4)
    #expect(resolution == .uncertain(.unknownOutcome))
    #expect(hold.value == false)
  }
}
