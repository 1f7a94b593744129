import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Without a fake clock, the system's clock is waited for.
///
/// A wait that must not end lasts years, so that no load of the machine ends it.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct SystemClockTests {
  private let likes = FakeLikeService(), like = LikeButton()
  private let names = FakeNameCheck(), name = TitledTextField(title: "Name", key: "name")
  private let years = Duration.seconds(300_000_000)

  @Test func requestWaitsForItsReply() async {
    let session = session { $0.timeout = years }
    likes.hold()
    like.tap()
    await likes.arrived(1)
    await mainActorIsIdle()
    #expect(like.requestStatus.isPending)
    likes.release()
    await session.settled()
    #expect(likes.arrivals == 1)
    #expect(like.state.isLiked)
  }

  @Test func repeatedRequestWaitsForItsDelay() async {
    let session = session {
      $0.timeout = years
      $0.retryDelays = [years]
      $0.longestRecovery = years
    }
    likes.loseNextReply()
    like.tap()
    await likes.arrived(1)
    await mainActorIsIdle()
    #expect(likes.arrivals == 1)
    #expect(like.requestStatus.isUncertain)
    session.end()
  }

  @Test func waitsForAReplyAndForADelayEnd() async {
    let session = session {
      $0.timeout = .milliseconds(1)
      $0.retryDelays = [.milliseconds(1)]
    }
    likes.hold()
    like.tap()
    await likes.arrived(2)
    #expect(likes.sent.allSatisfy { $0 }, "the like is sent again, and nothing else")
    session.end()
    likes.release()
  }

  @Test func asyncRuleIsAskedAfterItsDelay() async {
    let form = form(debounce: .milliseconds(1))
    name.edit("ann")
    await form.settled()
    #expect(names.calls == ["ann"])
  }

  @Test func asyncRuleWaitsForItsDelay() async {
    let form = form(debounce: years)
    name.edit("ann")
    await mainActorIsIdle()
    #expect(names.calls.isEmpty)
    #expect(form.state.isPending)
  }

  private func form(debounce: Duration) -> ValidationManager {
    let form = ValidationManager(policy: ValidationPolicy(debounce: debounce))
    form.add(name, [], then: names.rule)
    return form
  }

  private func session(_ change: (inout OptimisticPolicy) -> Void) -> Session {
    var policy = SessionPolicy()
    change(&policy.likes)
    let session = Session(likes: likes, policy: policy)
    like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p1", in: session)
    return session
  }
}
