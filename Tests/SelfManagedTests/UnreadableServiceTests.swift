import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// A service that can't read a value, and whose replies only confirm.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct UnreadableServiceTests: TimeSuite {
  let cart = FakeCartService()
  let likes = FakeLikeService()
  let clock = FakeClock()
  let page = NoticePage()

  @Test func refreshOfAValueThatCannotBeReadLeavesNoDoubt() async {
    let session = Session(likes: UnreadableLikes(), clock: clock.sessionClock)
    let like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    session.refresh()  // The app returns from the background.
    await session.settled()
    like.selfManagedConfigure(isLiked: false, count: 12, itemID: "p", in: session)  // Its new list.
    await session.settled()
    #expect(like.state.count == 12)
    #expect(!like.requestStatus.isInDoubt)
    like.tap()
    await session.settled()
    #expect(like.state.isLiked)
    #expect(!like.requestStatus.isInDoubt, "no event ever ends it")
  }

  @Test func burstThatReturnsToItsStartSendsNothingAfterARefresh() async {
    var policy = SessionPolicy()
    policy.likes.coalescingDelay = .seconds(1)
    let likes = UnreadableLikes()
    let session = Session(likes: likes, policy: policy, clock: clock.sessionClock)
    let like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    session.refresh()
    await mainActorIsIdle()
    like.tap()
    like.tap()
    await pass(.seconds(2))
    #expect(likes.sent == [])
  }

  /// Creates a reducer whose list data contradicted the pushed count 10; the read is pending.
  private func contradicted(version: Int? = nil) -> Bench<LikeIntent> {
    var bench = Bench<LikeIntent>()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10, version: version), .push))
    bench.feed(.report(LikeAnswer(isLiked: false, count: 20), .list))
    #expect(bench.effects.contains(.read))
    return bench
  }

  @Test func listDataIsAdoptedIfTheValueCannotBeRead() {
    var bench = contradicted()
    bench.cannotRead()
    #expect(bench.shown == "♡20")
  }

  @Test func listDataIsNotAdoptedDuringARequest() {
    var bench = contradicted()
    _ = bench.tapHeart()
    bench.cannotRead()
    #expect(bench.shown == "♥11")
    bench.fail(.rejected)
    #expect(bench.shown == "♡10")
  }

  /// The user changed nothing, so the next version still proves that its data is fresh.
  @Test func versionStaysKnownAfterListDataIsAdopted() {
    var bench = contradicted(version: 5)
    bench.cannotRead()
    #expect(bench.shown == "♡20")
    bench.feed(.report(LikeAnswer(isLiked: false, count: 30, version: 6), .list))
    #expect(bench.shown == "♡30")
    #expect(!bench.effects.contains(.read))
  }

  @Test func newListDataWithTheKnownValueEndsADoubt() {
    var policy = OptimisticPolicy()
    policy.retryDelays = []
    var bench = Bench<LikeIntent>(policy)
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10), .push))
    _ = bench.tapHeart()
    bench.fail(.unknownOutcome)
    bench.cannotRead()
    bench.feed(.flush)
    bench.cannotRead()
    bench.feed(.report(LikeAnswer(count: 10), .list))
    #expect(bench.state.isInDoubt, "the list says nothing about the like")
    bench.feed(.report(LikeAnswer(isLiked: false, count: 10), .list))
    #expect(!bench.state.isInDoubt)
    #expect(bench.shown == "♡10")
  }

  @Test func listDataFromBeforeAPushIsNotAdopted() {
    var bench = contradicted()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 30), .push))
    bench.cannotRead()
    #expect(bench.shown == "♡30")
  }
}

/// A back end that can't read a like, and whose replies only confirm.
@MainActor
private final class UnreadableLikes: LikeService {
  private(set) var sent: [Bool] = []

  func setLiked(_ isLiked: Bool, itemID: String, _ info: RequestInfo) async throws -> LikeAnswer {
    sent.append(isLiked)
    return LikeAnswer()
  }
}
