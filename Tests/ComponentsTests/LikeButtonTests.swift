import Components
import TestSupport
import Testing

/// A like button as an app uses it without `SelfManaged`.
@MainActor
struct LikeButtonTests {
  let like = LikeButton()

  @Test func newButtonHasNoLikes() {
    #expect(like.state == .init(isLiked: false, count: 0, change: .bind, animates: true))
    #expect(!like.isManaged)
  }

  @Test func aTapTogglesTheStatusAndMovesTheCount() {
    like.configure(isLiked: false, count: 10)
    like.tap()
    #expect(like.state == .init(isLiked: true, count: 11, change: .user))
    like.tap()
    #expect(like.state == .init(isLiked: false, count: 10, change: .user))
  }

  @Test(arguments: [0, -1, Int.min])
  func theCountIsNeverBelowZero(configured: Int) {
    like.configure(isLiked: true, count: configured)
    #expect(like.state.count == 0)
    like.tap()
    #expect(like.state == .init(isLiked: false, count: 0, change: .user))
    like.tap()
    #expect(like.state == .init(isLiked: true, count: 1, change: .user))
  }

  @Test(arguments: [(-1, 0), (0, 0), (5, 5)])
  func changedCountIsNeverBelowZero(changed: Int, count: Int) {
    var state = LikeButton.State(isLiked: true, count: 3)
    state.count = changed
    #expect(state.count == count)
  }

  @Test func theGreatestCountDoesNotTrap() {
    like.configure(isLiked: false, count: .max)
    like.tap()
    #expect(like.state.isLiked)
    #expect(like.state.count == .max)
  }

  @Test func tapIsLeftToTheApp() {
    var taps = 0
    like.configure(isLiked: false, count: 1)
    like.onTap = { taps += 1 }
    like.tap()
    #expect(taps == 1)
    #expect(like.state == .init(isLiked: false, count: 1))
  }

  /// The app shows the new state, and the old one again when the request fails.
  @Test func likeThatIsWiredByHandIsAnimatedAndRolledBackUnanimated() {
    let published = StateRecorder { like.state }
    like.onTap = { [unowned like] in
      like.configure(
        isLiked: !like.state.isLiked, count: like.state.count + 1, animated: true)
    }
    like.tap()
    #expect(like.state.isAnimated)
    like.configure(isLiked: false, count: 0)
    #expect(!like.state.isAnimated)
    #expect(
      published.states == [
        .init(isLiked: true, count: 1, change: .user), .init(isLiked: false, count: 0),
      ])
  }

  @Test func toggleIsTheUsersOwnChange() {
    like.configure(isLiked: false, count: 1)
    like.onTap = { [unowned like] in like.toggle() }
    like.tap()
    #expect(like.state == .init(isLiked: true, count: 2, change: .user))
  }

  @Test func onTapSurvivesConfiguring() {
    var taps = 0
    like.onTap = { taps += 1 }
    like.configure(isLiked: true, count: 3)
    #expect(taps == 0)
    like.tap()
    #expect(taps == 1)
  }

  @Test(arguments: ChangeCause.allCases, [true, false])
  func onlyUserChangesAreAnimatedIfConfigured(cause: ChangeCause, animates: Bool) {
    let state = LikeButton.State(isLiked: true, count: 1, change: cause, animates: animates)
    #expect(state.isAnimated == (cause == .user && animates))
  }

  @Test(arguments: [true, false])
  func configuringSaysWhetherItIsAnimated(animated: Bool) {
    like.configure(isLiked: true, count: 1, animated: animated)
    #expect(like.state.isAnimated == animated)
    like.configure(isLiked: false, count: 0)
    #expect(like.state == .init(isLiked: false, count: 0))
  }

  @Test func onlyTheBehaviorRetries() {
    var retries = 0
    like.retry()
    like.attach(.init(tap: {}, binding: FakeBinding(retried: { retries += 1 })))
    #expect(retries == 0)
    like.retry()
    #expect(retries == 1)
    #expect(like.state == .init(isLiked: false, count: like.state.count))
  }
}

/// Notifications of a like button.
@MainActor
struct LikeButtonObservationTests {
  let like = LikeButton()

  @Test func aTapIsOneNotification() {
    like.configure(isLiked: false, count: 10)
    let published = StateRecorder { [like] in like.state }
    like.tap()
    #expect(published.count == 1)
    like.tap()
    #expect(published.count == 2)
    #expect(published.states.map(\.count) == [11, 10])
  }

  @Test func configuringIsOneNotification() {
    let published = StateRecorder { [like] in like.state }
    like.configure(isLiked: true, count: 7)
    #expect(published.states == [.init(isLiked: true, count: 7)])
  }

  @Test func anEqualStatePublishesNothing() {
    like.configure(isLiked: true, count: 7)
    let published = StateRecorder { [like] in like.state }
    like.show(like.state)
    like.configure(isLiked: true, count: 7)
    #expect(published.count == 0)
    like.show(.init(isLiked: true, count: 7, change: .external))
    #expect(published.count == 1)
  }
}

/// A behavior attached to a like button.
@MainActor
struct LikeButtonBehaviorTests {
  let like = LikeButton()

  @Test func behaviorReplacesTheLocalToggle() {
    var calls: [String] = []
    like.configure(isLiked: false, count: 10)
    like.attach(.init(tap: { calls.append("behavior") }))
    like.onTap = { calls.append("onTap") }
    let before = like.state
    like.tap()
    #expect(like.isManaged)
    #expect(like.state == before)
    #expect(calls == ["behavior", "onTap"])
  }

  @Test func configuringDetachesTheBehaviorOnce() {
    var taps = 0
    var detached = 0
    like.attach(.init(tap: { taps += 1 }, binding: FakeBinding { detached += 1 }))
    like.configure(isLiked: false, count: 10)
    like.configure(isLiked: false, count: 10)
    #expect(detached == 1)
    #expect(!like.isManaged)
    like.tap()
    #expect(taps == 0)
    #expect(like.state.count == 11)
  }

  @Test func configuringOverridesADetachedBehaviorsState() {
    like.attach(
      .init(tap: {}, binding: FakeBinding { [like] in like.show(.init(isLiked: true, count: 99)) }))
    like.configure(isLiked: false, count: 10)
    #expect(like.state == .init(isLiked: false, count: 10))
  }

  @Test func attachingDetachesThePreviousBehaviorFirst() {
    var calls: [String] = []
    like.attach(
      .init(tap: { calls.append("tap 1") }, binding: FakeBinding { calls.append("detached 1") }))
    like.attach(
      .init(tap: { calls.append("tap 2") }, binding: FakeBinding { calls.append("detached 2") }))
    #expect(calls == ["detached 1"])
    like.tap()
    #expect(calls == ["detached 1", "tap 2"])
  }

  @Test func detachingKeepsTheStateAndTogglesLocally() {
    var detached = 0
    like.attach(.init(tap: {}, binding: FakeBinding { detached += 1 }))
    like.show(.init(isLiked: true, count: 5, change: .external))
    like.detach()
    like.detach()
    #expect(detached == 1)
    #expect(like.state == .init(isLiked: true, count: 5, change: .external))
    like.tap()
    #expect(like.state == .init(isLiked: false, count: 4, change: .user))
  }

  @Test func aBehaviorMayDetachItselfDuringItsTap() {
    var detached = 0
    like.attach(.init(tap: { [like] in like.detach() }, binding: FakeBinding { detached += 1 }))
    like.tap()
    #expect(detached == 1)
    #expect(!like.isManaged)
  }
}
