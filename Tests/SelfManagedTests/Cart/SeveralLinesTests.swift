import Components
import Fakes
import SelfManaged
import Testing

/// Products with several lines in a cart that is read as a whole: no line ID is passed.
@MainActor
struct SeveralLinesTests {
  private let shop = OptionsShop()

  private func editor(_ id: String, in session: Session) -> NumberEditor {
    let editor = NumberEditor()
    editor.prepareForCart(productID: id, in: session)
    return editor
  }

  @Test func productWithSeveralLinesShowsTheirSum() async {
    shop.lines = ["tea-small": 1, "tea-large": 2]
    let session = Session.fake(cart: shop)
    let (tea, page) = (editor("tea", in: session), LinesPage())
    tea.nextResponder = page
    await session.settled()
    #expect(tea.state.isSum)
    #expect(tea.state.quantity == 3)
    tea.add()
    #expect(page.wanted.map(\.lineIDs) == [["tea-large", "tea-small"]])
    #expect(page.wanted.map(\.quantities) == [["tea-large": 2, "tea-small": 1]])
    await session.settled()
    #expect(shop.sent.isEmpty)
  }

  @Test func sumAndBadgeMoveWithATapOnALine() async {
    shop.lines = ["tea-small": 1, "tea-large": 2]
    let session = Session.fake(cart: shop)
    let tea = editor("tea", in: session)
    await session.settled()
    let small = editor("tea-small", in: session)
    shop.wire.hold()
    small.add()
    #expect([tea, small].map(\.state.quantity) == [4, 2])
    #expect(session.cart.units == 4)
    #expect(session.cart.lines.map(\.quantity) == [2, 2])
    shop.wire.release()
    await session.settled()
    #expect(shop.sent == ["+1 tea-small"])
    #expect(tea.state.quantity == 4)
  }

  @Test func editorOfAProductEditsItsOnlyLine() async {
    shop.lines = ["tea-small": 1]
    let session = Session.fake(cart: shop)
    let tea = editor("tea", in: session)
    await session.settled()
    let row = editor("tea-small", in: session)
    shop.wire.hold()
    tea.add()
    #expect([tea, row].map(\.state.quantity) == [2, 2])
    #expect(session.cart.units == 2)
    row.add()
    #expect([tea, row].map(\.state.quantity) == [3, 3])
    shop.wire.release()
    await session.settled()
    #expect(shop.sent == ["+1 tea-small", "+1 tea-small"])
    #expect(session.cart.lines.map(\.quantity) == [3])
  }

  @Test func editorFollowsTheLinesThatTheServerReports() async {
    shop.lines = ["tea-small": 1]
    let session = Session.fake(cart: shop)
    let (tea, row) = (editor("tea", in: session), editor("tea-small", in: session))
    await session.settled()
    shop.lines["tea-large"] = 3
    session.cart.receive(shop.wholeCart)
    #expect(tea.state.isSum)
    #expect([tea, row].map(\.state.quantity) == [4, 1])
    shop.lines["tea-tiny"] = 1
    session.cart.receive(shop.wholeCart)
    #expect(tea.state.quantity == 5)
    shop.lines = ["tea-large": 3]
    session.cart.receive(shop.wholeCart)
    #expect(!tea.state.isSum)
    #expect([tea, row].map(\.state.quantity) == [3, 0])
    tea.reduce()
    #expect(tea.state.quantity == 2)
    #expect(session.cart.units == 2)
    await session.settled()
    #expect(shop.sent == ["-1 tea-large"])
    #expect(tea.state.change == .user)
  }

  @Test func editorsFollowALineThatIsSplitOrJoined() async {
    shop.lines = ["tea-small": 2]
    let session = Session.fake(cart: shop)
    let (tea, row) = (editor("tea", in: session), editor("tea-small", in: session))
    await session.settled()
    shop.lines = ["tea-small": 1, "tea-large": 1]
    session.cart.receive(shop.wholeCart)
    #expect(tea.state.isSum)
    #expect([tea, row].map(\.state.quantity) == [2, 1])
    shop.lines = ["tea-small": 1]
    session.cart.receive(shop.wholeCart)
    shop.wire.hold()
    row.add()
    #expect([tea, row].map(\.state.quantity) == [2, 2])
    #expect(session.cart.units == 2)
    shop.wire.release()
    await session.settled()
    #expect(shop.sent == ["+1 tea-small"])
  }

  @Test func textThatIsBeingTypedIsNotSentWhenTheCartArrives() async {
    shop.lines = ["tea-small": 1]
    shop.wire.hold()
    let session = Session.fake(cart: shop)
    let row = editor("tea-small", in: session), page = LinesPage()
    row.nextResponder = page
    await shop.wire.arrived(1)
    row.edit("5")
    shop.wire.release()
    await session.settled()
    #expect(row.state.text == "5")
    row.edit("50")
    row.endEditing()
    await session.settled()
    #expect(shop.sent == ["=50 tea-small"])
    let tea = editor("tea", in: session)
    tea.nextResponder = page
    tea.edit("2")
    shop.lines["tea-large"] = 3
    session.cart.receive(shop.wholeCart)
    #expect(tea.state.isSum)
    #expect(page.dropped == ["2"])
    await session.settled()
    #expect(shop.sent == ["=50 tea-small"])
  }

  @Test func firstAdditionOfAProductBecomesItsLine() async {
    let session = Session.fake(cart: shop)
    let tea = editor("tea", in: session)
    await session.settled()
    shop.wire.hold()
    tea.add()
    await shop.wire.arrived(2)  // The read and the addition.
    tea.add()
    #expect(session.cart.units == 2)
    shop.wire.release()
    await session.settled()
    #expect(shop.sent == ["+1 tea", "+1 tea-small"])
    #expect(session.cart.lines.map(\.id) == ["tea-small"])
    #expect(session.cart.units == 2)
    #expect(tea.state.quantity == 2)
  }
}
