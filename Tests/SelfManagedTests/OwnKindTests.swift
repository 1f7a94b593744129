import Components
import Fakes
import SelfManaged
import Testing

/// A kind that the app declares behaves like one of this package, with the same rules.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct OwnKindTests {
  @Test func ownKindBehavesLikeThePackagesKind() async {
    let own = Device(intent: OwnQuantity.init, quantity: \.quantity)
    let packages = Device(intent: { $0 as QuantityIntent }, quantity: \.self)
    let answer = CartAnswer(quantity: 2, limits: QuantityLimits(maximum: 3))
    let steps: [Step] = [
      .tap(.add(1)), .settle, .tap(.add(-2)), .settle,
      .hold, .tap(.add(1)), .tap(.add(1)), .tap(.set(4)), .tap(.add(-1)), .tap(.add(-1)), .settle,
      .stock(3), .tap(.set(5)), .settle, .tap(.add(1)), .tap(.add(-1)), .settle,
      .fail(.rejected("No", answer: answer)), .tap(.add(-1)), .settle, .retry, .settle,
      .fail(.conflict(answer: answer)), .tap(.add(1)), .settle, .fail(.limit(1)), .tap(.add(1)),
      .settle, .loseReply, .tap(.set(2)), .settle, .loseReply, .tap(.add(-1)), .settle,
      .fail(.offline), .tap(.set(3)), .bind, .settle, .push(answer), .settle, .tap(.set(1)),
      .settle, .unbind, .tap(.add(1)), .settle,
    ]
    await own.play(steps)
    await packages.play(steps)
    #expect(own.log == packages.log)
    #expect(own.log.count > 2 * steps.count)
  }

  @Test func failureNamesTheIntentAsTheAppDeclaredIt() async throws {
    let own = Device(intent: OwnQuantity.init, quantity: \.quantity)
    var failures = own.session.failures().makeAsyncIterator()
    own.cart.failNext(.rejected("Sold out", answer: CartAnswer(quantity: 4)))
    await own.play(.tap(.add(1)))
    await own.play(.settle)
    let failure = try #require(await failures.next())
    #expect(failure.intent as? OwnQuantity == OwnQuantity(quantity: .add(1)))
    #expect(failure.error == .rejected("Sold out", answer: CartAnswer(quantity: 4)))
    own.binding?.retry()
    await own.play(.settle)
    #expect(own.cart.sent == ["+1", "+1"])
  }
}

/// Quantities again, as a kind that the app declares.
private struct OwnQuantity: OptimisticIntent {
  var quantity: QuantityIntent

  var isAbsolute: Bool { quantity.isAbsolute }

  func applied(to value: CartValue) -> CartValue { quantity.applied(to: value) }

  func effective(on value: CartValue) -> Self? { quantity.effective(on: value).map(Self.init) }

  func merged(with next: Self) -> Self { Self(quantity: quantity.merged(with: next.quantity)) }

  static func value(
    from answer: CartAnswer, over predicted: CartValue, before: CartValue
  ) -> CartValue {
    QuantityIntent.value(from: answer, over: predicted, before: before)
  }

  func answer(in error: ServiceError) -> CartAnswer? { quantity.answer(in: error) }

  func adjustment(
    requested: CartValue, actual: CartValue, answer: CartAnswer
  ) -> Adjustment<CartValue>? {
    quantity.adjustment(requested: requested, actual: actual, answer: answer)
  }

  static func isVisuallyEqual(_ first: CartValue, _ second: CartValue) -> Bool {
    QuantityIntent.isVisuallyEqual(first, second)
  }

  static func limit(of value: CartValue) -> Int? { QuantityIntent.limit(of: value) }

  static func withoutLearnedLimits(_ value: CartValue) -> CartValue {
    QuantityIntent.withoutLearnedLimits(value)
  }
}

private enum Step {
  case tap(QuantityIntent), retry, push(CartAnswer), bind, unbind
  case hold, settle, fail(ServiceError), loseReply, stock(Int)
}

/// A session with one item, and all that it reports of it.
@MainActor
private final class Device<Intent: OptimisticIntent>
where Intent.Value == CartValue, Intent.Answer == CartAnswer {
  let cart = FakeCartService()
  let session: Session
  var binding: ItemBinding<Intent>?
  var log: [String] = []
  private let intent: (QuantityIntent) -> Intent
  private let quantity: (Intent) -> QuantityIntent

  init(
    intent: @escaping (QuantityIntent) -> Intent, quantity: @escaping (Intent) -> QuantityIntent
  ) {
    self.intent = intent
    self.quantity = quantity
    session = .fake(cart: cart)
    if Intent.self != QuantityIntent.self {
      session.register(Intent.self, policy: SessionPolicy().cart) { [unowned self] in
        transport($0)
      }
    }
    session.observe(Intent.self) { [weak self] record in self?.note(record) }
    bind(CartAnswer(quantity: 0))
  }

  /// The same transport as for cart quantities.
  private func transport(_ id: String) -> Transport<Intent> {
    Transport(
      send: { [cart, quantity] intent, info in
        switch quantity(intent) {
        case .add(let amount) where amount < 0:
          try await cart.reduce(-amount, of: id, info)
        case .add(let amount): try await cart.add(amount, of: id, info)
        case .set(let quantity): try await cart.set(quantity, of: id, info)
        }
      },
      read: { [cart] in try await cart.quantity(of: id) })
  }

  func play(_ steps: [Step]) async {
    for step in steps { await play(step) }
  }

  func play(_ step: Step) async {
    switch step {
    case .tap(let tap):
      binding?.send(intent(tap)) { [weak self] in self?.log.append("resolved \($0)") }
    case .retry: binding?.retry()
    case .push(let answer): session.receive(answer, of: Intent.self, for: "tea")
    case .bind: bind(nil)
    case .unbind: binding?.unbind()
    case .hold: cart.hold()
    case .settle:
      cart.release()
      await session.settled()
    case .fail(let error): cart.failNext(error)
    case .loseReply: cart.loseNextReply()
    case .stock(let stock): cart.stock["tea"] = stock
    }
    guard let binding else { return }
    log.append(
      """
      value \(binding.value), status \(binding.status), items \(session.itemCount(of: Intent.self)), \
      pending \(session.activity(of: Intent.self).isPending), sent \(cart.sent)
      """)
  }

  private func bind(_ answer: CartAnswer?) {
    binding = session.bind(
      to: "tea", startingAt: CartValue(quantity: answer?.quantity ?? 0, isKnown: answer != nil),
      knowing: answer, replacing: binding
    ) { [weak self] in self?.log.append("shown \($0)") }
    #expect(session.itemCount(of: Intent.self) == 1)
  }

  private func note(_ record: ItemRecord<Intent>) {
    let intents = [record.tapped, record.sent?.intent, record.inFlight, record.queued]
    log.append(
      """
      at \(record.at): \(intents.map { $0.map(quantity) }), \
      \(String(describing: record.sent?.info)), \(record.resolved.map(\.resolution)), \
      \(record.confirmed), \(record.displayed), \(String(describing: record.cause))
      """)
  }
}
