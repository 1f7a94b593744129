import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Pauses that a busy server asked for, and the network: what waits, and what is not sent.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct PauseTests: TimeSuite {
  let cart = FakeCartService()
  let likes = FakeLikeService()
  let clock = FakeClock()
  let page = NoticePage()

  private var reads: Int { cart.calls.count { if case .read = $0 { true } else { false } } }

  @Test func flushDoesNotShortenTheDelayOfABusyReadBack() async {
    let session = makeSession(grace: nil)
    let tea = editor("tea", 3, in: session)
    cart.loseNextReply()
    cart.failNext(.busy(after: .seconds(300)))
    tea.add()
    await mainActorIsIdle()
    #expect(reads == 1)
    session.flush()
    await mainActorIsIdle()
    #expect(reads == 1)
    await pass(.seconds(120))  // The longest delay of the policy.
    #expect(reads == 2)
    #expect(!tea.requestStatus.isInDoubt)
  }

  @Test func bindingDoesNotShortenTheDelayOfTheLastBusyReadBack() async {
    let session = makeSession(grace: nil)
    let tea = editor("tea", 3, in: session)
    cart.loseNextReply()
    for _ in 0..<6 { cart.failNext(.busy(after: .seconds(10))) }
    tea.add()
    for _ in 0..<5 { await pass(.seconds(20)) }
    #expect(reads == 6)
    #expect(!tea.requestStatus.isPending)
    let other = NumberEditor()
    other.prepareForCart(productID: "tea", quantity: 3, in: session)
    await mainActorIsIdle()
    #expect(reads == 6)
    await pass(.seconds(20))
    #expect(reads == 7)
  }

  @Test func tapBackDuringAPauseSendsNothing() async {
    let session = makeSession()
    let tea = editor("tea", 1, in: session)
    let other = await pause(session)
    tea.add()
    tea.reduce()
    #expect(tea.state.quantity == 1)
    await pass(.seconds(20))
    #expect(sent("tea") == [])
    withExtendedLifetime(other) {}
  }

  @Test func likeBackDuringAPauseSendsNothing() async {
    let session = makeSession()
    let other = await pause(session)
    let like = like("p", in: session)
    like.tap()
    like.tap()
    #expect(like.state.isLiked == false)
    await pass(.seconds(20))
    #expect(likes.sent == [])
    withExtendedLifetime(other) {}
  }

  @Test func tapsDuringAPauseAreOneRequest() async {
    let session = makeSession()
    let tea = editor("tea", 1, in: session)
    let other = await pause(session)
    for _ in 0..<5 { tea.add() }
    await pass(.seconds(11))
    #expect(cart["tea"] == 6)
    #expect(sent("tea") == ["+5"])
    withExtendedLifetime(other) {}
  }

  @Test func pushDuringAPauseIsShown() async {
    let session = makeSession()
    let tea = editor("tea", 1, in: session)
    let other = await pause(session)
    tea.add()
    await mainActorIsIdle()
    session.receive(CartAnswer(quantity: 7, version: 50), of: QuantityIntent.self, for: "tea")
    #expect(tea.state.quantity == 8)
    withExtendedLifetime(other) {}
    session.end()
  }

  @Test func signOutFailsWhatAPauseHoldsBack() async {
    let session = makeSession()
    let (milk, tea) = (editor("milk", 1, in: session), editor("tea", 1, in: session))
    cart.hold()
    milk.add()
    await cart.arrived(1)
    let other = editor("other", 1, in: session)
    other.add()
    await cart.arrived(2)
    cart.failNext(.busy(after: .seconds(10)).scoped(to: .session))
    cart.wire.releaseLast()
    await mainActorIsIdle()
    tea.add()
    await mainActorIsIdle()
    #expect(tea.state.quantity == 2 && sent("tea") == [])
    cart.failNext(.signedOut)
    cart.release()
    await mainActorIsIdle()
    #expect(milk.state.quantity == 1)
    #expect(tea.state.quantity == 1, "it was not sent, and fails with the whole session's")
    await pass(.seconds(20))
    #expect(sent("tea") == [])
    withExtendedLifetime(other) {}
  }

  @Test func endOfTheSessionCancelsWhatAPauseHeldBack() async {
    let session = makeSession()
    let tea = editor("tea", 1, in: session)
    let other = await pause(session)
    tea.add()
    await mainActorIsIdle()
    #expect(sent("tea") == [])
    session.end()
    #expect(tea.state.quantity == 1, "it was not sent")
    await pass(.seconds(20))
    #expect(sent("tea") == [])
    withExtendedLifetime(other) {}
  }

  @Test func endOfTheSessionDuringABackOffShowsTheConfirmedValue() async {
    let session = makeSession()
    let tea = editor("tea", 1, in: session)
    cart.failNext(.busy(after: .seconds(10)))
    tea.add()
    await mainActorIsIdle()
    session.end()
    #expect(tea.state.quantity == 1, "the server did nothing")
  }

  @Test func readThatMeetsABusyLanePausesIt() async {
    let session = makeSession(grace: nil, lanes: .shared)
    let milk = editor("milk", 1, in: session)
    cart.failNext(.busy(after: .seconds(10)).scoped(to: .lane))
    let tea = NumberEditor()
    tea.prepareForCart(productID: "tea", in: session)
    await mainActorIsIdle()
    #expect(cart.arrivals == 1)
    milk.add()
    await pass(.seconds(5))
    #expect(sent("milk") == [], "the server asked the lane to wait")
    await pass(.seconds(6))
    #expect(sent("milk") == ["+1"])
    withExtendedLifetime(tea) {}
  }

  @Test func busyLaneStopsTheOtherItems() async {
    let session = makeSession(grace: nil, lanes: .shared)
    let (tea, milk) = (editor("tea", 1, in: session), editor("milk", 1, in: session))
    cart.failNext(.busy(after: .seconds(10)).scoped(to: .lane))
    tea.add()
    await mainActorIsIdle()
    milk.add()
    await pass(.seconds(9))
    #expect(cart.sent == ["+1"])
    await pass(.seconds(2))
    #expect(sent("tea") == ["+1", "+1"] && sent("milk") == ["+1"])
  }

  @Test(arguments: [true, false])
  func readsDuringEndlessPausesEnd(_ isReadBack: Bool) async {
    let session = makeSession()
    clock.random = 1
    let tea = NumberEditor()
    if isReadBack {
      let tapped = editor("tea", 1, in: session)
      cart.loseNextReply()
      cart.hold()
      tapped.add()
      await cart.arrived(1)
      likes.failNext(.busy(after: .seconds(20)).scoped(to: .session))
      let like = like("first", in: session)
      like.tap()
      await mainActorIsIdle()
      cart.release()
      await mainActorIsIdle()
      #expect(tapped.requestStatus.isUncertain)
    } else {
      likes.failNext(.busy(after: .seconds(20)).scoped(to: .session))
      let like = like("first", in: session)
      like.tap()
      await mainActorIsIdle()
      tea.prepareForCart(productID: "tea", in: session)
    }
    let before = cart.arrivals
    var buttons: [LikeButton] = []
    for number in 0..<60 {
      await pass(.seconds(10))
      await pass(.seconds(10))
      likes.failNext(.busy(after: .seconds(20)).scoped(to: .session))
      let like = like("p\(number)", in: session)
      like.tap()
      await mainActorIsIdle()
      buttons.append(like)
    }
    let isPending = session.activity(of: QuantityIntent.self).isPending
    #expect(!isPending || cart.arrivals > before, "1200 seconds are more than any bound")
    session.end()
  }

  @Test func lostRequestThatTheNetworkHoldsIsShownAsWaiting() async {
    let session = makeSession(grace: nil, offline: .hold(.seconds(3_600)), keys: true)
    let tea = editor("tea", 1, in: session)
    cart.loseNextReply()
    tea.add()
    await mainActorIsIdle()
    session.isReachable = false
    await pass(.seconds(1))
    #expect(tea.requestStatus.isUncertain)
    #expect(tea.requestStatus.isWaiting, "it waits for the network, for an hour at most")
    session.isReachable = true
    await pass(.seconds(10))
    #expect(cart["tea"] == 2 && tea.state.quantity == 2)
  }

  @Test func burstWhileUnreachableFailsAtOnce() async {
    let session = makeSession(grace: nil, coalescing: .seconds(1))
    let tea = editor("tea", 1, in: session)
    session.isReachable = false
    tea.add()
    await mainActorIsIdle()
    #expect(tea.state.quantity == 1)
    #expect(page.failures.count == 1)
  }

  @Test func shorterPauseDoesNotReplaceALongerOne() async {
    let session = makeSession()
    let (tea, milk, coffee) = (
      editor("tea", 1, in: session), editor("milk", 1, in: session),
      editor("coffee", 1, in: session)
    )
    cart.hold()
    tea.add()
    milk.add()
    await cart.arrived(2)
    cart.failNext(.busy(after: .seconds(10)).scoped(to: .session))
    cart.failNext(.busy(after: .seconds(2)).scoped(to: .session))
    cart.release()
    await mainActorIsIdle()
    coffee.add()
    session.isReachable = false
    session.isReachable = true
    await pass(.milliseconds(9_999))
    #expect(cart.arrivals == 2)
    await pass(.seconds(3))
    #expect([tea, milk, coffee].map(\.state.quantity) == [2, 2, 2])
    #expect(cart["tea"] == 2 && cart["milk"] == 2 && cart["coffee"] == 2)
  }
}
