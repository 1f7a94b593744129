import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// A service that can't read a value, and whose replies only confirm.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct UnreadableServiceTests: TimeSuite {
  let cart = FakeCartService()
  let likes = FakeLikeService()
  let clock = FakeClock()
  let page = NoticePage()

  @Test func refreshOfAValueThatCannotBeReadLeavesNoDoubt() async {
    let session = Session(likes: UnreadableLikes())
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
