import Components
import Fakes
import Observation
import SelfManaged
import TestSupport
import Testing

/// Removals that can be undone before they are sent, and bursts that coalesce.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct GraceTests {
  let cart = FakeCartService()
  let clock = FakeClock()
  let session: Session
  let page = NoticePage()

  init() {
    var policy = SessionPolicy()
    policy.cart.grace = .seconds(5)
    policy.cart.lanes = .perItem
    session = Session.fake(cart: cart, policy: policy, clock: clock)
  }

  private func editor(_ product: String, _ quantity: Int = 3) -> NumberEditor {
    cart[product] = quantity
    let editor = NumberEditor()
    editor.nextResponder = page
    editor.prepareForCart(productID: product, quantity: quantity, in: session)
    return editor
  }

  private func remove(_ editor: NumberEditor) {
    editor.beginEditing()
    editor.edit("0")
    editor.endEditing()
  }

  @Test func removalIsSentAfterTheGrace() async {
    let tea = editor("tea")
    remove(tea)
    #expect(tea.state.quantity == 0)
    #expect(tea.state.change == .user)
    await clock.sleeping(1)
    clock.advance(by: .milliseconds(4_999))
    await mainActorIsIdle()
    #expect(cart.sent == [])
    #expect(session.undoable.map(\.itemID) == ["tea"])
    clock.advance(by: .milliseconds(1))
    await session.settled()
    #expect(cart.sent == ["=0"])
    #expect(session.undoable.isEmpty)
  }

  @Test func flushSendsTheRemoval() async {
    let tea = editor("tea")
    remove(tea)
    cart.hold()
    session.flush()
    await cart.arrived(1)
    #expect(cart.sent == ["=0"])
    cart.release()
    await session.settled()
    #expect(tea.state.quantity == 0)
  }

  @Test func recordsShowTheIntentsThatUndosMake() async {
    var tapped: [QuantityIntent] = []
    session.observe(QuantityIntent.self) { if let intent = $0.tapped { tapped.append(intent) } }
    let tea = editor("tea")
    remove(tea)
    tea.undo()
    #expect(tapped == [.set(0)], "this undo makes no intent")
    remove(tea)
    cart.hold()
    session.flush()
    await cart.arrived(1)
    tea.undo()
    #expect(tapped == [.set(0), .set(0), .set(3)])
    cart.release()
    await session.settled()
    #expect(cart["tea"] == 3)
  }

  @Test func kindWithoutRemovalsHasNoGrace() async {
    var policy = SessionPolicy()
    policy.likes.grace = .seconds(5)
    let likes = FakeLikeService()
    let session = Session.fake(likes: likes, policy: policy, clock: clock)
    let like = LikeButton()
    like.selfManagedConfigure(isLiked: true, count: 1, itemID: "p1", in: session)
    like.tap()
    #expect(session.undoable.isEmpty)
    await session.settled()
    #expect(likes.calls.count == 1)
  }

  @Test func undoDropsTheRemoval() async {
    let tea = editor("tea")
    remove(tea)
    await clock.sleeping(1)
    clock.advance(by: .seconds(2))
    tea.undo()
    tea.undo()
    #expect(tea.state.quantity == 3)
    #expect(tea.state.change == .user)
    await session.settled()
    #expect(cart.sent == [])
    #expect(session.undoable.isEmpty)
  }

  @Test func unboundComponentUndoesNothing() async {
    let tea = editor("tea")
    let other = session.bind(
      QuantityIntent.self, to: "tea", startingAt: CartValue(quantity: 0), show: { _ in })
    remove(tea)
    other.unbind()
    other.undo()
    #expect(tea.state.quantity == 0)
    #expect(session.undoable.count == 1)
    await session.settled()
    #expect(cart.sent == ["=0"])
  }

  @Test func undoneTapIsResolved() async {
    let binding = session.bind(
      QuantityIntent.self, to: "tea", startingAt: CartValue(quantity: 3),
      knowing: CartAnswer(quantity: 3), show: { _ in })
    var resolutions: [Resolution<CartValue>] = []
    binding.send(.set(0)) { resolutions.append($0) }
    binding.undo()
    #expect(resolutions == [.undone])
    #expect(binding.value.quantity == 3)
    await session.settled()
  }

  @Test func undoKeepsTheTapsBeforeTheRemoval() async {
    let tea = editor("tea", 1)
    cart.hold()
    tea.add()
    await cart.arrived(1)
    tea.add()
    remove(tea)
    #expect(tea.state.quantity == 0)
    tea.undo()
    #expect(tea.state.quantity == 3)
    cart.release()
    await session.settled()
    #expect(cart.sent == ["+1", "+1"])
    #expect(cart["tea"] == 3)
  }

  @Test func eachItemHasItsOwnGrace() async {
    let (tea, milk) = (editor("tea"), editor("milk"))
    remove(tea)
    remove(milk)
    #expect(session.undoable.map(\.itemID) == ["milk", "tea"])
    tea.undo()
    #expect(session.undoable.map(\.itemID) == ["milk"])
    await session.settled()
    #expect(cart["tea"] == 3)
    #expect(cart["milk"] == 0)
    #expect(tea.state.quantity == 3)
  }

  @Test func unbindingTheLastComponentSendsTheRemoval() async {
    let (tea, other) = (editor("tea"), editor("tea"))
    remove(tea)
    await clock.sleeping(1)
    tea.detach()
    #expect(cart.arrivals == 0, "another screen can still show it")
    other.detach()
    await cart.arrived(1)
    #expect(cart.sent == ["=0"])
    await session.settled()
  }

  @Test func rebindingTheSameProductKeepsTheGrace() async {
    let tea = editor("tea")
    remove(tea)
    tea.prepareForCart(productID: "tea", quantity: 3, in: session)
    #expect(tea.state.quantity == 0)
    #expect(session.undoable.count == 1)
    tea.undo()
    #expect(tea.state.quantity == 3)
    await session.settled()
    #expect(cart.sent == [])
  }

  @Test func eachBarrierSendsTheRemoval() async {
    let tea = editor("tea")
    remove(tea)
    await session.activity(of: QuantityIntent.self).settled()
    #expect(cart.sent == ["=0"])
    let milk = editor("milk")
    let binding = milk.prepareForCart(productID: "milk", in: session)
    remove(milk)
    await binding.settled()
    #expect(cart.sent == ["=0", "=0"])
    let coffee = editor("coffee")
    remove(coffee)
    await session.activity.settled()
    #expect(cart.sent == ["=0", "=0", "=0"])
  }

  @Test func laterTapEndsTheGrace() async {
    let tea = editor("tea")
    remove(tea)
    tea.add()
    await cart.arrived(1)
    #expect(cart.sent == ["=1"])
    #expect(session.undoable.isEmpty)
    tea.undo()
    await session.settled()
    #expect(cart["tea"] == 1)
  }

  @Test func undoAfterTheGraceSendsAnotherIntent() async {
    let tea = editor("tea")
    remove(tea)
    let offer = session.undoable.first
    await clock.sleeping(1)
    clock.advance(by: .seconds(5))
    await session.settled()
    #expect(cart["tea"] == 0)
    cart.stock["tea"] = 1
    cart.hold()
    offer?.undo()
    #expect(tea.state.quantity == 3)
    await cart.arrived(2)
    cart.release()
    await session.settled()
    #expect(tea.state.quantity == 1)
    #expect(page.adjustments == 1)
    offer?.undo()
    #expect(cart.sent == ["=0", "=3"])
  }

  @Test func onlyARemovalWaits() async {
    let tea = editor("tea", 2)
    tea.reduce()
    await cart.arrived(1)
    tea.reduce()
    await session.settled()
    #expect(cart.sent == ["-1", "-1"])
    #expect(page.offers.map(\.itemID) == ["tea"])
  }

  @Test func tappedComponentSendsTheOffer() async {
    let (tea, other) = (editor("tea"), editor("tea"))
    let otherPage = NoticePage()
    other.nextResponder = otherPage
    remove(tea)
    #expect(page.offers.map(\.itemID) == ["tea"])
    #expect(page.offers.first?.grace == .seconds(5))
    #expect(otherPage.offers.isEmpty)
    #expect(page.offers.first === session.undoable.first)
    page.offers.first?.undo()
    #expect(other.state.quantity == 3)
    await session.settled()
  }

  /// The product was sold out, so a limit turns the tap into a removal.
  @Test func removalByAClampSendsTheOffer() async {
    cart["tea"] = 3
    let binding = session.bind(
      QuantityIntent.self, to: "tea", startingAt: CartValue(quantity: 3),
      knowing: CartAnswer(quantity: 3)
    ) { [page] in page.sendEvents(of: $0, for: "tea") }
    let limits = QuantityLimits(maximum: 0)
    session.receive(CartAnswer(limits: limits), of: QuantityIntent.self, for: "tea")
    binding.send(.set(2))
    #expect(session.undoable.count == 1)
    #expect(page.offers.count == 1)
    #expect(page.adjustments == 1)
    session.end()
  }

  @Test func failureOfTheLaneEndsTheOffer() async {
    let (tea, milk) = (editor("tea"), editor("milk"))
    let milkBinding = milk.prepareForCart(productID: "milk", in: session)
    remove(tea)
    cart.failNext(.signedOut)
    milk.add()
    await milkBinding.settled()  // The session's barrier would send the removal.
    #expect(tea.state.quantity == 3)
    #expect(session.undoable.isEmpty)
    tea.undo()
    #expect(tea.state.quantity == 3)
    #expect(cart.sent == ["+1"])
  }

  @Test func endOfTheSessionWithdrawsTheOffer() async {
    let tea = editor("tea")
    remove(tea)
    let offer = session.undoable.first
    session.end()
    #expect(session.undoable.isEmpty)
    offer?.undo()
    #expect(tea.state.quantity == 3)
    #expect(cart.sent == [])
  }

  @Test func offersAreObserved() async {
    let tea = editor("tea")
    await confirmation { changed in
      withObservationTracking {
        _ = session.undoable
      } onChange: {
        changed()
      }
      remove(tea)
    }
    await session.settled()
  }

  @Test func burstCoalescesBeforeItIsSent() async {
    var policy = SessionPolicy()
    policy.cart.coalescingDelay = .milliseconds(300)
    let session = Session.fake(cart: cart, policy: policy, clock: clock)
    let tea = NumberEditor()
    tea.prepareForCart(productID: "tea", quantity: 0, in: session)
    for _ in 0..<5 {
      tea.add()
      clock.advance(by: .milliseconds(50))
    }
    #expect(cart.sent == [])
    await clock.sleeping(1)
    clock.advance(by: .milliseconds(300))
    await session.settled()
    #expect(cart.sent == ["+5"])
  }

  /// An undo counts as a tap, and a failure lasts until the next tap.
  @Test func undoEndsAnEarlierFailure() {
    var policy = OptimisticPolicy()
    policy.grace = .seconds(5)
    var bench = Bench<QuantityIntent>(5, policy)
    bench.tap(.add(-3))
    bench.tap(.add(-2))
    bench.fail(.rejected)
    #expect(bench.shown == 3)
    #expect(bench.state.failure != nil)
    bench.feed(.undo)
    #expect(bench.shown == 5)
    #expect(bench.state.failure == nil)
  }

  /// The quantity is still a guess, so the intent is sent although 0 is shown.
  @Test func nothingIsRemovedFromAnEmptyCart() {
    var policy = OptimisticPolicy()
    policy.grace = .seconds(5)
    var bench = Bench<QuantityIntent>(CartValue(quantity: 0, isKnown: false), policy)
    bench.tap(.set(0))
    #expect(bench.sent == [.set(0)])
    #expect(bench.state.undoable == nil)
  }

  @Test func offerOfAnEarlierRemovalUndoesNothing() async throws {
    let cart = FakeCartService(), editor = NumberEditor()
    cart["tea"] = 3
    var policy = SessionPolicy()
    policy.cart.grace = .seconds(5)
    let session = Session.fake(cart: cart, policy: policy, clock: FakeClock())
    editor.prepareForCart(productID: "tea", quantity: 3, in: session)
    editor.edit("0")
    editor.endEditing()
    let former = try #require(session.undoable.first)
    editor.add()
    editor.edit("0")
    editor.endEditing()
    #expect(session.undoable.count == 1)
    #expect(session.undoable.first != former)
    former.undo()
    #expect(editor.state.quantity == 0)
    #expect(session.undoable.count == 1)
  }

  @Test func undoAfterTheProductIsBackChangesNothing() async {
    let cart = FakeCartService(), editor = NumberEditor(), clock = FakeClock()
    cart["tea"] = 3
    var policy = SessionPolicy()
    policy.cart.grace = .seconds(5)
    let session = Session.fake(cart: cart, policy: policy, clock: clock)
    editor.prepareForCart(productID: "tea", quantity: 3, in: session)
    editor.edit("0")
    editor.endEditing()
    await clock.sleeping(1)
    clock.advance(by: .seconds(5))
    await mainActorIsIdle()
    session.receive(CartAnswer(quantity: 7), of: QuantityIntent.self, for: "tea")
    #expect(editor.state.quantity == 7)
    editor.undo()
    await session.settled()
    #expect(editor.state.quantity == 7)
    #expect(cart.sent == ["=0"])
  }
}
