import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Taps while the device can't reach the server, and intents that wait for it.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct UnreachableTapTests: TimeSuite {
  let cart = FakeCartService()
  let likes = FakeLikeService()
  let clock = FakeClock()
  let page = NoticePage()

  @Test func removalThatFailsAtOnceIsNotOffered() async {
    let session = makeSession()
    let tea = editor("tea", in: session)
    session.isReachable = false
    remove(tea)
    await mainActorIsIdle()
    #expect(tea.state.quantity == 3)
    #expect(page.failures.count == 1)
    #expect(page.offers.isEmpty, "nothing is removed, so a toast 'Removed - Undo' is wrong")
  }

  @Test func laterTapWhileUnreachableFailsAtOnce() async {
    let session = makeSession(grace: nil)
    let tea = editor("tea", 1, in: session)
    cart.hold()
    tea.add()
    await mainActorIsIdle()
    session.isReachable = false
    tea.add()
    await mainActorIsIdle()
    #expect(tea.state.quantity == 2)
    #expect(page.failures == ["No connection; please try again"])
    cart.release()
    await mainActorIsIdle()
  }

  @Test func tapWhileUnreachableFailsAtOnceBehindABusyLane() async {
    let session = makeSession(grace: nil, lanes: .shared)
    let (tea, milk) = (editor("tea", 1, in: session), editor("milk", 1, in: session))
    cart.failNext(.busy(after: .seconds(100)))
    tea.add()
    await mainActorIsIdle()
    session.isReachable = false
    milk.add()
    await mainActorIsIdle()
    #expect(milk.state.quantity == 1)
    session.end()
  }

  @Test func heldIntentWhoseMomentIsAfterItsDeadlineIsSent() async {
    let session = makeSession(grace: nil, offline: .hold(.seconds(10)), spread: .seconds(2))
    let tea = editor("tea", 1, in: session)
    session.isReachable = false
    tea.add()
    await pass(.milliseconds(9_900))
    clock.random = 0.5
    session.isReachable = true  // Its moment is in one second.
    await pass(.milliseconds(200))
    await pass(.seconds(2))
    #expect(page.failures == [], "the network was back in time")
    #expect(cart["tea"] == 2)
  }

  @Test func flushSendsASharedLaneInTheOrderOfTheTaps() async {
    let session = makeSession(grace: nil, lanes: .shared, offline: .hold(.seconds(3_600)))
    let (tea, apple) = (editor("tea", 1, in: session), editor("apple", 1, in: session))
    cart.failNext(.offline)
    cart.failNext(.offline)
    tea.add()
    apple.add()
    await mainActorIsIdle()
    session.flush()
    await mainActorIsIdle()
    #expect(cart.calls.map(\.product) == ["tea", "apple", "tea", "apple"])
  }

  @Test func undoAfterSendingFailsAtOnce() async {
    let session = makeSession()
    let tea = editor("tea", in: session)
    cart.hold()
    remove(tea)
    session.flush()
    await mainActorIsIdle()
    session.isReachable = false
    tea.undo()
    #expect(tea.state.quantity == 0)
    cart.release()
    await mainActorIsIdle()
    #expect(tea.state.quantity == 0)
    #expect(page.failures.count == 1)
  }

  @Test func settledSendsTheRemovalsOfASharedLaneInTheOrderOfTheTaps() async {
    let session = makeSession(lanes: .shared)
    let editors = ["pear", "apple", "fig"].map { editor($0, in: session) }
    for editor in editors { remove(editor) }
    await session.settled()
    #expect(cart.calls.map(\.product) == ["pear", "apple", "fig"])
  }
}
