import Components
import Fakes
import Observation
import SelfManaged
import TestSupport
import Testing

/// Undos that have nothing to undo, and undos whose former value is not known.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct UndoWithoutEffectTests: TimeSuite {
  let cart = FakeCartService()
  let likes = FakeLikeService()
  let clock = FakeClock()
  let page = NoticePage()

  @Test func undoOfAQuantityThatIsNotKnownSetsNothing() async {
    let session = makeSession(coalescing: .seconds(1))
    cart["tea"] = 5
    cart.hold()  // The read is slow.
    let tea = NumberEditor()
    tea.prepareForCart(productID: "tea", in: session)
    await cart.arrived(1)
    tea.add()
    tea.reduce()
    #expect(tea.state.quantity == 0)
    tea.undo()
    cart.release()
    await pass(.seconds(2))
    await session.settled()
    #expect(sent("tea") == ["+1"])
    #expect(cart["tea"] == 6)
    #expect(tea.state.quantity == 6)
  }

  @Test func removalIsUndoneOnce() async {
    let session = makeSession()
    let tea = editor("tea", in: session)
    remove(tea)
    await pass(.seconds(6))
    tea.undo()
    await session.settled()
    #expect(sent("tea") == ["=0", "=3"])
    session.receive(CartAnswer(quantity: 0), of: QuantityIntent.self, for: "tea")
    #expect(tea.state.quantity == 0, "another device has removed it")
    tea.undo()
    await session.settled()
    #expect(sent("tea") == ["=0", "=3"])
    #expect(tea.state.quantity == 0)
  }

  @Test func undoWithoutARemovalKeepsAQueuedTapWhileUnreachable() async {
    let session = makeSession()
    let tea = editor("tea", in: session)
    cart.hold()
    tea.add()
    await cart.arrived(1)
    tea.add()  // Queued while the server was reachable.
    session.isReachable = false
    tea.undo()
    #expect(tea.state.quantity == 5)
    #expect(page.failures == [])
    session.isReachable = true
    cart.release()
    await session.settled()
    #expect(cart["tea"] == 5)
  }

  @Test func undoOfARemovalThatWaitsForTheNetworkDropsIt() async {
    let session = makeSession(offline: .hold(.seconds(60)))
    let tea = editor("tea", in: session)
    session.isReachable = false
    tea.add()
    remove(tea)
    await pass(.seconds(6))  // The grace period is over, and the removal waits.
    session.receive(CartAnswer(quantity: 7), of: QuantityIntent.self, for: "tea")
    cart["tea"] = 7
    tea.undo()
    #expect(tea.state.quantity == 8, "the earlier plus still waits")
    session.isReachable = true
    await session.settled()
    #expect(sent("tea") == ["+1"])
    #expect(cart["tea"] == 8)
  }

  @Test func undoThatFailsIsRecordedAsATap() async {
    let session = makeSession(coalescing: .seconds(1))
    let tea = editor("tea", in: session)
    tea.add()
    remove(tea)
    session.isReachable = false
    var records: [ItemRecord<QuantityIntent>] = []
    session.observe(QuantityIntent.self) { records.append($0) }
    tea.undo()  // The plus before the removal fails at once.
    #expect(records.map(\.tapped) == [.add(1)])
    #expect(records.last?.resolved.last?.resolution == .failed(.offline))
    #expect(tea.state.quantity == 3)
  }

  /// The offer retains the item, which the session has forgotten and loaded again meanwhile.
  @Test func offerOfAForgottenItemChangesNoNewOne() async {
    var policy = SessionPolicy()
    policy.cart.grace = .seconds(5)
    policy.rememberedItemLimit = 0
    let session = Session.fake(cart: cart, policy: policy, clock: clock)
    let former = editor("tea", in: session)
    remove(former)
    let offer = session.undoable.first
    former.detach()
    await session.settled()
    #expect(cart["tea"] == 0)
    let tea = editor("tea", 2, in: session)
    offer?.undo()
    await session.settled()
    #expect(tea.state.quantity == 2)
    #expect(sent("tea") == ["=0"])
  }

  @Test func undoOfAFailedRemovalOfTwoTapsDoesNothing() {
    var policy = OptimisticPolicy()
    policy.grace = .seconds(5)
    var bench = Bench<QuantityIntent>(3, policy)
    bench.tap(.set(0))
    bench.tap(.set(0))
    bench.endWait()
    bench.fail(.rejected)
    bench.feed(.report(CartAnswer(quantity: 0, version: 9), .push))
    bench.feed(.undo)
    #expect(bench.shown == 0)
    #expect(bench.sent == [.set(0)])
  }

  /// The server kept one, which another device removed later.
  @Test func undoOfAnAdjustedRemovalKeepsTheRemovalByAnotherDevice() {
    var policy = OptimisticPolicy()
    policy.grace = .seconds(5)
    var bench = Bench<QuantityIntent>(3, policy)
    bench.tap(.set(0))
    bench.feed(.flush)
    bench.reply(CartAnswer(quantity: 1, version: 1))
    bench.feed(.report(CartAnswer(quantity: 0, version: 2), .push))
    bench.feed(.undo)
    #expect(bench.shown == 0)
    #expect(bench.sent == [.set(0)])
  }

  @Test func undoOfATapThatRemovedNothingKeepsTheRemovalByAnotherDevice() {
    var policy = OptimisticPolicy()
    policy.grace = .seconds(5)
    var bench = Bench<QuantityIntent>(2, policy)
    bench.tap(.set(2))
    bench.feed(.report(CartAnswer(quantity: 0), .push))
    let undo = bench.feed(.undo)
    #expect(bench.resolutions[undo] == .unchanged)
    #expect(bench.shown == 0)
    #expect(bench.sent == [])
  }

  /// Another device removed the product, put it back, and removed it again.
  @Test func undoOfAFailedRemovalIgnoresLaterRemovals() {
    var policy = OptimisticPolicy()
    policy.grace = .seconds(5)
    var bench = Bench<QuantityIntent>(1, policy)
    bench.feed(.report(CartAnswer(quantity: 1, version: 1), .push))
    bench.tap(.add(-1))
    bench.feed(.flush)
    bench.fail(.rejected("No", answer: CartAnswer(quantity: 0, version: 2)))
    bench.feed(.report(CartAnswer(quantity: 2, version: 3), .push))
    bench.feed(.report(CartAnswer(quantity: 0, version: 4), .push))
    bench.feed(.undo)
    #expect(bench.shown == 0)
    #expect(bench.sent == [.add(-1)])
  }

  @Test func undoOfAFailedRemovalKeepsTheRemovalByAnotherDevice() async {
    let session = makeSession()
    let tea = editor("tea", in: session)
    remove(tea)
    cart.failNext(.rejected("No"))
    await pass(.seconds(6))
    #expect(tea.state.quantity == 3)
    cart["tea"] = 0
    session.receive(CartAnswer(quantity: 0), of: QuantityIntent.self, for: "tea")
    tea.undo()
    await session.settled()
    #expect(sent("tea") == ["=0"])
    #expect(cart["tea"] == 0)
  }

  /// The undo sets the number that is confirmed, since the sent removal found no network.
  @Test func recordOfAnUndoThatCancelsOutARemovalNamesItsIntent() async {
    let session = makeSession(offline: .hold(.seconds(60)))
    var records: [ItemRecord<QuantityIntent>] = []
    session.observe(QuantityIntent.self) { records.append($0) }
    let tea = editor("tea", 1, in: session)
    cart.hold()
    remove(tea)
    session.flush()
    await cart.arrived(1)
    tea.edit("1")
    tea.endEditing()
    remove(tea)
    cart.failNext(.offline)
    cart.release()
    await mainActorIsIdle()
    #expect(tea.requestStatus.isWaiting)
    tea.undo()
    #expect(tea.state.quantity == 1)
    #expect(records.last?.tapped == .set(1))
    #expect(records.last?.resolved.map(\.resolution) == [.merged, .unchanged])
    await session.settled()
    #expect(cart["tea"] == 1)
  }

  /// The reply to the first request adjusts it, while a removal can be undone.
  @Test func adjustmentDoesNotRepeatTheOfferOfALaterRemoval() async {
    let session = makeSession()
    let tea = editor("tea", 1, in: session)
    cart.stock["tea"] = 4
    cart.hold()
    tea.beginEditing()
    tea.edit("9")
    tea.endEditing()
    await cart.arrived(1)
    remove(tea)
    #expect(page.offers.count == 1)
    cart.release()
    await mainActorIsIdle()
    #expect(page.adjustments == 1)
    #expect(page.offers.count == 1)
    tea.undo()
    await session.settled()
    #expect(tea.state.quantity == 4)
  }

  /// The list of offers changes while it is being published.
  @Test func removalByAnObserverOfTheOffersIsOfferedOnce() async {
    let session = makeSession()
    let tea = editor("tea", in: session)
    let other = session.bind(QuantityIntent.self, to: "tea", startingAt: .unknown) { _ in }
    withObservationTracking {
      _ = session.undoable
    } onChange: {
      MainActor.assumeIsolated {
        other.undo()
        other.send(.set(0))
      }
    }
    remove(tea)
    #expect(session.undoable.count == 1)
    #expect(tea.state.quantity == 0)
    session.undoable.first?.undo()
    #expect(tea.state.quantity == 3)
    #expect(session.undoable.isEmpty)
    await session.settled()
    #expect(cart["tea"] == 3)
    other.unbind()
  }
}
