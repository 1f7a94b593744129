import SelfManaged
import StorefrontHarness
import StorefrontServer
import StorefrontServices
import StorefrontWire
import Testing

@Suite(.timeLimit(.minutes(10))) struct CartTests {
  private let server: ServerProcess
  private let api: StorefrontAPI

  init() async throws {
    server = try await ServerProcess.start()
    api = server.api()
  }

  @Test func eachChangeAnswersTheNewQuantityAndVersion() async throws {
    let limits = QuantityLimits(maximum: 100)
    let answers = [
      try await api.add(3, of: "apple", .new()), try await api.reduce(1, of: "apple", .new()),
      try await api.set(40, of: "apple", .new()),
    ]
    #expect(answers.map { $0.quantity(of: "apple") } == [3, 2, 40])
    #expect(answers.map { $0.cart?.version } == [1, 2, 3])
    #expect(
      try await api.quantity(of: "apple") == CartAnswer(quantity: 40, version: 3, limits: limits))
  }

  @Test func aChangeAnswersTheWholeCartWithItsAmounts() async throws {
    _ = try await api.set(4, of: "mug", .new())
    let answer = try await api.add(2, of: "apple", .new())
    #expect(answer.cart?.lines.map(\.id) == ["apple", "lamp", "mug", "poster", "tote"])
    #expect(answer.cart?.lines.map(\.quantity) == [2, 0, 4, 0, 1])
    #expect(answer.cart?.total == "37.90 €")
    #expect(answer.cart?.version == 2)
    let shown = try #require(answer.cart?.shown)
    #expect([shown.subtotal, shown.delivery] == [Money(cents: 3300), Money(cents: 490)])
    #expect(try await api.cart() == answer.cart)
  }

  @Test func aGiftComesWithTwentyEurosAndGoes() async throws {
    let poor = try await api.add(39, of: "apple", .new()).cart
    #expect(poor?.shown?.subtotal.description == "19.50 €")
    #expect(poor?.shown?.lines.last?.id == "poster")
    let rich = try await api.add(1, of: "apple", .new()).cart
    #expect(rich?.shown?.lines.last?.gift == "A gift with 20.00 € or more")
    #expect(rich?.notice == "The shop added a tote bag: a gift with 20.00 € or more")
    #expect(try await api.add(1, of: "apple", .new()).cart?.notice == nil)
    let poorAgain = try await api.reduce(2, of: "apple", .new()).cart
    #expect(poorAgain?.shown?.lines.last?.id == "poster")
    #expect(poorAgain?.notice == "The shop removed the tote bag: it is a gift with 20.00 € or more")
  }

  @Test func anOrderEmptiesTheCartOnce() async throws {
    let cart = try await api.set(4, of: "mug", .new()).cart
    let key = RequestInfo.new().key
    let order = try await api.placeOrder(ofCart: 1, key)
    #expect((order.number, order.total.description) == (1, cart?.total))
    #expect(order.cart.version == 2)
    #expect(order.cart.lines.allSatisfy { $0.quantity == 0 })
    #expect(try await api.placeOrder(ofCart: 1, key) == order)
    #expect(try await api.cart().lines.allSatisfy { $0.quantity == 0 })
    #expect(try server.records.orders(of: "ada") == [3690])
  }

  @Test func anotherOrAnEmptyCartIsNotOrdered() async throws {
    let cart = try await api.add(1, of: "apple", .new())
    let old = await failure { try await api.placeOrder(ofCart: 0, RequestInfo.new().key) }
    #expect(old?.code == .conflict)
    #expect(try await api.cart() == cart.cart)
    _ = try await api.set(0, of: "apple", .new())
    let empty = await failure { try await api.placeOrder(ofCart: 2, RequestInfo.new().key) }
    #expect(empty == .rejected("The cart is empty"))
    #expect(try server.records.orders(of: "ada") == [])
  }

  @Test func aCartOfFreeProductsIsOrdered() async throws {
    try server.change("UPDATE product SET price = 0 WHERE id = 'apple'")
    _ = try await api.add(1, of: "apple", .new())
    let order = try await api.placeOrder(ofCart: 1, RequestInfo.new().key)
    #expect(order.total == Money(cents: 0))
    #expect(order.cart.lines.allSatisfy { $0.quantity == 0 })
  }

  enum Change { case add(Int), reduce(Int), set(Int) }

  /// A row has a product, its changes, and the quantity, notice, version and limits after them.
  @Test(
    "a quantity that does not fit is clamped, and the notice says so",
    arguments: [
      ("lamp", [.set(9)], 5, "Only 5 left", 1, nil, 5),
      ("lamp", [.add(3), .add(4)], 5, "Only 5 left", 2, nil, 5),
      ("lamp", [.set(5), .add(1)], 5, "Only 5 left", 1, nil, 5),
      ("poster", [.add(1)], 0, "Sold out", 0, nil, 0),
      ("apple", [.add(2), .reduce(1_000_000)], 0, nil, 2, nil, 100),
      ("mug", [.set(1)], 2, "At least 2", 1, 2, 24),
      ("mug", [.set(1), .reduce(1)], 0, nil, 2, 2, 24),
    ] as [(String, [Change], Int, String?, Int, Int?, Int)])
  func aQuantityIsClamped(
    _ product: String, _ changes: [Change], _ quantity: Int, _ notice: String?, _ version: Int,
    _ minimum: Int?, _ maximum: Int
  ) async throws {
    var answer = CartAnswer()
    for change in changes {
      switch change {
      case .add(let amount): answer = try await api.add(amount, of: product, .new())
      case .reduce(let amount): answer = try await api.reduce(amount, of: product, .new())
      case .set(let quantity): answer = try await api.set(quantity, of: product, .new())
      }
    }
    #expect(answer.quantity(of: product) == quantity)
    #expect(answer.cart?.version == version)
    #expect(answer.notice == notice)
    let limits = QuantityLimits(minimum: minimum, maximum: maximum)
    #expect(
      try await api.quantity(of: product)
        == CartAnswer(quantity: quantity, version: version, limits: limits))
  }

  @Test func aProductThatWasTakenOutKeepsItsVersion() async throws {
    _ = try await api.add(1, of: "apple", .new())
    #expect(try await api.set(0, of: "apple", .new()).cart?.version == 2)
    #expect(try await api.add(1, of: "apple", .new()).cart?.version == 3)
  }

  @Test func aChangeToTheSameQuantityKeepsTheVersion() async throws {
    let first = try await api.set(4, of: "apple", .new())
    #expect(try await api.set(4, of: "apple", .new()) == first)
  }

  @Test func everyPersonHasACart() async throws {
    _ = try await api.add(7, of: "apple", .new())
    #expect(try await server.api("ben").quantity(of: "apple").quantity == 0)
  }

  @Test func additionsAtTheSameTimeAllCount() async throws {
    let versions = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<20 {
        group.addTask { [api] in try await api.add(2, of: "apple", .new()).cart?.version }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(versions == Set(1...20))
    #expect(try await api.quantity(of: "apple").quantity == 40)
  }
}
