import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// The cart and its products, which are reported together and apart, say the same at rest.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct CartAgreementTests {
  private let shop = FakeShop(), clock = FakeClock()

  init() { shop.prices = ["tea": 250] }

  private func session(grace: Duration? = nil) -> Session {
    var policy = SessionPolicy()
    policy.cart.grace = grace
    return Session.fake(cart: shop, policy: policy, clock: clock)
  }

  private func editor(_ id: String = "tea", in session: Session) -> NumberEditor {
    let editor = NumberEditor()
    editor.prepareForCart(productID: id, in: session)
    return editor
  }

  @Test func lateReplyIsAReportForItsProductToo() async {
    shop["tea"] = 1
    let session = session(), tea = editor(in: session)
    _ = session.cart
    await session.settled()
    shop.hold()
    let sent = shop.arrivals
    tea.add()
    await shop.arrived(sent + 1)
    clock.advance(by: .seconds(30))
    await shop.arrived(sent + 2)
    shop.releaseLast()  // The read finds that the change was not carried out.
    await until { !tea.requestStatus.isPending }
    shop.release()  // Now it is.
    await until { session.cart.total == "5.00" }
    #expect(tea.state.quantity == 2)
    #expect(session.cart.units == 2)
  }

  @Test func readsThatFailEndThoughTheAppShowsNoCart() async {
    shop["tea"] = 1
    let session = Session.fake(cart: shop), tea = editor(in: session)
    await session.settled()
    for _ in 1...4 { shop.failNext(.unknownOutcome) }
    session.refresh()
    await until { !session.activity.isPending }
    #expect(tea.requestStatus == RequestStatus())
  }

  @Test func lateReadOfAForgottenProductChangesNoLine() async {
    var policy = SessionPolicy()
    policy.rememberedItemLimit = 0
    policy.cart.retryDelays = []
    let cart = FakeCartService()
    let session = Session.fake(cart: cart, policy: policy, clock: clock)
    _ = session.cart
    let former = editor(in: session)
    await session.settled()
    cart.hold()
    session.refresh()
    await cart.arrived(2)
    former.detach()
    clock.advance(by: .seconds(30))
    await until { !session.activity.isPending }
    #expect(session.itemCount(of: QuantityIntent.self) == 0)
    let tea = editor(in: session)
    tea.add()
    cart.release()
    await session.settled()
    #expect(session.cart.lines.map(\.quantity) == [1])
    #expect(session.cart.units == 1)
  }

  @Test func firstUseReadsTheCartAfterAnAnswerAboutOneProduct() async {
    shop.versions = .none
    shop["tea"] = 1
    let session = session(), tea = editor(in: session)
    await session.settled()
    shop.answerNext(CartAnswer(quantity: 2))
    tea.add()
    await session.settled()
    _ = session.cart
    await session.settled()
    #expect(session.cart.total == "5.00")
    #expect(session.cart.units == 2)
  }

  @Test func pushThatARemovalHidesIsInTheTotalAfterItsUndo() async {
    shop.versions = .none
    shop["tea"] = 2
    let session = session(grace: .seconds(5)), tea = editor(in: session)
    _ = session.cart
    await session.settled()
    tea.edit("0")
    tea.endEditing()
    shop["tea"] = 7
    session.receive(CartAnswer(quantity: 7), of: QuantityIntent.self, for: "tea")
    tea.undo()
    await session.settled()
    #expect(tea.state.quantity == 7)
    #expect(session.cart.total == "17.50")
  }

  @Test func wordsOfAPushedCartAreShown() async {
    shop["tea"] = 5
    let session = session(), tea = editor(in: session)
    await session.settled()
    shop["tea"] = 2
    let pushed = CartAnswer(cart: shop.wholeCart, notice: "3 were removed")
    session.receive(pushed, of: QuantityIntent.self, for: "tea")
    #expect(
      tea.state.notice == .adjusted(requested: 5, actual: 2, rule: .server("3 were removed")))
  }

  @Test func waitingEndsWithThePauseOfABusyServer() async {
    let session = session(), (tea, milk) = (editor(in: session), editor("milk", in: session))
    _ = session.cart
    await session.settled()
    shop.failNext(.busy(after: .seconds(10)).scoped(to: .session))
    tea.add()
    await until { tea.requestStatus.isWaiting }
    milk.add()
    #expect(session.cart.status.isWaiting)
    await clock.sleeping(2)  // The product's delay, and the session's.
    clock.advance(by: .seconds(20))
    await session.settled()
    #expect(session.cart.status == RequestStatus())
  }

  @Test func refreshesInASequenceAreAllRead() async {
    shop.versions = .none
    let session = session(), tea = editor(in: session)
    await session.settled()
    for quantity in 1...4 {
      shop["tea"] = quantity
      session.refresh()
      await session.settled()
      #expect(tea.state.quantity == quantity)
    }
    #expect(shop.calls == Array(repeating: .readCart, count: 5))
  }

  @Test func removedLineStaysWithAServiceForOneProduct() async {
    let single = FakeCartService()
    single["tea"] = 2
    var policy = SessionPolicy()
    policy.cart.grace = .seconds(5)
    let session = Session.fake(cart: single, policy: policy, clock: clock)
    let tea = NumberEditor()
    tea.prepareForCart(productID: "tea", quantity: 2, in: session)
    #expect(session.cart.units == 2)
    tea.edit("0")
    tea.endEditing()
    #expect(session.cart.lines.map(\.quantity) == [0])
    session.cart.lines.first?.undo?.undo()
    #expect(session.cart.lines.map(\.quantity) == [2])
    tea.edit("0")
    tea.endEditing()
    await session.settled()
    #expect(session.cart.lines.isEmpty)
  }

  @Test func productWhoseLineIsGoneIsAddedByItsOwnID() async {
    let lines = RenewedLines()
    lines.lines = ["l1": ("tea", 1)]
    let session = Session.fake(cart: lines), tea = editor(in: session)
    await session.settled()
    lines.wire.hold()
    tea.reduce()
    tea.add()
    lines.wire.release()
    await session.settled()
    tea.add()
    await session.settled()
    #expect(lines.sent == ["-1 l1", "+1 tea", "+1 tea"])
    #expect(tea.state.quantity == 2)
  }
}

/// A back end that gives each new line another ID, and answers a change with its quantity alone.
@MainActor
private final class RenewedLines: WholeCartService {
  var lines: [String: (productID: String, quantity: Int)] = [:]
  private(set) var sent: [String] = []
  let wire = FakeWire()

  func add(_ amount: Int, of id: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await change("+\(amount)", id) { $0 + amount }
  }

  func reduce(_ amount: Int, of id: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await change("-\(amount)", id) { $0 - amount }
  }

  func set(_ quantity: Int, of id: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await change("=\(quantity)", id) { _ in quantity }
  }

  func cart() async throws -> Cart {
    try await wire.carry { [self] in
      Cart(
        lines: lines.map { Cart.Line(productID: $1.productID, id: $0, quantity: $1.quantity) })
    }
  }

  private func change(
    _ words: String, _ id: String, _ change: @escaping (Int) -> Int
  ) async throws -> CartAnswer {
    sent.append("\(words) \(id)")
    return try await wire.carry { [self] in
      let known = lines.first { $0 == id || $1.productID == id }
      guard known != nil || !id.hasPrefix("l") else { throw ServiceError.rejected("No such line") }
      let quantity = change(known?.value.quantity ?? 0)
      let line = known?.key ?? "l\(sent.count)"
      lines[line] = quantity > 0 ? (known?.value.productID ?? id, quantity) : nil
      return CartAnswer(quantity: quantity)
    }
  }
}
