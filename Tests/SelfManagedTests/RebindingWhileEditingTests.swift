import Components
import Fakes
import SelfManaged
import Testing

/// A typed, uncommitted number when its editor is bound to another product or session.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct RebindingWhileEditingTests {
  let cart = FakeCartService()
  let session: Session
  let editor = NumberEditor()
  let page: FailurePage

  init() {
    page = FailurePage()
    cart["tea"] = 3
    cart["coffee"] = 1
    session = .fake(cart: cart)
    editor.nextResponder = page
    editor.prepareForCart(productID: "tea", quantity: 3, in: session)
  }

  @Test func typedNumberIsCommittedToThePreviousProduct() async {
    var completed: [Int] = []
    editor.onInputComplete = { number, _ in completed.append(number) }
    editor.edit("15")
    editor.prepareForCart(productID: "coffee", quantity: 1, in: session)
    #expect(editor.state == .init(quantity: 1))
    #expect(completed == [15])
    await session.settled()
    #expect(cart["tea"] == 15)
    #expect(cart["coffee"] == 1)
    #expect(cart.sent == ["=15"])
    editor.endEditing()
    await session.settled()
    #expect(cart.sent == ["=15"])
    #expect(page.dropped.isEmpty)
  }

  @Test func numberIsCommittedByThePreviousProductsRules() async {
    editor.prepareForCart(
      productID: "tea", quantity: 3, rules: QuantityRules(maximum: 9), in: session)
    editor.edit("15")
    editor.prepareForCart(productID: "coffee", quantity: 1, in: session)
    await session.settled()
    #expect(cart["tea"] == 9)
  }

  @Test func theSameProductKeepsTheText() async {
    editor.edit("15")
    editor.prepareForCart(productID: "tea", quantity: 4, in: session)
    #expect(editor.state.text == "15")
    #expect(cart.calls.isEmpty)
    editor.prepareForCart(productID: "coffee", quantity: 1, in: session)
    await session.settled()
    #expect(cart["tea"] == 15)
  }

  @Test func unmanagedEditorCommitsItToThePreviousProduct() async {
    editor.edit("15")
    editor.configure(quantity: 2)
    #expect(editor.state == .init(quantity: 2))
    await session.settled()
    #expect(cart["tea"] == 15)
  }

  @Test func detachingCommitsTheNumber() async {
    editor.edit("15")
    editor.detach()
    #expect(editor.state.quantity == 15)
    #expect(editor.state.text == nil)
    await session.settled()
    #expect(cart["tea"] == 15)
  }

  @Test func anotherSessionCommitsItInThePrevious() async {
    let next = Session.fake(cart: cart)
    editor.edit("15")
    editor.prepareForCart(productID: "tea", quantity: 3, in: next)
    #expect(editor.state.text == nil)
    await session.settled()
    #expect(cart["tea"] == 15)
    #expect(cart.sent == ["=15"])
  }

  @Test func aTypedNumberOfAnEndedSessionIsReported() async {
    editor.edit("15")
    session.end()
    editor.prepareForCart(productID: "coffee", quantity: 1, in: .fake(cart: cart))
    #expect(page.failures == ["tea sessionEnded"])
    #expect(page.senders == [ObjectIdentifier(editor)])
    #expect(editor.state == .init(quantity: 1))
    await session.settled()
    #expect(cart["tea"] == 3)
  }

  @Test(arguments: ["abc", "", "1.5"])
  func invalidTextIsReportedAsDropped(_ text: String) async {
    editor.edit(text)
    editor.prepareForCart(productID: "coffee", quantity: 1, in: session)
    #expect(page.dropped == [text])
    #expect(editor.state == .init(quantity: 1))
    await session.settled()
    #expect(cart.sent.isEmpty)
  }

  @Test func focusAloneCommitsNothing() async {
    var completed: [Int] = []
    editor.onInputComplete = { number, _ in completed.append(number) }
    editor.beginEditing()
    editor.prepareForCart(productID: "coffee", quantity: 1, in: session)
    #expect(editor.state == .init(quantity: 1))
    await session.settled()
    #expect(cart.sent.isEmpty)
    #expect(page.dropped.isEmpty)
    #expect(completed.isEmpty)
  }

  @Test func pushWhileEditingDropsNoText() {
    editor.edit("7")
    session.receive(CartAnswer(quantity: 5), of: QuantityIntent.self, for: "tea")
    #expect(editor.state.quantity == 5)
    #expect(editor.state.text == "7")
    #expect(page.dropped.isEmpty)
  }

  @Test("an unmanaged editor has no product to commit to, so the text is reported")
  func textOfAnUnmanagedEditorIsReportedAsDropped() {
    let plain = NumberEditor()
    plain.nextResponder = page
    plain.configure(quantity: 2)
    plain.edit("7")
    plain.configure(quantity: 5)
    #expect(page.dropped == ["7"])
    #expect(plain.state == .init(quantity: 5))
    plain.edit("8")
    plain.prepareForCart(productID: "tea", quantity: 3, in: session)
    #expect(page.dropped == ["7", "8"])
    #expect(plain.state == .init(quantity: 3))
  }

  @Test func anotherBehaviorCommitsItToThePrevious() {
    var asked: [String] = []
    let plain = NumberEditor()
    plain.attach(.init(step: { _ in }, set: { asked.append("first \($0)") }))
    plain.edit("7")
    plain.attach(.init(step: { _ in }, set: { asked.append("second \($0)") }))
    #expect(asked == ["first 7"])
    #expect(plain.state.text == nil)
  }

  @Test func callbackMayConfigureTheEditor() async {
    editor.onInputComplete = { [weak editor] _, _ in editor?.configure(quantity: 9) }
    editor.edit("15")
    editor.prepareForCart(productID: "coffee", quantity: 1, in: session)
    #expect(editor.isManaged)
    #expect(editor.state.quantity == 1)
    editor.onInputComplete = nil
    editor.add()
    await session.settled()
    #expect(cart["tea"] == 15)
    #expect(cart["coffee"] == 2)
  }

  @Test func callbacksOfARebindRunBeforeTheStateChanges() {
    var texts: [String?] = []
    editor.onInputComplete = { [unowned editor] _, _ in texts.append(editor.state.text) }
    editor.onFeedback = { [unowned editor] _ in texts.append(editor.state.text) }
    editor.edit("15")
    editor.prepareForCart(productID: "coffee", quantity: 1, in: session)
    #expect(texts == ["15", "15"])
    #expect(editor.state == .init(quantity: 1))
  }
}
