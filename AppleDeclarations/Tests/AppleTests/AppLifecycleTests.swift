import Components
import Fakes
import SelfManaged
import Testing
import UIKit

@testable import AppLifecycle

@MainActor
@Suite(.serialized)  // there is one app
struct AppLifecycleTests {
  @Test func theBackgroundTaskLastsUntilTheSessionIsSettled() async {
    let likes = FakeLikeService(), session = Session.fake(likes: likes), like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    let lifecycle = SessionLifecycle(session)
    likes.hold()
    like.tap()
    lifecycle.enterBackground()
    #expect(UIApplication.shared.backgroundTasks.count == 1)
    likes.release()
    await session.settled()
    await noBackgroundTask()
    lifecycle.end()
  }

  @Test func theBackgroundTaskEndsWhenItsTimeEnds() async {
    let likes = FakeLikeService(), session = Session.fake(likes: likes), like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    let lifecycle = SessionLifecycle(session)
    likes.hold()
    like.tap()
    lifecycle.enterBackground()
    for handler in UIApplication.shared.backgroundTasks.values { handler?() }
    await noBackgroundTask()
    #expect(!session.hasEnded)
    likes.release()
    await session.settled()
    lifecycle.end()
  }

  @Test func theForegroundRefreshesTheItemsOnScreen() async {
    let likes = FakeLikeService(items: ["p1": LikeAnswer(isLiked: false, count: 10)])
    let session = Session.fake(likes: likes), like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    let lifecycle = SessionLifecycle(session)
    likes.items["p1"]?.count = 12
    lifecycle.enterForeground()
    await session.settled()
    #expect(like.state.count == 12)
    lifecycle.end()
  }

  @Test func theNetworkFlushesHeldTaps() async {
    var policy = SessionPolicy()
    policy.likes.offline = .hold(.seconds(60))
    let likes = FakeLikeService(), clock = FakeClock()
    let session = Session.fake(likes: likes, policy: policy, clock: clock), like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.failNext(.offline)
    like.tap()
    for _ in 0..<100 where !like.requestStatus.isWaiting { await Task { @MainActor in }.value }
    #expect(like.requestStatus.isWaiting)
    let lifecycle = SessionLifecycle(session)  // the declared network is available
    for _ in 0..<100 where like.requestStatus.isPending { await Task { @MainActor in }.value }
    #expect(likes.sent == [true, true])
    #expect(!like.requestStatus.isPending)
    lifecycle.end()
    #expect(session.hasEnded)
  }

  /// Runs the tasks of the main actor until the app has no background task.
  private func noBackgroundTask() async {
    let app = UIApplication.shared
    for _ in 0..<100 where !app.backgroundTasks.isEmpty { await Task { @MainActor in }.value }
    #expect(app.backgroundTasks.isEmpty)
  }
}
