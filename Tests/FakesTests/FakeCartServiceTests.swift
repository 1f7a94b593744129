import Fakes
import SelfManaged
import Testing

/// The cart service in memory.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct FakeCartServiceTests {
  let cart = FakeCartService()

  private func info(_ key: String) -> RequestInfo {
    RequestInfo(key: IdempotencyKey(rawValue: key))
  }

  @Test func callsAreRecordedAsValuesInOrder() async throws {
    _ = try await cart.add(2, of: "tea", info("a"))
    _ = try await cart.reduce(1, of: "tea", info("b"))
    _ = try await cart.quantity(of: "milk")
    _ = try await cart.set(5, of: "tea", info("c"))
    #expect(
      cart.calls == [
        .add(2, productID: "tea", info("a")), .reduce(1, productID: "tea", info("b")),
        .read(productID: "milk"), .set(5, productID: "tea", info("c")),
      ])
    #expect(cart.sent == ["+2", "-1", "=5"])
  }

  @Test func eachChangeUpdatesQuantityAndVersion() async throws {
    #expect(
      try await cart.add(2, of: "tea", info("a")) == CartAnswer(quantity: 2, version: 1))
    #expect(
      try await cart.reduce(1, of: "tea", info("b")) == CartAnswer(quantity: 1, version: 2))
    #expect(
      try await cart.set(7, of: "tea", info("c")) == CartAnswer(quantity: 7, version: 3))
    #expect(try await cart.quantity(of: "tea") == CartAnswer(quantity: 7, version: 3))
    #expect(cart["tea"] == 7)
  }

  @Test func productsDoNotShareQuantitiesOrVersions() async throws {
    _ = try await cart.add(2, of: "tea", info("a"))
    #expect(
      try await cart.add(1, of: "milk", info("b")) == CartAnswer(quantity: 1, version: 1))
    #expect(cart["tea"] == 2)
  }

  @Test func absentProductHasTheQuantityZero() async throws {
    #expect(try await cart.quantity(of: "tea") == CartAnswer(quantity: 0, version: 0))
    #expect(cart["tea"] == 0)
  }

  @Test func aQuantityNeverFallsBelowZero() async throws {
    cart["tea"] = 2
    #expect(try await cart.reduce(5, of: "tea", info("a")).quantity == 0)
    #expect(try await cart.set(-5, of: "tea", info("b")).quantity == 0)
    cart["tea"] = -3
    #expect(cart["tea"] == 0)
  }

  @Test func quantityAboveStockIsClampedWithANotice() async throws {
    cart.stock["tea"] = 5
    let full = CartAnswer(
      quantity: 5, version: 1, limits: QuantityLimits(maximum: 5), notice: "Only 5 left")
    #expect(try await cart.set(100, of: "tea", info("a")) == full)
    #expect(try await cart.add(1, of: "tea", info("b")) == full)
    #expect(cart["tea"] == 5)
  }

  @Test func quantityWithinStockReportsOnlyTheLimit() async throws {
    cart.stock["tea"] = 5
    #expect(
      try await cart.add(5, of: "tea", info("a"))
        == CartAnswer(quantity: 5, version: 1, limits: QuantityLimits(maximum: 5)))
    #expect(
      try await cart.quantity(of: "tea")
        == CartAnswer(quantity: 5, version: 1, limits: QuantityLimits(maximum: 5)))
    #expect(try await cart.add(9, of: "milk", info("b")).limits == nil)
  }

  @Test func repeatedKeyIsAppliedOnceWithTheSameAnswer() async throws {
    let first = try await cart.add(1, of: "tea", info("a"))
    cart["tea"] = 9
    #expect(try await cart.add(1, of: "tea", info("a")) == first)
    #expect(cart["tea"] == 9)
    #expect(cart.sent == ["+1", "+1"])
  }

  @Test func repeatedKeyIsAppliedTwiceWithoutKeySupport() async throws {
    cart.honorsIdempotencyKeys = false
    _ = try await cart.add(1, of: "tea", info("a"))
    #expect(
      try await cart.add(1, of: "tea", info("a")) == CartAnswer(quantity: 2, version: 2))
  }

  @Test(arguments: [true, false])
  func lostReplyIsRepeatedUnlessKeysAreHonored(honorsIdempotencyKeys: Bool)
    async throws
  {
    cart.honorsIdempotencyKeys = honorsIdempotencyKeys
    cart.loseNextReply()
    await #expect(throws: ServiceError.unknownOutcome) {
      try await cart.add(1, of: "tea", info("a"))
    }
    #expect(cart["tea"] == 1)
    #expect(try await cart.add(1, of: "tea", info("a")).quantity == (honorsIdempotencyKeys ? 1 : 2))
  }

  @Test func failedRequestChangesNothingAndKeepsItsKey() async throws {
    cart.failNext(.limit(3))
    await #expect(throws: ServiceError.limit(3)) {
      try await cart.add(1, of: "tea", info("a"))
    }
    #expect(cart["tea"] == 0)
    #expect(cart.sent == ["+1"])
    #expect(try await cart.add(1, of: "tea", info("a")).quantity == 1)
  }

  @Test func settingAQuantityRaisesTheVersion() async throws {
    cart["tea"] = 3
    cart["tea"] = 3
    #expect(try await cart.quantity(of: "tea") == CartAnswer(quantity: 3, version: 1))
    #expect(try await cart.set(3, of: "tea", info("a")).version == 1)
    cart["tea"] = 4
    #expect(try await cart.quantity(of: "tea").version == 2)
  }

  @Test func scriptedCartAnswerIsReturnedOnce() async throws {
    cart.answerNext(CartAnswer(quantity: 42, version: 42))
    #expect(
      try await cart.add(1, of: "tea", info("a")) == CartAnswer(quantity: 42, version: 42))
    #expect(cart["tea"] == 1)
    #expect(try await cart.add(1, of: "tea", info("b")).quantity == 2)
  }

  @Test func heldChangesAreAppliedInOrder() async throws {
    cart.hold()
    let add = Task { try await cart.add(3, of: "tea", info("a")) }
    await cart.arrived(1)
    let reduce = Task { try await cart.reduce(1, of: "tea", info("b")) }
    await cart.arrived(2)
    #expect(cart["tea"] == 0)
    cart.releaseNext()
    #expect(try await add.value.quantity == 3)
    cart.release()
    #expect(try await reduce.value.quantity == 2)
  }
}
