import Components
import Fakes
import SelfManaged
import Testing

/// The values that refusals, conflicts and overtaken replies carry.
struct RefusedValueTests {
  /// The server restarted its versions, and reports a lower one than the change was based on.
  @Test func conflictOfARestartedServerIsRebased() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 10), .push))
    let tap = bench.tap(.add(1))
    bench.fail(.conflict(answer: CartAnswer(quantity: 2, version: 1)))
    #expect(bench.shown == 3)
    bench.reply(CartAnswer(quantity: 3, version: 2))
    #expect(bench.resolutions[tap] == .applied)
    #expect(bench.state.version == 2)
  }

  @Test func rejectionOfARestartedServerIsAdopted() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 10), .push))
    bench.tap(.add(1))
    bench.fail(.rejected("No", answer: CartAnswer(quantity: 2, version: 1)))
    #expect(bench.shown == 2)
    #expect(bench.state.isInDoubt)
  }

  /// A set states the whole quantity, so that the server can't have applied a part of it.
  @Test func setAboveALimitFailsWithoutARead() {
    var bench = Bench<QuantityIntent>(3)
    let tap = bench.tap(.set(8))
    bench.fail(.limit(5))
    #expect(bench.resolutions[tap] == .failed(.limit(5)))
    #expect(bench.shown == 3)
    #expect(!bench.effects.contains(.read))
  }

  @Test func valueOlderThanAPushIsIgnored() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 5), .push))
    bench.tap(.set(9))
    bench.feed(.report(CartAnswer(quantity: 7, version: 8), .push))
    bench.fail(.rejected("No", answer: CartAnswer(quantity: 3, version: 6)))
    #expect(bench.shown == 7)
    #expect(!bench.state.isInDoubt)
  }

  /// Without a version it can't be ordered against a push that arrived during the request.
  @Test(arguments: [nil, 2])
  func unversionedRejectionAfterAPushIsRead(version: Int?) {
    var bench = Bench<QuantityIntent>(3)
    bench.tap(.set(9))
    bench.feed(.report(CartAnswer(quantity: 7, version: version), .push))
    bench.fail(.rejected("No", answer: CartAnswer(quantity: 3)))
    #expect(bench.effects.contains(.read))
    bench.read(CartAnswer(quantity: 7, version: version))
    #expect(bench.shown == 7)
    #expect(!bench.state.isInDoubt)
  }

  @Test func unversionedConflictAfterAPushIsRead() {
    var bench = Bench<LikeIntent>()
    _ = bench.tapHeart()
    bench.feed(.report(LikeAnswer(isLiked: false, count: 15), .push))
    bench.fail(.conflict(answer: LikeAnswer(isLiked: false, count: 10)))
    bench.reply(LikeAnswer())
    #expect(bench.effects.contains(.read))
  }

  @Test func unversionedRejectionWithoutAPushIsNotRead() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3), .push))
    bench.tap(.set(9))
    bench.fail(.rejected("No", answer: CartAnswer(quantity: 2)))
    #expect(bench.shown == 2)
    #expect(bench.state.isIdle)
    #expect(!bench.state.isInDoubt)
  }

  /// The server has another value than the last known one, whatever it is.
  @Test(arguments: [nil, CartAnswer(quantity: 3, version: 5)])
  func lastConflictIsRead(answer: CartAnswer?) {
    var policy = OptimisticPolicy()
    policy.maximumConflictRetries = 0
    var bench = Bench<QuantityIntent>(3, policy)
    bench.feed(.report(CartAnswer(quantity: 3, version: 5), .push))
    let tap = bench.tap(.add(1))
    let conflict = answer.map { ServiceError.conflict(answer: $0) } ?? .conflict
    bench.fail(conflict)
    #expect(bench.resolutions[tap] == .failed(conflict))
    #expect(bench.effects.contains(.read))
  }

  @Test func conflictWithAVersionAloneIsRead() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 5), .push))
    bench.tap(.add(1))
    bench.fail(.conflict(answer: CartAnswer(version: 6)))
    bench.reply(CartAnswer())
    #expect(bench.effects.contains(.read))
    bench.read(CartAnswer(quantity: 8, version: 7))
    #expect(bench.shown == 8)
  }

  @Test func completeReplyAfterAConflictWithAVersionAloneIsNotRead() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 5), .push))
    bench.tap(.add(1))
    bench.fail(.conflict(answer: CartAnswer(version: 6)))
    bench.reply(CartAnswer(quantity: 8, version: 7))
    #expect(bench.shown == 8)
    #expect(!bench.state.isInDoubt)
  }

  @Test func clampInAReplyOlderThanAPushIsReported() {
    var bench = Bench<QuantityIntent>(1)
    bench.feed(.report(CartAnswer(quantity: 1, version: 5), .push))
    bench.tap(.set(100))
    bench.feed(.report(CartAnswer(quantity: 4, version: 8), .push))
    bench.reply(
      CartAnswer(
        quantity: 5, version: 7, limits: QuantityLimits(maximum: 5), notice: "Only 5"))
    #expect(bench.shown == 4)
    #expect(bench.shownAdjustments.count == 1)
  }

  /// The first read was older than the known value, and the tap changed the value since.
  @Test func oneLateReadAfterATapIsNoRestart() {
    var bench = Bench<QuantityIntent>(3)
    bench.feed(.report(CartAnswer(quantity: 3, version: 10), .push))
    let first = bench.feed(.refresh)
    bench.tap(.add(1))
    bench.feed(.read(first, .value(CartAnswer(quantity: 2, version: 9))))
    bench.reply(CartAnswer(version: 11))
    bench.read(CartAnswer(quantity: 3, version: 10))
    #expect(bench.shown == 4)
  }
}

/// A session with a server that restarted its versions and refuses changes of other versions.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct RestartedServerTests {
  @Test(arguments: [true, false])
  func tapsSucceedAfterARestart(conflictsCarryTheValue: Bool) async {
    let cart = RestartedCart(conflictsCarryTheValue: conflictsCarryTheValue)
    let session = Session.fake(cart: cart)
    let binding = session.bind(
      QuantityIntent.self, to: "tea", startingAt: CartValue(quantity: 3),
      knowing: CartAnswer(quantity: 3, version: 10)
    ) { _ in }
    for _ in 1...2 {
      binding.send(.add(1))
      await session.settled()
      #expect(binding.failure == nil)
      #expect(binding.value.quantity == cart.quantity)
    }
    #expect(cart.quantity == 5)
  }

  @MainActor
  private final class RestartedCart: CartService {
    private(set) var quantity = 3
    private var version = 1
    private let conflictsCarryTheValue: Bool

    init(conflictsCarryTheValue: Bool) { self.conflictsCarryTheValue = conflictsCarryTheValue }

    private func change(to next: Int, _ info: RequestInfo) throws -> CartAnswer {
      if let known = info.version, known != version {
        guard conflictsCarryTheValue else { throw ServiceError.conflict }
        throw ServiceError.conflict(answer: CartAnswer(quantity: quantity, version: version))
      }
      (quantity, version) = (next, version + 1)
      return CartAnswer(quantity: quantity, version: version)
    }

    func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
      try change(to: quantity + amount, info)
    }

    func reduce(
      _ amount: Int, of productID: String, _ info: RequestInfo
    ) async throws -> CartAnswer {
      try change(to: quantity - amount, info)
    }

    func set(
      _ quantity: Int, of productID: String, _ info: RequestInfo
    ) async throws -> CartAnswer {
      try change(to: quantity, info)
    }

    func quantity(of productID: String) async throws -> CartAnswer {
      CartAnswer(quantity: quantity, version: version)
    }
  }
}
