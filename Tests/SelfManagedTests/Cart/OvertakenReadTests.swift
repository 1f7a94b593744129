import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// A read of the whole cart that is carried out before a change and answered after it.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct OvertakenReadTests {
  @Test(arguments: [nil, 1])
  func totalContainsTheTap(firstVersion: Int?) async {
    let shop = TeaShop(version: firstVersion)
    let session = Session.fake(cart: shop)
    let editor = NumberEditor()
    shop.changes.hold()
    shop.reads.hold()
    editor.prepareForCart(productID: "tea", quantity: 1, in: session)
    #expect(session.cart.units == 1)
    editor.add()
    await shop.reads.arrived(1)
    await shop.changes.arrived(1)
    shop.changes.release()
    await until { session.cart.total != nil }
    shop.reads.release()
    await session.settled()
    #expect(session.cart.units == 2)
    #expect(session.cart.total == "2")
    #expect(session.cart.isUpToDate)
  }

  @Test func firstUseReadsTheCartIfAReadWasNotAdopted() async {
    let shop = FakeShop()
    shop.versions = .none
    shop["tea"] = 1
    let session = Session.fake(cart: shop)
    let (tea, milk) = (NumberEditor(), NumberEditor())
    shop.hold()
    tea.prepareForCart(productID: "tea", quantity: 1, in: session)
    tea.add()
    await shop.arrived(1)
    milk.prepareForCart(productID: "milk", in: session)
    await shop.arrived(2)
    shop.releaseNext()
    await until { !tea.requestStatus.isPending }
    shop["gift"] = 5  // Another device, before the read is carried out.
    shop.release()
    await session.settled()
    _ = session.cart
    await session.settled()
    #expect(session.cart.units == 7)
    #expect(session.cart.lines.map(\.productID).sorted() == ["gift", "tea"])
  }
}

/// A shop that carries out a read when it arrives.
@MainActor
private final class TeaShop: WholeCartService {
  let changes = FakeWire()
  let reads = FakeWire()
  private var tea = 1
  private var version: Int?

  init(version: Int?) { self.version = version }

  private var whole: Cart {
    Cart(lines: [Cart.Line(productID: "tea", quantity: tea)], total: "\(tea)", version: version)
  }

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await change(to: tea + amount)
  }

  func reduce(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await change(to: tea - amount)
  }

  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await change(to: quantity)
  }

  func cart() async throws -> Cart {
    let cart = whole
    return try await reads.carry { cart }
  }

  private func change(to quantity: Int) async throws -> CartAnswer {
    try await changes.carry { [self] in
      (tea, version) = (quantity, version.map { $0 + 1 })
      return CartAnswer(cart: whole)
    }
  }
}
