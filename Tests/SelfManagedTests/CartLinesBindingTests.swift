import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// An editor that is bound to other lines, to another product, or in a session that can't send.
extension CartLinesTests {
  // MARK: One line, and no lines

  @Test(arguments: [["red"], ["red", "red"]])
  func oneLineIsEdited(_ lineIDs: [String]) async {
    prepare(lineIDs)
    #expect(editor.state == .init(quantity: 2))
    editor.add()
    await session.settled()
    #expect(cart.sent == ["+1"])
    #expect(cart["red"] == 3)
    #expect(page.wanted.isEmpty)
  }

  @Test func noLinesOfferToChoose() async {
    prepare([])
    #expect(editor.state == .init(isSum: true))
    #expect(editor.state.isCollapsed)
    editor.add()
    await session.settled()
    #expect(page.wanted.map(\.lineIDs) == [[]])
    #expect(cart.calls == [])
    #expect(editor.requestStatus == RequestStatus())
  }

  // MARK: Rebinding and unbinding

  @Test func aReloadedCardKeepsItsLines() async {
    prepare()
    let recorder = StateRecorder(editor), red = line("red", 2)
    cart.hold()
    red.add()
    prepare()
    #expect(editor.state.quantity == 4)
    cart.release()
    await session.settled()
    #expect(recorder.quantities.allSatisfy { $0 == 4 })
    #expect(editor.state.quantity == 4)
    push(9, of: "blue")
    #expect(editor.state.quantity == 12)
    #expect(recorder.states.last?.quantity == 12)
  }

  @Test func aReloadInTheMiddleOfATextIsNoNewText() {
    prepare()
    editor.beginEditing()
    prepare()
    editor.edit("31")
    #expect(page.wanted.count == 1)
    editor.prepareForCart(productID: "cap", lineIDs: [], in: session)
    editor.edit("7")
    #expect(page.wanted.map(\.productID) == ["shirt", "cap"])
  }

  /// Binding the one line that is left reads it, which an observer of the activity takes for a tap on
  /// the other line.
  @Test func aFormerLineDoesNotReplaceTheSumOfTheNewOne() async {
    var policy = SessionPolicy()
    policy.cart.retryDelays = []
    let session = Session.fake(cart: cart, policy: policy)
    let blue = NumberEditor(), red = NumberEditor()
    editor.prepareForCart(
      productID: "shirt", lineIDs: ["red", "blue"], quantities: ["red": 2, "blue": 2], in: session)
    blue.prepareForCart(productID: "blue", quantity: 2, in: session)
    red.prepareForCart(productID: "red", quantity: 2, in: session)
    cart.failNext(.unknownOutcome)
    cart.failNext(.rejected)  // The read-back fails too, so the line is in doubt.
    red.add()
    await mainActorIsIdle()
    beforeChange({ session.activity.isPending }) { blue.add() }
    editor.prepareForCart(productID: "shirt", lineIDs: ["red"], in: session)
    await session.settled()
    #expect(editor.state.quantity == cart["red"])
  }

  @Test func changedLinesReplaceTheFormerOnes() async {
    prepare()
    prepare(["blue", "green"], ["blue": 1, "green": 4])
    #expect(editor.state.quantity == 5)
    #expect(session.itemCount == 2)
    push(7, of: "red")
    #expect(editor.state.quantity == 5)
    push(6, of: "green")
    #expect(editor.state.quantity == 7)
    await session.settled()
    #expect(cart.calls == [])
  }

  @Test func anEditedTextIsCommittedToItsLine() async {
    prepare(["red"])
    editor.edit("7")
    prepare()
    #expect(editor.state.quantity == 8)
    #expect(editor.state.text == nil)
    await session.settled()
    #expect(cart.sent == ["=7"])
    #expect(cart["red"] == 7)
  }

  @Test func aTextOfAPlainEditorIsDropped() {
    editor.edit("7")
    prepare()
    #expect(editor.state == .init(quantity: 3, isSum: true))
    #expect(page.dropped == ["7"])
  }

  @Test func aTapIsReportedAfterASecondLineIsAdded() async {
    prepare(["red"])
    cart.hold()
    editor.add()
    await cart.arrived(1)
    prepare()
    prepare()
    #expect(editor.state.quantity == 4)
    cart.failNext(.rejected("Sold out"))
    cart.release()
    await session.settled()
    #expect(editor.state == .init(quantity: 3, change: .rollback, isSum: true))
    #expect(page.failed == ["red Shirt"])
  }

  @Test func aReusedCellFollowsItsNewProductOnly() {
    cart["tea"] = 6
    prepare()
    editor.prepareForCart(productID: "tea", quantity: 6, in: session)
    #expect(editor.state == .init(quantity: 6))
    push(9, of: "red")
    #expect(editor.state == .init(quantity: 6))
    #expect(session.itemCount == 1)
    editor.add()
    #expect(editor.state.quantity == 7)
    #expect(page.wanted.isEmpty)
  }

  @Test func aDetachedEditorIsPlainInOneChange() {
    prepare()
    let recorder = StateRecorder(editor)
    editor.detach()
    #expect(recorder.states == [.init(quantity: 3)])
    #expect(session.itemCount == 0)
    editor.add()
    #expect(editor.state.quantity == 4)
    #expect(page.wanted.isEmpty)
  }

  @Test func eachConfigurationIsOneChange() {
    let recorder = StateRecorder(editor)
    prepare()
    prepare(["red"])
    prepare()
    editor.configure(quantity: 3)
    #expect(recorder.quantities == [3, 2, 3, 3])
  }

  @Test func aFormIsNotNotifiedOfAPartOfTheSum() {
    var quantities: [Int] = []
    editor.observer = FieldObserver(changed: { [unowned editor] _ in
      quantities.append(editor.currentQuantity)
    })
    prepare(["red", "blue", "green"], ["red": 2, "blue": 1, "green": 4])
    prepare()
    #expect(quantities == [7, 3])
  }

  @Test func anotherSessionReplacesTheFormer() {
    prepare()
    let other = Session.fake(cart: cart)
    editor.prepareForCart(
      productID: "shirt", lineIDs: ["red", "blue"], quantities: ["red": 5, "blue": 5], in: other)
    #expect(editor.state.quantity == 10)
    #expect(session.itemCount == 0)
    push(9, of: "red")
    #expect(editor.state.quantity == 10)
  }

  @Test func aSumKeepsNoTextOfAHandlerThatFocusesTheEditor() {
    final class Focusing: Responder, EventProxy {
      weak var nextResponder: (any Responder)?
      let table = EventTable()
    }
    let page = Focusing(), editor = NumberEditor()
    editor.nextResponder = page
    page.table.on(TextDropped.self) { [unowned editor] _, _ in
      editor.beginEditing()
      return .stop
    }
    editor.configure(quantity: 1)
    editor.edit("7")
    editor.prepareForCart(
      productID: "tea", lineIDs: ["a", "b"], quantities: ["a": 0, "b": 0], in: session)
    #expect(editor.state.isSum)
    #expect(editor.state.isCollapsed)
    #expect(editor.state.text == nil)
  }

  @Test func theEditorIsReleased() {
    weak var former: NumberEditor?
    do {
      let editor = NumberEditor()
      former = editor
      editor.prepareForCart(productID: "shirt", lineIDs: ["red", "blue"], in: session)
    }
    #expect(former == nil)
  }

  // MARK: Sessions that can't send

  @Test func aUseAfterTheEndOfTheSessionFails() async {
    prepare()
    session.end()
    editor.add()
    editor.beginEditing()
    await session.settled()
    #expect(page.wanted.isEmpty)
    #expect(page.failed == ["shirt Shirt", "shirt Shirt"])
    #expect(page.codes == [.sessionEnded, .sessionEnded])
    #expect(editor.state.quantity == 3)
    prepare(["red"])
    prepare()
    #expect(editor.state.quantity == 3)
  }

  @Test func theLinesAreOfferedWithoutACartService() async {
    let session = Session(clock: .withoutDelays)
    editor.prepareForCart(productID: "shirt", lineIDs: ["red", "blue"], in: session)
    await session.settled()
    editor.add()
    #expect(page.wanted.map(\.quantities) == [[:]])
    #expect(page.failed == [])
    #expect(editor.state == .init(isSum: true))
  }
}
