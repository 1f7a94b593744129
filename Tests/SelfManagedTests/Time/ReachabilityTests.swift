import Components
import Fakes
import Observation
import SelfManaged
import TestSupport
import Testing

/// A session that knows whether the server can be reached.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ReachabilityTests {
  let cart = FakeCartService()
  let clock = FakeClock()

  private func holding(_ clock: FakeClock) -> Session {
    var policy = SessionPolicy()
    policy.cart.offline = .hold(.seconds(3_600))
    policy.cart.lanes = .perItem
    return Session.fake(cart: cart, policy: policy, clock: clock)
  }

  private func editor(_ product: String, in session: Session) -> NumberEditor {
    let editor = NumberEditor()
    editor.prepareForCart(productID: product, quantity: 0, in: session)
    return editor
  }

  /// Where tasks start later, the request has not left when the network is lost.
  @Test func nothingIsSentAfterTheNetworkIsLost() async {
    let likes = FakeLikeService(), session = Session.fake(likes: likes), button = LikeButton()
    button.selfManagedConfigure(isLiked: false, count: 10, itemID: "a", in: session)
    button.tap()
    let sent = likes.sent
    session.isReachable = false
    await mainActorIsIdle()
    #expect(likes.sent == sent)
    #expect(button.state.isLiked == !sent.isEmpty)
  }

  /// The app enters the background without a network, which comes back before the end of the grace period.
  @Test func flushWhileUnreachableKeepsARemovalThatCanBeUndone() async {
    var policy = SessionPolicy()
    policy.cart.grace = .seconds(5)
    let session = Session.fake(cart: cart, policy: policy, clock: clock)
    let editor = NumberEditor()
    editor.prepareForCart(productID: "tea", quantity: 1, in: session)
    editor.reduce()
    session.isReachable = false
    session.flush()
    #expect(session.undoable.count == 1)
    #expect(editor.state.quantity == 0)
    session.isReachable = true
    session.flush()
    await session.settled()
    #expect(cart.calls.count == 1)
    #expect(editor.state.quantity == 0)
  }

  @Test func laterTapDoesNotLeaveBeforeAnOlderOne() async {
    let likes = FakeLikeService()
    var policy = SessionPolicy()
    policy.likes.offline = .hold(.seconds(3_600))
    policy.reconnectSpread = .seconds(10)
    var moments = [0.9, 0.1]
    var sessionClock = clock.sessionClock
    sessionClock.random = { moments.isEmpty ? 0 : moments.removeFirst() }
    let session = Session(likes: likes, policy: policy, keyPrefix: "t", clock: sessionClock)
    let first = LikeButton(), second = LikeButton()
    first.selfManagedConfigure(isLiked: false, count: 1, itemID: "a", in: session)
    second.selfManagedConfigure(isLiked: false, count: 1, itemID: "b", in: session)
    session.isReachable = false
    first.tap()
    session.isReachable = true
    likes.failNext(.offline)
    second.tap()
    await mainActorIsIdle()
    let before = likes.calls.count
    session.isReachable = true  // The monitor reports another network.
    clock.advance(by: .seconds(2))
    await mainActorIsIdle()
    clock.advance(by: .seconds(9))
    await mainActorIsIdle()
    let sent = likes.calls.dropFirst(before).map { call in
      if case .set(_, let itemID, _) = call { itemID } else { "read" }
    }
    #expect(sent == ["a", "b"])
  }

  @Test func tapFailsAtOnceWhileUnreachable() async {
    let session = Session.fake(cart: cart)
    session.isReachable = false
    let tea = editor("tea", in: session)
    let page = NoticePage()
    tea.nextResponder = page
    tea.add()
    await session.settled()
    #expect(cart.arrivals == 0)
    #expect(tea.state.quantity == 0)
    #expect(page.failures == ["No connection; please try again"])
  }

  @Test func requestThatMayHaveBeenAppliedWaitsNoLongerThanTheHold() async {
    clock.random = 1
    let session = holding(clock)
    let tea = editor("tea", in: session)
    cart.failNext(.unknownOutcome)
    cart.failNext(.offline)
    tea.edit("3")
    tea.endEditing()
    await clock.sleeping(1)
    clock.advance(by: .seconds(2))  // The lost request is sent again, without the network.
    await mainActorIsIdle()
    clock.advance(by: .seconds(3_600))
    await session.settled()
    #expect(cart.sent == ["=3", "=3"])
    #expect(tea.state.quantity == 0, "it is read back")
  }

  /// A wait for the network is bounded by its time, not by the attempts that found none.
  @Test(arguments: [0, 8], [0, 8])
  func lostRequestIsKeptThroughAppSwitchesAndFlaps(switches: Int, flaps: Int) async {
    let session = holding(clock)
    let tea = editor("tea", in: session)
    cart.failNext(.unknownOutcome)
    tea.edit("3")
    tea.endEditing()
    await mainActorIsIdle()
    session.isReachable = false
    for _ in 0..<switches {
      session.flush()
      await mainActorIsIdle()
    }
    for _ in 0..<flaps {
      session.isReachable = false
      cart.failNext(.offline)  // The resumed request finds no network after all.
      session.isReachable = true
      await mainActorIsIdle()
      clock.advance(by: .seconds(1))
      await mainActorIsIdle()
    }
    session.isReachable = true
    clock.advance(by: .seconds(1))
    await session.settled()
    #expect(cart["tea"] == 3)
    #expect(tea.requestStatus.failure == nil)
  }

  @Test func observerOfRecordsSeesOnlyRequestsThatLeave() async {
    let session = holding(clock)
    var sent: [Int] = []
    session.observe(QuantityIntent.self) {
      if let sending = $0.sent { sent.append(sending.info.attempt) }
    }
    session.isReachable = false
    let tea = editor("tea", in: session)
    tea.add()
    #expect(sent.isEmpty)
    session.isReachable = true
    await session.settled()
    #expect(sent == [1])
    #expect(cart.arrivals == 1)
  }

  @Test func randomMomentsKeepTheOrderOfTheTaps() async {
    var randoms = [0.9, 0.1, 0.5]
    var timing = clock.sessionClock
    timing.random = { randoms.isEmpty ? 0 : randoms.removeFirst() }
    var policy = SessionPolicy()
    policy.cart.offline = .hold(.seconds(3_600))
    policy.cart.lanes = .perItem
    policy.reconnectSpread = .seconds(10)
    let session = Session(cart: cart, policy: policy, clock: timing)
    session.isReachable = false
    let editors = ["tea", "milk", "coffee"].map { editor($0, in: session) }
    for editor in editors { editor.add() }
    await clock.sleeping(3)
    session.isReachable = true
    await clock.sleeping(6)
    for second in [1, 5, 9] {
      clock.advance(by: .seconds(second) - clock.now)
      await cart.arrived(second == 1 ? 1 : second == 5 ? 2 : 3)
    }
    await session.settled()
    #expect(cart.calls.map(\.product) == ["tea", "milk", "coffee"])
  }

  @Test func heldIntentsLeaveInTheOrderOfTheTaps() async {
    let session = holding(clock)
    session.isReachable = false
    let (tea, coffee, milk) = (
      editor("tea", in: session), editor("coffee", in: session), editor("milk", in: session)
    )
    for editor in [tea, milk, coffee] { editor.add() }
    await clock.sleeping(3)
    #expect(cart.arrivals == 0)
    #expect(tea.requestStatus.isWaiting)
    cart.hold()
    session.isReachable = true
    await cart.arrived(3)
    #expect(cart.calls.map(\.product) == ["tea", "milk", "coffee"])
    cart.release()
    await session.settled()
    #expect([tea, coffee, milk].map(\.state.quantity) == [1, 1, 1])
  }

  @Test func eachIntentIsSentOnceHoweverOftenTheNetworkReturns() async {
    let session = holding(clock)
    let tea = editor("tea", in: session)
    for _ in 0..<10 {
      session.isReachable = false
      tea.add()
      session.isReachable = true
      await session.settled()
    }
    #expect(cart["tea"] == 10)
    #expect(cart.sent.count == 10)
  }

  /// Taps while the network is lost; when it is back, the tap waits for its random delay.
  private func departing(in session: Session) async -> NumberEditor {
    session.isReachable = false
    let tea = editor("tea", in: session)
    tea.add()
    await clock.sleeping(1)
    clock.random = 0.5
    session.isReachable = true
    await clock.sleeping(2)
    return tea
  }

  @Test func requestsAreSpreadAfterReconnectingAndStopWhenTheNetworkIsLost() async {
    let session = holding(clock)
    let tea = await departing(in: session)
    clock.advance(by: .milliseconds(499))
    await mainActorIsIdle()
    #expect(cart.arrivals == 0)
    session.isReachable = false
    clock.advance(by: .seconds(1))
    await mainActorIsIdle()
    #expect(tea.requestStatus.isWaiting)
    session.isReachable = true
    await clock.sleeping(3)
    clock.advance(by: .milliseconds(500))
    await session.settled()
    #expect(cart.sent == ["+1"])
  }

  @Test func endCancelsTheReconnectDelays() async {
    let session = holding(clock)
    let tea = await departing(in: session)
    session.end()
    await mainActorIsIdle()
    #expect(clock.sleeperCount == 0)
    #expect(tea.state.quantity == 0)
  }

  @Test func repeatedReportOfTheNetworkPostponesNothing() async {
    let session = holding(clock)
    session.isReachable = false
    let (tea, milk) = (editor("tea", in: session), editor("milk", in: session))
    tea.add()
    await clock.sleeping(1)
    clock.random = 0.5
    session.isReachable = true  // The moment of tea is in 500 ms.
    await clock.sleeping(2)
    clock.advance(by: .milliseconds(250))
    cart.failNext(.offline)
    milk.add()
    await clock.sleeping(3)
    session.isReachable = true  // The moment of milk is 250 ms later.
    await clock.sleeping(4)
    clock.advance(by: .milliseconds(250))
    await cart.arrived(2)
    #expect(cart.calls.map(\.product) == ["milk", "tea"])
    clock.advance(by: .milliseconds(250))
    await session.settled()
    #expect(cart.calls.map(\.product) == ["milk", "tea", "milk"])
    #expect(cart["tea"] == 1 && cart["milk"] == 1)
  }

  @Test func newTapTriesAHeldIntent() async {
    let session = holding(clock)
    let tea = editor("tea", in: session)
    cart.wire.failNext(.offline)
    cart.hold()
    tea.add()
    await cart.arrived(1)
    cart.releaseNext()
    await until { tea.requestStatus.isWaiting }
    tea.add()
    await cart.arrived(2)
    cart.release()
    await session.settled()
    #expect(cart.sent == ["+1", "+2"])
    #expect(cart["tea"] == 2)
  }

  @Test func failedReadsAreRepeatedWhenTheNetworkReturns() async {
    let session = Session.fake(cart: cart)
    session.isReachable = false
    cart["tea"] = 3
    let tea = NumberEditor()
    tea.prepareForCart(productID: "tea", in: session)
    await session.settled()
    #expect(tea.requestStatus.isInDoubt)
    #expect(cart.arrivals == 0)
    session.isReachable = true
    await session.settled()
    #expect(tea.state.quantity == 3)
  }

  @Test func lostRequestIsSentAgainUnderItsKeyWhenTheNetworkReturns() async {
    var policy = SessionPolicy()
    policy.cart.offline = .hold(.seconds(3_600))
    policy.cart.honorsIdempotencyKeys = true
    let session = Session.fake(cart: cart, policy: policy, clock: clock)
    let tea = editor("tea", in: session)
    cart.loseNextReply()
    tea.add()
    await mainActorIsIdle()
    session.isReachable = false
    clock.advance(by: .milliseconds(500))
    await mainActorIsIdle()
    clock.advance(by: .seconds(600))
    await mainActorIsIdle()
    #expect(tea.state.quantity == 1)
    #expect(tea.requestStatus.isUncertain)
    session.isReachable = true
    await session.settled()
    #expect(cart["tea"] == 1)
    #expect(tea.state.quantity == 1)
    #expect(Set(cart.calls.compactMap(\.key)).count == 1)
  }

  @Test func reportOfTheNetworkSendsWhatWaits() async {
    let session = holding(clock)
    let tea = editor("tea", in: session)
    cart.failNext(.offline)
    tea.add()
    await clock.sleeping(1)
    #expect(tea.requestStatus.isWaiting)
    session.isReachable = true
    await session.settled()
    #expect(cart.sent == ["+1", "+1"])
  }

  @Test func reachabilityIsObserved() async {
    let session = Session.fake()
    await confirmation { changed in
      withObservationTracking {
        _ = session.isReachable
      } onChange: {
        changed()
      }
      session.isReachable = false
    }
    #expect(!session.isReachable)
  }
}

extension FakeCartService.Call {
  var product: String {
    switch self {
    case .add(_, let id, _), .reduce(_, let id, _), .set(_, let id, _), .read(let id): id
    case .readCart: "cart"
    }
  }

  var key: IdempotencyKey? {
    switch self {
    case .add(_, _, let info), .reduce(_, _, let info), .set(_, _, let info): info.key
    case .read, .readCart: nil
    }
  }
}
