import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// The order of turns if all items of a kind share one lane.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct SharedLaneTests {
  let cart = FakeCartService()
  let session: Session
  let log = Log()

  /// The items whose requests were sent, in order.
  @MainActor
  final class Log { var items: [String] = [] }

  init() {
    var policy = SessionPolicy()
    policy.cart.lanes = .shared
    session = .fake(cart: cart, policy: policy)
    session.observe(QuantityIntent.self) { [log] in
      if $0.sent != nil { log.items.append($0.itemID) }
    }
    cart.hold()
  }

  private func bind(_ id: String) -> (editor: NumberEditor, value: ItemBinding<QuantityIntent>) {
    let editor = NumberEditor()
    return (editor, editor.prepareForCart(productID: id, quantity: 0, in: session))
  }

  @Test func removedItemDoesNotBlockTheLane() async {
    let (tea, coffee, milk) = (bind("tea"), bind("coffee"), bind("milk"))
    tea.editor.add()
    coffee.editor.add()
    milk.editor.add()
    coffee.editor.reduce()
    coffee.editor.detach()
    #expect(session.itemCount == 2)
    await cart.arrived(1)
    cart.release()
    await tea.value.settled()
    #expect(log.items == ["tea", "milk"])
    session.end()
  }

  @Test func lateReplyToAForgottenItemDoesNotReleaseTheLane() async {
    var policy = SessionPolicy()
    (policy.likes.lanes, policy.likes.timeout, policy.likes.retryDelays) = (
      .shared, .seconds(10), []
    )
    policy.rememberedItemLimit = 0
    let likes = FakeLikeService(items: [
      "p1": LikeAnswer(isLiked: false, count: 3), "p2": LikeAnswer(isLiked: false, count: 3),
    ])
    let clock = FakeClock()
    let session = Session.fake(likes: likes, policy: policy, clock: clock)
    func liked(_ id: String) -> LikeButton {
      let button = LikeButton()
      button.selfManagedConfigure(isLiked: false, count: 3, itemID: id, in: session)
      button.tap()
      return button
    }
    likes.hold()
    let former = liked("p1")
    await likes.arrived(1)
    former.detach()
    clock.advance(by: .seconds(10))
    await likes.arrived(2)  // The outcome is read back.
    likes.releaseLast()
    await session.settled()
    #expect(session.itemCount(of: LikeIntent.self) == 0)
    let buttons = [liked("p1"), liked("p2")]
    await likes.arrived(3)
    likes.releaseNext()  // The reply that is late.
    await mainActorIsIdle()
    #expect(likes.sent.count == 2)
    likes.release()
    await session.settled()
    #expect(buttons.map(\.state.isLiked) == [true, true])
  }

  @Test func itemWithMoreTapsWaitsForTheOthers() async {
    let (tea, coffee) = (bind("tea"), bind("coffee"))
    tea.editor.add()
    tea.editor.add()
    coffee.editor.add()
    await cart.arrived(1)
    cart.release()
    await session.settled()
    #expect(log.items == ["tea", "coffee", "tea"])
    #expect(cart["tea"] == 2)
    #expect(cart["coffee"] == 1)
  }

  @Test func itemTappedWhileItWaitsHasOnePlaceInTheLane() async {
    let (tea, coffee, milk) = (bind("tea"), bind("coffee"), bind("milk"))
    var isFirst = true
    let token = session.observe(QuantityIntent.self) { [weak coffee = coffee.editor] record in
      guard record.itemID == "coffee", record.sent != nil, isFirst else { return }
      isFirst = false
      coffee?.add()
    }
    tea.editor.add()
    coffee.editor.add()
    coffee.editor.add()
    milk.editor.add()
    await cart.arrived(1)
    cart.release()
    await session.settled()
    #expect(log.items == ["tea", "coffee", "milk", "coffee"])
    token.cancel()
  }

  @Test func tapByTheHandlerOfAFailureIsNotFailedWithIt() async {
    var policy = SessionPolicy()
    policy.cart.lanes = .shared
    let session = Session.fake(cart: cart, policy: policy)
    var binding: ItemBinding<QuantityIntent>?
    var resolutions: [Resolution<CartValue>] = []
    binding = session.bind(
      to: "tea", startingAt: CartValue(quantity: 0), knowing: CartAnswer(quantity: 0)
    ) { change in
      if change.failure != nil { binding?.send(.add(1)) { resolutions.append($0) } }
    }
    cart.wire.failNext(.rejected("Closed").scoped(to: .lane))
    binding?.send(.add(1)) { resolutions.append($0) }
    await cart.arrived(1)
    cart.release()
    await session.settled()
    #expect(resolutions == [.failed(.rejected("Closed").scoped(to: .lane)), .applied])
    #expect(cart["tea"] == 1)
    binding = nil
  }

  /// The coffee's tap was never sent, so no reply has reported its value.
  @Test func hiddenItemKeepsItsFailure() async {
    let (tea, coffee) = (bind("tea"), bind("coffee"))
    tea.editor.add()
    coffee.editor.add()
    await cart.arrived(1)
    cart.wire.failNext(.rejected("Closed").scoped(to: .lane))
    cart.release()
    await session.settled()
    coffee.editor.detach()
    let again = bind("coffee")
    #expect(again.value.failure?.serverMessage == "Closed")
    again.value.retry()
    await session.settled()
    #expect(cart["coffee"] == 1)
  }

  @Test func itemsBoundAfterTheFirstSuccessHaveTheirOwnLanes() async {
    let (cart, editor) = (FakeCartService(), NumberEditor())
    let session = Session.fake(cart: cart)
    editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    editor.add()
    await session.settled()
    cart.hold()
    let editors = ["coffee", "milk"].map { id in
      let editor = NumberEditor()
      editor.prepareForCart(productID: id, quantity: 0, in: session)
      editor.add()
      return editor
    }
    await cart.arrived(3)  // The first was the tea.
    cart.release()
    await session.settled()
    #expect(editors.map(\.state.quantity) == [1, 1])
  }
}
