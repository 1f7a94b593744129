import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// A session whose server is busy.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct BusyServerTests {
  let cart = FakeCartService()
  let likes = FakeLikeService()
  let clock = FakeClock()

  @Test func additionIsAppliedOnceAndNotBeforeTheDelay() async {
    let session = Session.fake(cart: cart, clock: clock)
    let editor = NumberEditor()
    editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    cart.wire.failNext(.busy(after: .seconds(10)))
    editor.add()
    await clock.sleeping(1)
    #expect(editor.state.quantity == 1)
    #expect(editor.requestStatus.isWaiting)
    clock.advance(by: .milliseconds(9_999))
    await mainActorIsIdle()
    #expect(cart.sent == ["+1"])
    clock.advance(by: .milliseconds(1))
    await session.settled()
    #expect(cart.sent == ["+1", "+1"])
    #expect(cart["tea"] == 1)
    #expect(editor.state.quantity == 1)
  }

  /// A checkout does not wait for the delay of a read that is no longer needed.
  @Test func pushEndsTheWaitForARefusedRead() async {
    let session = Session.fake(likes: likes, clock: clock)
    let like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 1, itemID: "p", in: session)
    likes.wire.failNext(.busy(after: .seconds(60)))
    session.refresh()
    await clock.sleeping(1)
    #expect(session.activity.isPending)
    session.receive(LikeAnswer(isLiked: true, count: 2), of: LikeIntent.self, for: "p")
    #expect(like.state.isLiked)
    #expect(!session.activity.isPending)
    session.refresh()
    #expect(likes.arrivals == 1, "another read waits as long as the server asked")
    clock.advance(by: .seconds(60))
    await session.settled()
    #expect(likes.arrivals == 2)
  }

  @Test func oneRequestPausesTheSession() async {
    let session = Session.fake(likes: likes, clock: clock)
    let buttons = (0..<40).map { number in
      let button = LikeButton()
      button.selfManagedConfigure(isLiked: false, count: 0, itemID: "p\(number)", in: session)
      return button
    }
    likes.wire.failNext(.busy(after: .seconds(10)).scoped(to: .session))
    buttons[0].tap()
    await clock.sleeping(1)
    for button in buttons.dropFirst() { button.tap() }
    await mainActorIsIdle()
    #expect(likes.arrivals == 1)
    clock.advance(by: .seconds(10))
    await session.settled()
    #expect(likes.arrivals == 41)
    #expect(buttons.allSatisfy { $0.state.isLiked && $0.requestStatus.failure == nil })
  }

  /// The jitter is at most a half of the whole delay, fractions of a second included.
  @Test(arguments: [(asked: 10_000, expected: 15_000), (asked: 1_500, expected: 2_250)])
  func jitterOnlyAdds(milliseconds: (asked: Int, expected: Int)) async {
    clock.random = 1
    let session = Session.fake(cart: cart, clock: clock)
    let editor = NumberEditor()
    editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    cart.wire.failNext(.busy(after: .milliseconds(milliseconds.asked)))
    editor.add()
    await clock.sleeping(1)
    clock.advance(by: .milliseconds(milliseconds.expected - 1))
    await mainActorIsIdle()
    #expect(cart.sent.count == 1)
    clock.advance(by: .milliseconds(1))
    await session.settled()
    #expect(cart.sent.count == 2)
  }

  @Test func delayInThePastIsOnlyJitter() async {
    clock.random = 1
    let session = Session.fake(cart: cart, clock: clock)
    let editor = NumberEditor()
    editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    cart.wire.failNext(.busy(after: .seconds(-60)))
    editor.add()
    await clock.sleeping(1)
    clock.advance(by: .milliseconds(500))
    await session.settled()
    #expect(cart["tea"] == 1)
  }

  @Test func serverThatIsBusyForEverCausesOneFailure() async {
    let session = Session.fake(cart: cart)
    let page = NoticePage()
    let editor = NumberEditor()
    editor.nextResponder = page
    editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    for _ in 0..<100 { cart.wire.failNext(.busy(after: .seconds(10)).scoped(to: .session)) }
    editor.add()
    await session.settled()
    #expect(page.failures == ["The service is busy; please try again later"])
    #expect(editor.state.quantity == 0)
    #expect(cart.sent.count == 6)
  }

  @Test func readOfABusyServerIsRepeated() async {
    let session = Session.fake(cart: cart)
    cart["tea"] = 3
    cart.wire.failNext(.busy(after: .seconds(10)).scoped(to: .session))
    let editor = NumberEditor()
    editor.prepareForCart(productID: "tea", in: session)
    await session.settled()
    #expect(editor.state.quantity == 3)
    #expect(cart.arrivals == 2)
  }

  @Test(arguments: [false, true])
  func pushIsShownUnderATapThatABusyServerRefused(comesDuringTheRequest: Bool) async {
    let session = Session.fake(cart: cart, clock: clock)
    let page = NoticePage()
    let editor = NumberEditor()
    editor.nextResponder = page
    cart["tea"] = 3
    editor.prepareForCart(productID: "tea", quantity: 3, in: session)
    cart.hold()
    editor.add()
    await cart.arrived(1)
    cart.failNext(.busy(after: .seconds(10)))
    func push() {
      cart["tea"] = 7
      session.receive(CartAnswer(quantity: 7), of: QuantityIntent.self, for: "tea")
    }
    if comesDuringTheRequest { push() }
    cart.release()
    await clock.sleeping(1)
    if !comesDuringTheRequest { push() }
    #expect(editor.state.quantity == 8)
    clock.advance(by: .seconds(11))
    await session.settled()
    #expect(editor.state.quantity == 8)
    #expect(cart["tea"] == 8)
    #expect(page.adjustments == 0)
  }
}

/// A page that records the failures of taps.
@MainActor
final class NoticePage: Responder {
  let table = EventTable()
  private(set) var failures: [String] = []
  private(set) var adjustments = 0
  private(set) var offers: [UndoOffer] = []
  var nextResponder: (any Responder)?
  var eventHandling: (any EventHandling)? { table }

  init() {
    table.on(TapFailed.self) { [unowned self] failed, _ in
      failures.append(failed.error.message)
      return .stop
    }
    table.on(TapAdjusted.self) { [unowned self] _, _ in
      adjustments += 1
      return .stop
    }
    table.on(UndoOffered.self) { [unowned self] offered, _ in
      offers.append(offered.offer)
      return .stop
    }
  }
}
