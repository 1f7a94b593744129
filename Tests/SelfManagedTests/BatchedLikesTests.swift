import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// A service that reads several likes with one request.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct BatchedLikesTests {
  let likes = FakeLikeService()
  private let ids = (0..<30).map { "p\($0)" }

  init() {
    for id in ids { likes.items[id] = LikeAnswer(isLiked: false, count: 10) }
  }

  private func bind(_ buttons: [LikeButton], count: Int, in session: Session) {
    for (button, id) in zip(buttons, ids) {
      button.selfManagedConfigure(isLiked: false, count: count, itemID: id, in: session)
    }
  }

  @Test func thirtyButtonsThatAreBoundInOneTurnAreOneRead() async {
    let session = Session.fake(likes: likes.batched)
    let buttons = ids.map { _ in LikeButton() }
    bind(buttons, count: 10, in: session)
    session.refresh()
    await session.settled()
    #expect(likes.calls == [.readAll(itemIDs: Set(ids))])
    for id in ids { likes.items[id]?.count = 12 }
    bind(buttons, count: 11, in: session)  // The list differs from what was read.
    await session.settled()
    #expect(likes.calls == [.readAll(itemIDs: Set(ids)), .readAll(itemIDs: Set(ids))])
    #expect(buttons.allSatisfy { $0.state.count == 12 })
  }

  @Test func buttonsWithoutDataAreReadTogether() async {
    let session = Session.fake(likes: likes.batched)
    let buttons = ids.map { _ in LikeButton() }
    for (button, id) in zip(buttons, ids) {
      button.selfManagedConfigure(itemID: id, in: session)
    }
    #expect(buttons.allSatisfy { !$0.state.isLiked && $0.state.count == 0 })
    await session.settled()
    #expect(likes.calls == [.readAll(itemIDs: Set(ids))])
    #expect(buttons.allSatisfy { $0.state.count == 10 && $0.state.change == .external })
    let another = LikeButton()
    another.selfManagedConfigure(itemID: "p0", in: session)
    #expect(another.state.count == 10)
    await session.settled()
    #expect(likes.calls.count == 1)
  }

  @Test func laterReadDoesNotJoinARequestInFlight() async {
    let session = Session.fake(likes: likes.batched)
    let buttons = [LikeButton(), LikeButton()]
    bind([buttons[0]], count: 10, in: session)
    likes.hold()
    session.refresh()
    await likes.arrived(1)
    likes.items["p1"]?.count = 20
    bind(buttons, count: 10, in: session)
    buttons[1].tap()
    await likes.arrived(2)
    likes.failNext(.rejected)
    likes.releaseLast()
    await likes.arrived(3)  // The value of the second button is read after the refusal.
    likes.release()
    await session.settled()
    let reads = likes.calls.filter { if case .set = $0 { false } else { true } }
    #expect(reads == [.readAll(itemIDs: ["p0"]), .readAll(itemIDs: ["p1"])])
    #expect(buttons.map(\.state.count) == [10, 20])
  }

  @Test func itemThatTheAnswerLeavesOutKeepsItsValue() async {
    likes.items["p1"] = nil
    let session = Session.fake(likes: likes.batched)
    let buttons = [LikeButton(), LikeButton()]
    bind(buttons, count: 7, in: session)
    session.refresh()
    await session.settled()
    #expect(buttons.map(\.state.count) == [10, 7])
    #expect(likes.calls.count == 1)
  }

  @Test func failedReadIsRepeatedForAllItems() async {
    let session = Session.fake(likes: likes.batched)
    let buttons = [LikeButton(), LikeButton()]
    bind(buttons, count: 7, in: session)
    likes.failNext(.unknownOutcome)
    session.refresh()
    await session.settled()
    #expect(buttons.map(\.state.count) == [10, 10])
  }

  @Test func readDoesNotLeaveAfterTheNetworkIsLostOrTheSessionEnds() async {
    for isEnd in [true, false] {
      let session = Session.fake(likes: likes.batched)
      let button = LikeButton()
      bind([button], count: 7, in: session)
      session.refresh()
      if isEnd { session.end() } else { session.isReachable = false }
      await mainActorIsIdle()
      #expect(likes.calls.isEmpty)
      session.end()
    }
  }
}
