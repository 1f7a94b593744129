import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// The activity that a view can observe beside the value.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ActivityTests {
  let likes = FakeLikeService()
  let cart = FakeCartService()
  let clock = FakeClock()
  let like = LikeButton()
  let editor = NumberEditor()

  private func session(_ change: (inout SessionPolicy) -> Void = { _ in }) -> Session {
    var policy = SessionPolicy()
    change(&policy)
    return .fake(likes: likes, cart: cart, policy: policy, clock: clock)
  }

  @Test("while a quantity is pending, the totals are stale")
  func totalsAreStaleWhileAQuantityIsPending() async {
    let session = session()
    let activity = session.activity(of: QuantityIntent.self)
    let shown = StateRecorder { activity.isPending }
    editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    #expect(!activity.isPending)
    cart.hold()
    for _ in 1...3 { editor.add() }
    #expect(activity.isPending)
    cart.release()
    await activity.settled()
    #expect(!activity.isPending)
    #expect(shown.states == [true, false])
    #expect(cart["tea"] == 3)
  }

  @Test func pendingLikeDoesNotDelayCheckout() async {
    let session = session()
    like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p1", in: session)
    likes.hold()
    like.tap()
    await session.activity(of: QuantityIntent.self).settled()
    #expect(session.activity.isPending)
    likes.release()
    await session.settled()
    #expect(!session.activity.isPending)
  }

  @Test func anUnknownOutcomeIsMarked() async {
    let session = session()
    let hold = like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p1", in: session)
    let shown = StateRecorder { hold.status.isUncertain }
    likes.loseNextReply()
    like.tap()
    await clock.sleeping(1)
    #expect(hold.status.isUncertain)
    clock.advance(by: .seconds(1))
    await session.settled()
    #expect(!hold.status.isUncertain)
    #expect(shown.states == [false, true, false])
  }

  @Test func offlineHoldAndItsFailureArePublished() async {
    let session = session { $0.likes.offline = .hold(.seconds(30)) }
    let hold = like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p1", in: session)
    let shown = StateRecorder {
      [hold.status.isPending, hold.status.isWaiting, hold.failure != nil]
    }
    likes.failNext(.offline)
    like.tap()
    await clock.sleeping(1)
    #expect(hold.status.isWaiting)
    clock.advance(by: .seconds(30))
    await session.settled()
    #expect(hold.failure == .offline)
    #expect(shown.states.last == [false, false, true])
    #expect(like.state.change == .rollback)
  }

  @Test func everyTaskAwaitingTheSessionReturns() async {
    let session = session()
    like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p1", in: session)
    likes.hold()
    like.tap()
    var returned = 0
    let waiting = (1...2).map { _ in
      Task {
        await session.settled()
        returned += 1
      }
    }
    await mainActorIsIdle()
    #expect(returned == 0)
    likes.release()
    await mainActorIsIdle()
    #expect(returned == 2)
    for task in waiting { task.cancel() }
  }

  @Test func everyTaskAwaitingAnItemReturns() async {
    let session = session()
    let value = like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p1", in: session)
    let started = FakeWire()
    likes.hold()
    like.tap()
    let waiting = (1...2).map { _ in
      Task {
        try? await started.carry {}
        await value.settled()
      }
    }
    await started.arrived(2)
    likes.release()
    for task in waiting { await task.value }
    #expect(!value.status.isPending)
  }
}
