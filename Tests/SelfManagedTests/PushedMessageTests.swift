import Components
import Fakes
import SelfManaged
import Testing

/// A push that says why it changes a value.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct PushedMessageTests {
  private let session = Session.fake(cart: FakeCartService())

  @Test("a push with a message is shown and sent once, by the editor that was bound last")
  func pushWithAMessageIsShown() {
    let editor = NumberEditor()
    editor.prepareForCart(productID: "tea", quantity: 3, in: session)
    let (other, page) = (NumberEditor(), AdjustmentPage())
    other.prepareForCart(productID: "tea", quantity: 3, in: session)
    (editor.nextResponder, other.nextResponder) = (page, page)
    var announced: [String?] = []
    other.onFeedback = { announced.append($0.announcement) }
    let push = CartAnswer(quantity: 0, version: 5, notice: "Sold out: 3 were removed")
    session.receive(push, of: QuantityIntent.self, for: "tea")
    #expect([editor, other].map(\.state.quantity) == [0, 0])
    #expect(editor.state.notice == nil)
    #expect(other.state.notice?.message(in: .english) == "Sold out: 3 were removed")
    #expect(other.state.change == .external)
    #expect(page.notices == ["Sold out: 3 were removed"])
    #expect(announced == ["Sold out: 3 were removed"])
    session.receive(push, of: QuantityIntent.self, for: "tea")  // twice
    session.receive(
      CartAnswer(quantity: 2, version: 4, notice: "Late"), of: QuantityIntent.self, for: "tea")
    #expect(page.notices.count == 1)
    session.receive(
      CartAnswer(quantity: 2, version: 6, notice: ""), of: QuantityIntent.self, for: "tea")
    #expect(page.notices.count == 1, "an empty message is none")
    session.receive(CartAnswer(quantity: 1, version: 7), of: QuantityIntent.self, for: "tea")
    #expect(other.state.notice == nil)
  }

  @Test func ownTapEndsTheMessage() async {
    let (cart, editor) = (FakeCartService(), NumberEditor())
    let session = Session.fake(cart: cart)
    editor.prepareForCart(productID: "tea", quantity: 3, in: session)
    cart["tea"] = 1
    let push = CartAnswer(quantity: 1, version: 5, notice: "2 were removed")
    session.receive(push, of: QuantityIntent.self, for: "tea")
    #expect(editor.state.notice != nil)
    editor.add()
    #expect(editor.state.notice == nil)
    await session.settled()
  }
}

/// Collects the messages of adjustments.
@MainActor
private final class AdjustmentPage: Responder {
  weak var nextResponder: (any Responder)?
  private let table = EventTable()
  private(set) var notices: [String?] = []
  var eventHandling: (any EventHandling)? { table }

  init() {
    table.on(TapAdjusted.self) { [weak self] adjusted, _ in
      self?.notices.append(adjusted.notice)
      return .stop
    }
  }
}
