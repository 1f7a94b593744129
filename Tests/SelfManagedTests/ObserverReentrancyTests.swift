import Components
import Fakes
import Observation
import SelfManaged
import TestSupport
import Testing

/// Observers of the session's own values, and handlers, that act while they are notified.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ObserverReentrancyTests: TimeSuite {
  let cart = FakeCartService()
  let likes = FakeLikeService()
  let clock = FakeClock()
  let page = NoticePage()

  @Test func bindByAnObserverOfTheActivityKeepsTheBarrier() async {
    let session = makeSession(grace: nil)
    let tea = editor("tea", 1, in: session)
    let milk = NumberEditor()
    withObservationTracking {
      _ = session.activity.isPending
    } onChange: {
      MainActor.assumeIsolated { _ = milk.prepareForCart(productID: "milk", in: session) }
    }
    cart.hold()
    tea.add()
    await cart.arrived(2)
    cart.releaseNext(2)
    await mainActorIsIdle()
    tea.add()
    await cart.arrived(3)
    #expect(session.activity.isPending)
    var isSettled = false
    let checkout = Task { @MainActor in
      await session.settled()
      isSettled = true
    }
    await mainActorIsIdle()
    #expect(!isSettled, "the second addition is in flight")
    cart.release()
    await checkout.value
  }

  @Test func unbindingByAnObserverOfTheOffersSendsTheRemoval() async {
    let session = makeSession()
    cart["tea"] = 3
    let binding = session.bind(
      QuantityIntent.self, to: "tea", startingAt: CartValue(quantity: 3),
      knowing: CartAnswer(quantity: 3)
    ) { _ in }
    withObservationTracking {
      _ = session.undoable
    } onChange: {
      MainActor.assumeIsolated { binding.unbind() }
    }
    binding.send(.set(0))
    await mainActorIsIdle()
    #expect(cart.sent == ["=0"])
    #expect(session.undoable.isEmpty)
  }

  @Test func undoByAnObserverOfTheStatusEndsThePendingStatus() async {
    let session = makeSession()
    let tea = editor("tea", in: session)
    withObservationTracking {
      _ = tea.requestStatus
    } onChange: {
      MainActor.assumeIsolated { tea.undo() }
    }
    remove(tea)
    await pass(.seconds(10))
    #expect(tea.state.quantity == 3 && cart.sent == [])
    #expect(!tea.requestStatus.isPending, "nothing is pending, for ever")
  }

  @Test func endByAnObserverOfTheStatusEndsThePendingStatus() async {
    let session = makeSession(grace: nil)
    let tea = editor("tea", in: session)
    withObservationTracking {
      _ = tea.requestStatus
    } onChange: {
      MainActor.assumeIsolated { session.end() }
    }
    tea.add()
    await mainActorIsIdle()
    #expect(!tea.requestStatus.isPending)
  }

  @Test func undoByAnObserverOfTheOffersIsDisplayed() async {
    let session = makeSession()
    let tea = editor("tea", in: session)
    withObservationTracking {
      _ = session.undoable
    } onChange: {
      MainActor.assumeIsolated { tea.undo() }
    }
    remove(tea)
    await pass(.seconds(10))
    #expect(cart.sent == [] && cart["tea"] == 3)
    #expect(tea.state.quantity == 3)
    #expect(session.undoable.isEmpty)
  }

  @Test func tapByAnObserverOfTheOffersIsDisplayed() async {
    let session = makeSession()
    let tea = editor("tea", in: session)
    withObservationTracking {
      _ = session.undoable
    } onChange: {
      MainActor.assumeIsolated { tea.add() }
    }
    remove(tea)
    await pass(.seconds(10))
    #expect(cart["tea"] == 1)
    #expect(tea.state.quantity == 1)
  }

  @Test func removalByAnObserverOfTheOffersIsOffered() async {
    let session = makeSession()
    let (tea, milk) = (editor("tea", in: session), editor("milk", in: session))
    withObservationTracking {
      _ = session.undoable
    } onChange: {
      MainActor.assumeIsolated { remove(milk) }
    }
    remove(tea)
    #expect(session.undoable.map(\.itemID) == ["milk", "tea"], "newest first")
    session.end()
  }

  @Test func flushByAnObserverOfTheOffersWithdrawsTheOffer() async {
    let session = makeSession()
    let tea = editor("tea", in: session)
    withObservationTracking {
      _ = session.undoable
    } onChange: {
      MainActor.assumeIsolated { session.flush() }
    }
    remove(tea)
    await pass(.seconds(10))
    #expect(cart.sent == ["=0"])
    #expect(session.undoable.isEmpty, "it was sent")
  }

  @Test func endDuringTheFeedbackOfATapRollsBack() async {
    let session = makeSession()
    let like = like("p", in: session)
    like.onFeedback = { _ in session.end() }
    like.tap()
    await mainActorIsIdle()
    #expect(likes.calls.isEmpty)
    #expect(like.state.isLiked == false, "nothing was sent, and nothing will be")
  }

  @Test func retryByTheHandlerOfAReloadedCellIsSent() async {
    let session = makeSession(grace: nil)
    let tea = NumberEditor()
    let failing = FailureHandler { tea.retry() }
    tea.nextResponder = failing
    cart["tea"] = 1
    let first = session.bind(
      QuantityIntent.self, to: "tea", startingAt: CartValue(quantity: 1),
      knowing: CartAnswer(quantity: 1)
    ) { change in
      guard change.cause == .rollback else { return }
      tea.prepareForCart(productID: "tea", quantity: 1, in: session)  // Another screen reloads it.
    }
    tea.prepareForCart(productID: "tea", quantity: 1, in: session)
    cart.failNext(.rejected("No"))
    tea.add()
    await mainActorIsIdle()
    #expect(failing.count == 1)
    #expect(cart["tea"] == 2, "the retry was lost")
    first.unbind()
  }

  @Test func retryByTheHandlerOfAReloadedButtonIsSent() async {
    let session = makeSession(grace: nil)
    let button = LikeButton()
    let failing = FailureHandler { button.retry() }
    button.nextResponder = failing
    let first = session.bind(
      LikeIntent.self, to: "p", startingAt: LikeValue(isLiked: false, count: 10),
      knowing: LikeAnswer(isLiked: false, count: 10), asOf: session.beginRead()
    ) { change in
      guard change.cause == .rollback else { return }
      button.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    }
    button.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    likes.failNext(.rejected("No"))
    button.tap()
    await session.settled()
    #expect(failing.count == 1)
    #expect(likes.sent == [true, true], "the retry was lost")
    first.unbind()
  }

  @Test func eachObserverSeesTheRecordsInOrder() async {
    let session = makeSession(grace: nil)
    let tea = editor("tea", 1, in: session)
    var isFirst = true
    var seen: [LogicalTime] = []
    session.observe(QuantityIntent.self) { [unowned session] _ in
      guard isFirst else { return }
      isFirst = false
      session.receive(CartAnswer(quantity: 7), of: QuantityIntent.self, for: "tea")
    }
    session.observe(QuantityIntent.self) { seen.append($0.at) }
    tea.add()
    await mainActorIsIdle()
    #expect(seen == seen.sorted())
  }

  @Test func observerThatIsAddedInACallbackGetsNoEarlierEvent() async {
    let session = Session.fake(cart: cart)
    let tea = NumberEditor()
    tea.prepareForCart(productID: "tea", quantity: 3, in: session)
    var (seen, isFirst): ([Int], Bool) = ([], true)
    session.observe(QuantityIntent.self) { [unowned session] _ in
      guard isFirst else { return }
      isFirst = false
      session.receive(CartAnswer(quantity: 6), of: QuantityIntent.self, for: "tea")
      session.observe(QuantityIntent.self) { seen.append($0.displayed.quantity) }
    }
    session.receive(CartAnswer(quantity: 5), of: QuantityIntent.self, for: "tea")
    #expect(seen == [])
    session.receive(CartAnswer(quantity: 7), of: QuantityIntent.self, for: "tea")
    #expect(seen == [7])
  }
}

/// A page that acts when a tap has failed.
@MainActor
private final class FailureHandler: Responder {
  private let table = EventTable()
  private(set) var count = 0
  var nextResponder: (any Responder)?
  var eventHandling: (any EventHandling)? { table }

  init(_ act: @escaping @MainActor () -> Void) {
    table.on(TapFailed.self) { [unowned self] _, _ in
      count += 1
      act()
      return .stop
    }
  }
}
