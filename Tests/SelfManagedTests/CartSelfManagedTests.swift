import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Cart quantities through the components, as a user of the package would test them.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct CartSelfManagedTests {
  let cart = FakeCartService()
  let session: Session
  let editor = NumberEditor()

  init() {
    session = .fake(cart: cart)
  }

  /// Binds the editor to a product with this quantity in the cart, also on the server.
  private func prepare(_ quantity: Int, stock: Int? = nil) {
    cart["tea"] = quantity
    cart.stock["tea"] = stock
    editor.prepareForCart(productID: "tea", quantity: quantity, in: session)
  }

  @Test func editorOpensOnceTheServerReportsAQuantity() async {
    cart["tea"] = 3
    editor.prepareForCart(productID: "tea", in: session)
    await session.settled()
    #expect(editor.state.quantity == 3)
    #expect(editor.state.change == .external)
    #expect(!editor.state.isCollapsed)
  }

  @Test func plusMinusAndTextSendAddReduceAndSet() async {
    prepare(1)
    editor.add()
    await session.settled()
    editor.reduce()
    await session.settled()
    editor.edit("7")
    editor.endEditing()
    await session.settled()
    #expect(cart.sent == ["+1", "-1", "=7"])
    #expect(cart["tea"] == 7)
    #expect(editor.state.quantity == 7)
  }

  @Test("five fast pluses display 2, 3, 4, 5, 6 and never step backward")
  func fivePlusNeverStepBackward() async {
    prepare(1)
    let shown = StateRecorder(editor)
    cart.hold()
    for _ in 1...5 { editor.add() }
    cart.release()
    await session.settled()
    #expect(shown.quantities == [2, 3, 4, 5, 6])
    #expect(cart.sent == ["+1", "+4"])
    #expect(cart["tea"] == 6)
  }

  @Test("five fast pluses send two requests, and the screen can be left at once")
  func fivePlusCostTwoRequests() async {
    prepare(1)
    cart.hold()
    for _ in 1...5 { editor.add() }
    editor.detach()
    await cart.arrived(1)
    #expect(cart.sent == ["+1"])
    cart.release()
    await session.settled()
    #expect(cart.sent == ["+1", "+4"])
    #expect(cart["tea"] == 6)
  }

  @Test("plus and minus cancel out; if the plus is in flight, exactly one minus follows")
  func plusAndMinusCancelOut() async {
    prepare(1)
    cart.hold()
    editor.add()
    editor.reduce()
    #expect(editor.state.quantity == 1)
    editor.add()
    editor.reduce()
    cart.release()
    await session.settled()
    #expect(cart.sent == ["+1", "-1"])
    #expect(cart["tea"] == 1)
  }

  @Test("set 2 is accepted and set 3 fails, so 2 is displayed")
  func failureRollsBackToTheLastConfirmedValue() async {
    prepare(1)
    cart.hold()
    commit("2")
    commit("3")
    await cart.arrived(1)
    cart.releaseNext()
    await cart.arrived(2)
    cart.failNext(.rejected("No"))
    cart.release()
    await session.settled()
    #expect(cart.sent == ["=2", "=3"])
    #expect(editor.state.quantity == 2)
    #expect(editor.state.notice == .refused("No"))
  }

  @Test("the first of five pluses fails, and the other four are kept")
  func queuedIntentsSurviveAFailure() async {
    prepare(1)
    cart.hold()
    for _ in 1...5 { editor.add() }
    cart.failNext(.rejected)
    cart.release()
    await session.settled()
    #expect(cart.sent == ["+1", "+4"])
    #expect(editor.state.quantity == 5)
    #expect(cart["tea"] == 5)
  }

  @Test("stock 5 and three pluses at 4 end at 5, with one message and no more requests")
  func learnedLimitDropsTheQueuedIntents() async {
    prepare(4, stock: 5)
    let shown = StateRecorder(editor)
    cart.hold()
    for _ in 1...3 { editor.add() }
    cart.release()
    await session.settled()
    #expect(shown.quantities == [5, 6, 7, 5])
    #expect(editor.state.change == .adjust)
    #expect(editor.state.notice == .adjusted(requested: 7, actual: 5, rule: .maximum(5)))
    #expect(!editor.state.canAdd)
    #expect(cart.sent == ["+1"])
  }

  @Test("a learned limit is forgotten when a later value disproves it")
  func aLimitProvedWrongIsForgotten() async {
    prepare(4, stock: 5)
    editor.add()
    await session.settled()
    #expect(!editor.state.canAdd)
    session.receive(CartAnswer(quantity: 8, version: 9), of: QuantityIntent.self, for: "tea")
    #expect(editor.state.quantity == 8)
    #expect(editor.state.canAdd)
  }

  @Test("the server clamps 100 to 5, which is displayed unanimated and reported once")
  func aClampIsAnAdjustment() async {
    prepare(1, stock: 5)
    let shown = StateRecorder(editor)
    commit("100")
    await session.settled()
    #expect(shown.quantities.suffix(2) == [100, 5])
    #expect(shown.states.filter { $0.notice != nil }.count == 1)
    #expect(editor.state.change == .adjust)
    #expect(!editor.state.isAnimated)
    #expect(
      editor.state.notice == .adjusted(requested: 100, actual: 5, rule: .server("Only 5 left")))
  }

  @Test("clearing the field and typing 15 sends one set at the end of editing")
  func typingSendsNothingUntilEditingEnds() async {
    prepare(2)
    for text in ["", "1", "15"] { editor.edit(text) }
    #expect(cart.sent.isEmpty)
    #expect(editor.state.quantity == 2)
    editor.endEditing()
    await session.settled()
    #expect(cart.sent == ["=15"])
    #expect(editor.state.quantity == 15)
  }

  @Test(
    "committed texts with minimum 2, maximum 10, step 2",
    arguments: [
      ("7", 6, ["=6"]), ("0", 0, ["=0"]), ("99", 10, ["=10"]), ("abc", 4, []), ("４", 4, []),
    ])
  func committedTextsObeyTheRules(text: String, quantity: Int, sent: [String]) async {
    cart["tea"] = 4
    editor.prepareForCart(
      productID: "tea", quantity: 4, rules: QuantityRules(minimum: 2, maximum: 10, step: 2),
      in: session)
    commit(text)
    #expect(editor.state.quantity == quantity)
    await session.settled()
    #expect(cart.sent == sent)
    #expect(cart["tea"] == quantity)
  }

  @Test func aCommittedTextIsOneChange() {
    prepare(1)
    cart.hold()
    editor.edit("12")
    let shown = StateRecorder(editor)
    editor.endEditing()
    #expect(shown.states.map(\.text) == [nil])
    #expect(shown.quantities == [12])
    cart.release()
  }

  @Test func learnedLimitKeepsTheCause() async {
    prepare(1, stock: 9)
    let shown = StateRecorder(editor)
    editor.add()
    await session.settled()
    #expect(shown.quantities == [2, 2])
    #expect(shown.causes == [.user, .user])
    #expect(shown.states.map(\.rules.maximum) == [.max, 9])
  }

  @Test func noticeEndsInOneChangeWithTheNumber() {
    prepare(1)
    commit("abc")
    #expect(editor.state.notice == .invalid(text: "abc", problem: .notANumber))
    let shown = StateRecorder(editor)
    editor.add()
    #expect(shown.states.map(\.notice) == [nil])
    #expect(shown.quantities == [2])
  }

  @Test("a push while a plus is in flight is deferred until the reply")
  func aPushDuringAPlusIsNotCountedTwice() async {
    prepare(3)
    let shown = StateRecorder(editor)
    cart.hold()
    editor.add()
    session.receive(CartAnswer(quantity: 4, version: 2), of: QuantityIntent.self, for: "tea")
    #expect(editor.state.quantity == 4)
    cart.release()
    await session.settled()
    #expect(shown.quantities == [4])
    #expect(editor.state.quantity == cart["tea"])
  }

  @Test("another device's change is displayed everywhere, without its own animation")
  func changeByAnotherDeviceUpdatesAllScreens() {
    prepare(3)
    let other = NumberEditor()
    other.prepareForCart(productID: "tea", quantity: 3, in: session)
    session.receive(CartAnswer(quantity: 7), of: QuantityIntent.self, for: "tea")
    for editor in [editor, other] {
      #expect(editor.state.quantity == 7)
      #expect(editor.state.change == .external)
    }
  }

  @Test("an addition whose reply is lost is read back, and nothing is added twice")
  func aLostReplyIsReadBack() async {
    prepare(1)
    let shown = StateRecorder(editor)
    cart.loseNextReply()
    editor.add()
    await session.settled()
    #expect(cart.sent == ["+1"])
    #expect(cart.calls.last == .read(productID: "tea"))
    #expect(shown.quantities == [2])
    #expect(cart["tea"] == 2)
  }

  @Test("the same product on three screens changes together with one request")
  func threeScreensChangeTogether() async {
    prepare(1)
    let others = [NumberEditor(), NumberEditor()]
    for other in others { other.prepareForCart(productID: "tea", quantity: 1, in: session) }
    cart.hold()
    editor.add()
    for other in others { #expect(other.state.quantity == 2) }
    cart.release()
    await session.settled()
    #expect(cart.sent == ["+1"])
  }

  @Test("nothing is disabled because a request is in flight")
  func nothingIsDisabledInFlight() {
    prepare(1)
    cart.hold()
    editor.add()
    #expect(editor.state.canAdd)
    #expect(editor.state.canReduce)
    cart.release()
  }

  @Test func theLastMinusCollapsesTheEditor() async {
    prepare(1)
    editor.reduce()
    #expect(editor.state.isCollapsed)
    await session.settled()
    #expect(cart["tea"] == 0)
  }

  @Test func pushKeepsTheTextBeingEdited() {
    prepare(3)
    editor.edit("1")
    session.receive(CartAnswer(quantity: 7), of: QuantityIntent.self, for: "tea")
    #expect(editor.state.text == "1")
    #expect(editor.state.quantity == 7)
  }

  private func commit(_ text: String) {
    editor.edit(text)
    editor.endEditing()
  }

  @Test func noticeEndsWhenAnotherScreenChangesTheNumber() async {
    prepare(1)
    let other = NumberEditor()
    other.prepareForCart(productID: "tea", quantity: 1, in: session)
    cart.failNext(.rejected("No"))
    editor.add()
    await session.settled()
    #expect(editor.state.notice == .refused("No"))
    #expect(other.state.notice == nil)
    other.add()
    #expect(editor.state.notice == nil)
    await session.settled()
  }

  @Test func rebindingWhileEditingIsOneChange() async {
    prepare(3)
    editor.edit("1")
    let shown = StateRecorder(editor)
    editor.prepareForCart(productID: "milk", quantity: 5, in: session)
    #expect(shown.quantities == [5])
    #expect(editor.state.text == nil)
  }

  @Test func reloadedEditorKeepsTheNumberReadBefore() async {
    cart["tea"] = 3
    editor.prepareForCart(productID: "tea", in: session)
    await session.settled()
    editor.prepareForCart(productID: "tea", in: session)
    #expect(editor.state.quantity == 3)
  }

  @Test func aFailedFirstReadIsRepeated() async {
    cart["tea"] = 3
    cart.failNext(.offline)
    editor.prepareForCart(productID: "tea", in: session)
    await session.settled()
    #expect(editor.state.quantity == 3)
  }

  @Test(arguments: [true, false])
  func failedReadIsRepeatedByBindAndFlush(isFlushed: Bool) async {
    var policy = SessionPolicy()
    policy.cart.retryDelays = []
    let session = Session.fake(cart: cart, policy: policy)
    cart["tea"] = 3
    cart.failNext(.offline)
    let binding = editor.prepareForCart(productID: "tea", in: session)
    await session.settled()
    #expect(editor.state.quantity == 0)
    #expect(binding.status.isInDoubt)
    if isFlushed {
      session.flush()
      await session.settled()
      #expect(editor.state.quantity == 3)
      #expect(!binding.status.isInDoubt)
      return
    }
    let other = NumberEditor()
    other.prepareForCart(productID: "tea", in: session)
    await session.settled()
    #expect(editor.state.quantity == 3)
  }

  @Test("another plus while the first addition is in flight waits for it")
  func plusAgainWaitsForTheFirstAddition() async {
    prepare(0)
    cart.hold()
    editor.add()
    editor.add()
    await cart.arrived(1)
    #expect(cart.sent == ["+1"])
    cart.release()
    await session.settled()
    #expect(cart.sent == ["+1", "+1"])
    #expect(cart["tea"] == 2)
  }

  @Test func additionBeforeTheFirstReadIsNotAdjusted() async {
    cart["tea"] = 3
    cart.hold()
    let editor = NumberEditor()
    editor.prepareForCart(productID: "tea", in: session)
    editor.add()
    await cart.arrived(1)
    cart.release()
    await session.settled()
    #expect(editor.state.quantity == 4)
    #expect(editor.state.notice == nil)
  }
}
