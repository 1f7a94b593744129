import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Undo of a removal beside other waits: a pause, the network, a lane, a reload of the cell.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct UndoTests: TimeSuite {
  let cart = FakeCartService()
  let likes = FakeLikeService()
  let clock = FakeClock()
  let page = NoticePage()

  @Test func undoOfARemovalThatAPauseHolds() async {
    let session = makeSession()
    let tea = editor("tea", in: session)
    let other = await pause(session)
    remove(tea)
    await pass(.seconds(6))  // The grace period is over, the pause is not.
    #expect(sent("tea") == [])
    tea.undo()
    #expect(tea.state.quantity == 3)
    await pass(.seconds(20))
    #expect(sent("tea") == [], "nothing had been sent when the user undid it")
    #expect(cart["tea"] == 3)
    withExtendedLifetime(other) {}
  }

  @Test func undoKeepsATapWhoseRequestTheNetworkGaveBack() async {
    let session = makeSession(offline: .hold(.seconds(3_600)))
    let tea = editor("tea", 1, in: session)
    cart.hold()
    tea.add()
    await cart.arrived(1)
    #expect(tea.state.quantity == 2)
    remove(tea)
    cart.failNext(.offline)  // The addition was never sent: it waits with the removal.
    cart.release()
    await mainActorIsIdle()
    #expect(tea.state.quantity == 0)
    #expect(session.undoable.count == 1)
    tea.undo()
    #expect(tea.state.quantity == 2, "the row is back with its number")
    session.isReachable = true
    await pass(.seconds(10))
    #expect(cart["tea"] == 2)
  }

  @Test func undoKeepsTheFirstTapWhoseRequestTheNetworkGaveBack() async {
    let session = makeSession(offline: .hold(.seconds(3_600)))
    let tea = editor("tea", 0, in: session)
    cart.hold()
    tea.add()
    await cart.arrived(1)
    remove(tea)
    cart.failNext(.offline)
    cart.release()
    await mainActorIsIdle()
    tea.undo()
    #expect(tea.state.quantity == 1, "the row is back with its number")
    session.isReachable = true
    await pass(.seconds(10))
    #expect(cart["tea"] == 1)
  }

  @Test func undoAfterAReloadOfTheCellHasWords() async {
    let session = makeSession()
    let tea = editor("tea", in: session)
    var played: [Feedback] = []
    tea.onFeedback = { played.append($0) }
    remove(tea)
    let offer = session.undoable.first
    tea.prepareForCart(productID: "tea", quantity: 3, in: session)  // The list was reloaded.
    await pass(.seconds(6))
    #expect(sent("tea") == ["=0"])
    cart.stock["tea"] = 1
    offer?.undo()
    await mainActorIsIdle()
    #expect(tea.state.quantity == 1)
    #expect(page.adjustments == 1)
    #expect(played.map(\.haptic) == [.lightTap, .lightTap, .warning])
  }

  @Test func offerThatAPushLeavesEndsWithItsGracePeriod() async {
    let session = makeSession()
    let tea = editor("tea", in: session)
    remove(tea)
    session.receive(CartAnswer(quantity: 3, version: 2), of: QuantityIntent.self, for: "tea")
    #expect(session.undoable == page.offers)
    await pass(.seconds(6))
    #expect(session.undoable == [])
  }

  @Test func failedUndoAfterAReloadIsReported() async {
    let session = makeSession()
    let tea = editor("tea", in: session)
    remove(tea)
    let offer = session.undoable.first
    tea.prepareForCart(productID: "tea", quantity: 3, in: session)
    await pass(.seconds(6))
    cart.failNext(.rejected("Sold out"))
    offer?.undo()
    await mainActorIsIdle()
    #expect(tea.state.quantity == 0)
    #expect(page.failures == ["Sold out"])
  }

  @Test func undoOfAFailedRemovalChangesNothing() async {
    let session = makeSession()
    let tea = editor("tea", in: session)
    remove(tea)
    let offer = session.undoable.first
    cart.failNext(.rejected("No"))
    await pass(.seconds(6))
    #expect(tea.state.quantity == 3)
    cart["tea"] = 7
    session.receive(CartAnswer(quantity: 7, version: 99), of: QuantityIntent.self, for: "tea")
    #expect(tea.state.quantity == 7)
    offer?.undo()
    await pass(.seconds(1))
    #expect(tea.state.quantity == 7, "nothing was removed, so there is nothing to undo")
    #expect(sent("tea") == ["=0"])
  }

  @Test func undoOfAStepThatRemovedNothingInTheEnd() async {
    let session = makeSession()
    let tea = editor("tea", 1, in: session)
    tea.reduce()
    #expect(tea.state.quantity == 0)
    cart["tea"] = 5  // Another device.
    session.receive(CartAnswer(quantity: 5, version: 2), of: QuantityIntent.self, for: "tea")
    #expect(tea.state.quantity == 4)
    await pass(.seconds(6))
    #expect(cart["tea"] == 4)
    tea.undo()
    await pass(.seconds(1))
    #expect(cart["tea"] >= 4, "an undo of minus one does not remove three more")
  }

  @Test func removeUndoRemoveUndoWhileTheFirstIsInFlight() async {
    let session = makeSession()
    let tea = editor("tea", in: session)
    cart.hold()
    remove(tea)
    session.flush()
    await cart.arrived(1)
    tea.undo()
    #expect(tea.state.quantity == 3)
    remove(tea)
    #expect(tea.state.quantity == 0)
    tea.undo()
    #expect(tea.state.quantity == 3)
    cart.release()
    await mainActorIsIdle()
    #expect(cart["tea"] == 3)
  }

  @Test func offerRisesThoughAnotherScreenReloadsTheTappedCell() async {
    let session = makeSession()
    let tea = NumberEditor()
    tea.nextResponder = page
    var played: [Feedback] = []
    tea.onFeedback = { played.append($0) }
    var reloads = 0
    let first = session.bind(
      QuantityIntent.self, to: "tea", startingAt: CartValue(quantity: 3),
      knowing: CartAnswer(quantity: 3)
    ) { change in
      guard change.cause == .user else { return }
      reloads += 1
      tea.prepareForCart(productID: "tea", quantity: 3, in: session)
    }
    tea.prepareForCart(productID: "tea", quantity: 3, in: session)
    remove(tea)
    #expect(reloads == 1)
    #expect(session.undoable.count == 1)
    #expect(page.offers.count == 1)
    #expect(played == [Feedback(.lightTap)])
    session.end()
    first.unbind()
  }

  @Test func undoIsATapOnTheComponentThatRemovedThoughAnotherIsReloaded() async throws {
    let session = makeSession()
    let (tea, other) = (editor("tea", in: session), editor("tea", in: session))
    var played: [String] = []
    remove(tea)
    other.prepareForCart(productID: "tea", quantity: 3, in: session)
    tea.onFeedback = { _ in played.append("tea") }
    other.onFeedback = { _ in played.append("other") }
    try #require(session.undoable.first).undo()
    #expect(played == ["tea"])
    session.end()
    withExtendedLifetime((tea, other)) {}  // An optimized build releases them after their last use.
  }

  @Test func returnOfTheNetworkDoesNotEndAGraceOfAnItemInDoubt() async {
    let session = makeSession()
    let tea = editor("tea", in: session)
    remove(tea)
    session.refresh()  // The read waits for the end of the grace period.
    session.isReachable = true  // The monitor reports the same path again.
    await mainActorIsIdle()
    #expect(cart.sent == [])
    #expect(session.undoable.count == 1)
    tea.undo()
    await mainActorIsIdle()
    #expect(cart.sent == [])
    #expect(tea.state.quantity == 3)
  }

  @Test func returnOfTheNetworkDoesNotEndAGraceBehindABusyRequest() async {
    let session = makeSession()
    let tea = editor("tea", in: session)
    cart.failNext(.busy(after: .seconds(4)))
    tea.add()
    await mainActorIsIdle()
    remove(tea)
    session.isReachable = true
    await mainActorIsIdle()
    #expect(session.undoable.count == 1)
    session.end()
  }

  @Test func reconnectDelayDoesNotEndALaterGrace() async {
    let session = makeSession(offline: .hold(.seconds(3_600)), spread: .seconds(2))
    let tea = editor("tea", 1, in: session)
    session.isReachable = false
    tea.add()
    await mainActorIsIdle()
    clock.random = 0.5
    session.isReachable = true  // Its moment is in one second.
    await pass(.milliseconds(500))
    remove(tea)
    #expect(session.undoable.count == 1)
    await pass(.milliseconds(700))
    #expect(session.undoable.count == 1, "the grace period began 0.7 s ago")
    #expect(cart.sent == [])
    tea.undo()
    await mainActorIsIdle()
    #expect(cart.sent == ["+1"])
  }

  @Test func graceThatBeganWhileATurnWasRequestedDoesNotStopTheLane() async {
    let session = makeSession(lanes: .shared)
    let (milk, tea, coffee) = (
      editor("milk", 1, in: session), editor("tea", 3, in: session),
      editor("coffee", 1, in: session)
    )
    cart.hold()
    milk.add()
    await cart.arrived(1)
    tea.add()  // Waits for its turn.
    remove(tea)  // And now for the end of its grace period.
    cart.release()
    await mainActorIsIdle()
    coffee.add()
    await mainActorIsIdle()
    #expect(sent("coffee") == ["+1"], "nothing is in flight in the lane")
    #expect(session.undoable.map(\.itemID) == ["tea"])
  }

  @Test func graceDoesNotStopTheDefaultLane() async {
    let session = makeSession(lanes: .sharedAtFirst)
    let (milk, tea, coffee) = (
      editor("milk", 1, in: session), editor("tea", 3, in: session),
      editor("coffee", 1, in: session)
    )
    cart.hold()
    cart.failNext(.rejected("No"))
    milk.add()
    await cart.arrived(1)
    tea.add()
    remove(tea)
    coffee.add()
    cart.release()
    await mainActorIsIdle()
    #expect(sent("coffee") == ["+1"])
    session.end()
  }

  @Test func removalWhileUnreachableFailsAtOnce() async {
    let session = makeSession()
    let tea = editor("tea", in: session)
    session.isReachable = false
    remove(tea)
    await mainActorIsIdle()
    #expect(tea.state.quantity == 3)
    #expect(page.failures.count == 1)
    #expect(session.undoable.isEmpty)
  }

  @Test func burstThroughZeroBackToItsStartSendsNothing() async {
    let session = makeSession(grace: nil, coalescing: .milliseconds(300))
    let tea = editor("tea", 2, in: session)
    tea.reduce()
    tea.reduce()
    #expect(tea.state.quantity == 0)
    await mainActorIsIdle()
    tea.add()
    tea.add()
    await pass(.seconds(1))
    #expect(cart.sent == [])
    #expect(tea.state.quantity == 2)
  }

  @Test func undoAfterTheScreenWasClosedRestoresTheProduct() async {
    var policy = SessionPolicy()
    policy.cart.grace = .seconds(5)
    policy.cart.lanes = .perItem
    policy.rememberedItemLimit = 0
    let session = Session.fake(cart: cart, policy: policy, clock: clock)
    let tea = editor("tea", in: session)
    remove(tea)
    let offer = session.undoable.first
    tea.detach()
    await mainActorIsIdle()
    #expect(cart["tea"] == 0)
    offer?.undo()
    await mainActorIsIdle()
    #expect(cart["tea"] == 3)
  }

  private func prepare(_ shirt: NumberEditor, _ lines: [String: Int], in session: Session) {
    shirt.prepareForCart(
      productID: "shirt", lineIDs: lines.keys.sorted(), quantities: lines, in: session)
  }

  @Test func tapOnTheOnlyLineIsReportedAfterASecondLineCameAndWent() async {
    let session = makeSession(grace: nil)
    (cart["red"], cart["blue"]) = (2, 1)
    let shirt = NumberEditor()
    shirt.nextResponder = page
    prepare(shirt, ["red": 2], in: session)
    cart.hold()
    shirt.add()
    await cart.arrived(1)
    prepare(shirt, ["red": 2, "blue": 1], in: session)
    prepare(shirt, ["red": 2], in: session)
    #expect(shirt.state.quantity == 3)
    cart.failNext(.rejected("Sold out"))
    cart.release()
    await mainActorIsIdle()
    #expect(shirt.state.quantity == 2)
    #expect(page.failures == ["Sold out"])
  }

  @Test func removalOfTheOnlyLineCanBeUndoneAfterASecondLineCameAndWent() async {
    let session = makeSession()
    (cart["red"], cart["blue"]) = (2, 1)
    let shirt = NumberEditor()
    shirt.nextResponder = page
    prepare(shirt, ["red": 2], in: session)
    remove(shirt)
    prepare(shirt, ["red": 2, "blue": 1], in: session)
    #expect(session.undoable.count == 1)
    prepare(shirt, ["red": 2], in: session)
    #expect(session.undoable.count == 1)
    page.offers.first?.undo()
    await mainActorIsIdle()
    #expect(cart.sent == [], "undone within the grace period, so nothing is sent")
    #expect(shirt.state.quantity == 2)
  }

  @Test(arguments: [true, false])
  func undoBehindARefusedChangeKeepsTheProduct(_ isTyped: Bool) async {
    let session = makeSession()
    let tea = editor("tea", 1, in: session)
    cart.hold()
    if isTyped {
      tea.edit("2")
      tea.endEditing()
    } else {
      tea.add()
    }
    tea.reduce()
    tea.reduce()
    #expect(tea.state.quantity == 0)
    cart.failNext(.rejected("Sold out"))
    cart.release()
    await mainActorIsIdle()
    session.undoable.first?.undo()
    await mainActorIsIdle()
    #expect(tea.state.quantity == 1)
    #expect(cart["tea"] == 1)
    #expect(cart.sent.count == 1, "nothing is left to send")
  }
}
