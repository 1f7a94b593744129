import Components
import Fakes
import SelfManaged
import Testing

/// A kind is registered once, and then bound by ID.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct RegistrationTests {
  @Test func transportIsCreatedOnceForEachItem() async {
    let session = Session(clock: .withoutDelays), wire = FakeWire()
    var created: [String] = []
    session.register(VoteIntent.self) { id in
      created.append(id)
      return Transport(send: { intent, _ in
        try await wire.carry { VoteAnswer(vote: intent.vote) }
      })
    }
    let ann = bind("ann", in: session), sameAnn = bind("ann", in: session)
    let bo = bind("bo", in: session)
    #expect(created == ["ann", "bo"])
    sameAnn.send(VoteIntent(vote: 1))
    bo.send(VoteIntent(vote: -1))
    await session.settled()
    #expect(ann.value == 1 && bo.value == -1)
    #expect(wire.arrivals == 2)
  }

  @Test func policyOfTheRegistrationApplies() async {
    let session = Session(clock: .withoutDelays), wire = FakeWire()
    var policy = OptimisticPolicy()
    policy.lanes = .shared
    session.register(VoteIntent.self, policy: policy) { _ in
      Transport(send: { _, _ in try await wire.carry { VoteAnswer() } })
    }
    wire.hold()
    for id in ["ann", "bo"] { bind(id, in: session).send(VoteIntent(vote: 1)) }
    await wire.arrived(1)
    #expect(wire.heldCount == 1)
    wire.releaseNext()
    await wire.arrived(2)
    wire.release()
    await session.settled()
  }

  @Test func appMayRegisterLikesInPlaceOfAService() async {
    let session = Session(clock: .withoutDelays), wire = FakeWire(), like = LikeButton()
    session.register(LikeIntent.self) { _ in
      Transport(send: { intent, _ in try await wire.carry { LikeAnswer(isLiked: intent.isLiked) } })
    }
    like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p1", in: session)
    like.tap()
    await session.settled()
    #expect(like.state.isLiked)
    #expect(wire.arrivals == 1)
  }

  @Test func unregisteredKindFailsWithTheFix() async {
    let session = Session(clock: .withoutDelays)
    var failures: [ServiceError] = []
    let binding = bind("ann", in: session) { if let error = $0.failure { failures.append(error) } }
    binding.send(VoteIntent(vote: 1))
    await session.settled()
    #expect(binding.value == 0)
    #expect(failures.map(\.code) == [.missingService])
    #expect(
      failures.map(\.debugMessage) == [
        "This session has no transport for VoteIntent; call register(VoteIntent.self) { id in … }."
      ])
  }

  #if DEBUG
    @Test func secondRegistrationIsAnAssertion() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          let session = Session(clock: .withoutDelays)
          session.register(VoteIntent.self) { _ in .silent }
          session.register(VoteIntent.self) { _ in .silent }
        }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("VoteIntent is registered already"))
    }

    @Test func registrationAfterABindIsAnAssertion() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let session = Session(clock: .withoutDelays)
          _ = session.bind(VoteIntent.self, to: "ann", startingAt: 0) { _ in }
          session.register(VoteIntent.self) { _ in .silent }
        }
      }
    }
  #else
    @Test func firstRegistrationIsKept() async {
      let session = Session(clock: .withoutDelays), wire = FakeWire()
      session.register(VoteIntent.self) { _ in
        Transport(send: { _, _ in try await wire.carry { VoteAnswer() } })
      }
      session.register(VoteIntent.self) { _ in .silent }
      bind("ann", in: session).send(VoteIntent(vote: 1))
      await session.settled()
      #expect(wire.arrivals == 1)
    }
  #endif

  private func bind(
    _ id: String, in session: Session,
    show: @escaping @MainActor (ManagedChange<Int>) -> Void = { _ in }
  ) -> ItemBinding<VoteIntent> {
    session.bind(to: id, startingAt: 0, knowing: VoteAnswer(vote: 0), show: show)
  }
}

extension Transport<VoteIntent> {
  fileprivate static var silent: Self { Transport(send: { _, _ in VoteAnswer() }) }
}

/// A vote: 1 for, -1 against, 0 for none.
private struct VoteIntent: OptimisticIntent {
  var vote: Int

  func applied(to value: Int) -> Int { vote }

  static func value(from answer: VoteAnswer, over predicted: Int, before: Int) -> Int {
    answer.vote ?? predicted
  }
}

private struct VoteAnswer: ServerAnswer {
  var vote: Int?
  var version: Int?
}
