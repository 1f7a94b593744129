import SelfManaged

/// The knowledge about a kind of value that simulates its server and its user.
protocol Modeled: OptimisticIntent {
  /// The server's initial value.
  static var initial: Value { get }
  /// The value in the app's list, and the value displayed until the list is loaded.
  static var listed: Answer { get }
  static var guess: Value { get }
  /// The intents that the user may have at `display`.
  static func intents(seeing display: Value) -> [Self]
  /// The server's answer for a value.
  static func answer(_ value: Value, version: Int?) -> Answer
  /// The answer of a server that reports only "ok".
  static var bare: Answer { get }
  /// The answer of a server that applied the request, with a part from a cache that still has
  /// `before`; `nil` if no server of this kind does.
  static func stale(_ value: Value, before: Value) -> Answer?
  /// A push that reports a part of the value; `nil` if no server of this kind sends one.
  static func part(_ value: Value, version: Int?) -> Answer?
  /// The server's value after carrying the intent out, within its stock.
  func carriedOut(on value: Value) -> Value
  /// Whether the server, that has `server`, could come to have `display`.
  static func isPossible(_ display: Value, on server: Value) -> Bool
  /// The server's value after another device changed it.
  static func elsewhere(_ value: Value) -> Value
  /// The server's value after more came into its stock, or some was sold; `nil` if it has no stock.
  static func restocked(_ value: Value) -> Value?
  /// Whether this intent exists for limits alone.
  var isAboutLimits: Bool { get }
  /// Whether two values look the same on a screen.
  static func same(_ first: Value, _ second: Value) -> Bool
  /// Whether two values agree in the user's own part.
  static func sameOwnPart(_ first: Value, _ second: Value) -> Bool
  /// The violation in displaying `display` over `confirmed`, by rules of this kind alone.
  static func complaint(display: Value, confirmed: Value) -> String?
  /// A readable name of the value.
  var words: String { get }
  static func words(_ value: Value) -> String
}

extension LikeIntent: Modeled {
  static var initial: LikeValue { LikeValue(isLiked: false, count: 10) }
  static var guess: LikeValue { initial }
  static var listed: LikeAnswer { answer(initial, version: nil) }
  static var bare: LikeAnswer { LikeAnswer() }
  var words: String { isLiked ? "like" : "unlike" }

  static func words(_ value: LikeValue) -> String { (value.isLiked ? "♥" : "♡") + "\(value.count)" }

  static func intents(seeing display: LikeValue) -> [LikeIntent] {
    [LikeIntent(isLiked: !display.isLiked)]
  }

  static func answer(_ value: LikeValue, version: Int?) -> LikeAnswer {
    LikeAnswer(isLiked: value.isLiked, count: value.count, version: version)
  }

  static func stale(_ value: LikeValue, before: LikeValue) -> LikeAnswer? {
    LikeAnswer(isLiked: value.isLiked, count: before.count)
  }

  static func part(_ value: LikeValue, version: Int?) -> LikeAnswer? {
    LikeAnswer(count: value.count, version: version)
  }

  func carriedOut(on value: LikeValue) -> LikeValue {
    guard value.isLiked != isLiked else { return value }
    return LikeValue(isLiked: isLiked, count: value.count + (isLiked ? 1 : -1))
  }

  static func isPossible(_ display: LikeValue, on server: LikeValue) -> Bool { true }

  static func elsewhere(_ value: LikeValue) -> LikeValue {
    LikeValue(isLiked: value.isLiked, count: value.count + 5)
  }

  static func restocked(_ value: LikeValue) -> LikeValue? { nil }
  var isAboutLimits: Bool { false }

  static func same(_ first: LikeValue, _ second: LikeValue) -> Bool { first == second }

  static func sameOwnPart(_ first: LikeValue, _ second: LikeValue) -> Bool {
    first.isLiked == second.isLiked
  }

  static func complaint(display: LikeValue, confirmed: LikeValue) -> String? {
    let own = (display.isLiked ? 1 : 0) - (confirmed.isLiked ? 1 : 0)
    if display.count != max(0, confirmed.count + own) { return "the count is not coupled" }
    return abs(display.count - confirmed.count) <= 1 ? nil : "the count drifts"
  }
}

extension QuantityIntent: Modeled {
  /// The model server's stock, until it grows; its lists don't report it.
  static var stock: Int { 4 }
  static var initial: CartValue {
    CartValue(quantity: 3, limits: QuantityLimits(maximum: stock))
  }
  static var guess: CartValue { CartValue(quantity: 3) }
  static var listed: CartAnswer { CartAnswer(quantity: 3) }
  static var bare: CartAnswer { CartAnswer() }

  var words: String {
    switch self {
    case .add(let amount): amount < 0 ? "\(amount)" : "+\(amount)"
    case .set(let quantity): "=\(quantity)"
    }
  }

  static func words(_ value: CartValue) -> String { "\(value.quantity)" }

  static func intents(seeing display: CartValue) -> [QuantityIntent] {
    var intents: [QuantityIntent] = [.add(1), .set(1)]
    if display.quantity > 0 { intents.append(.add(-1)) }
    // The whole stock, and more; and an addition of which the stock allows a part.
    return intents + [.set(stock), .set(stock + 2), .add(2)]
  }

  static func answer(_ value: CartValue, version: Int?) -> CartAnswer {
    CartAnswer(
      quantity: value.quantity, version: version,
      limits: value.limits.maximum.map { QuantityLimits(maximum: $0) })
  }

  static func stale(_ value: CartValue, before: CartValue) -> CartAnswer? { nil }

  static func part(_ value: CartValue, version: Int?) -> CartAnswer? { nil }

  func carriedOut(on value: CartValue) -> CartValue {
    let wanted =
      switch self {
      case .add(let amount): value.quantity + amount
      case .set(let quantity): quantity
      }
    return CartValue(
      quantity: min(max(0, wanted), value.limits.maximum ?? .max), limits: value.limits)
  }

  static func isPossible(_ display: CartValue, on server: CartValue) -> Bool {
    display.quantity <= server.limits.maximum ?? .max
  }

  /// Another device changes the quantity; once all of the stock is in the cart, the shop gets more.
  static func elsewhere(_ value: CartValue) -> CartValue {
    if value.quantity == stock { return CartValue(quantity: stock + 2) }
    let quantity = value.quantity > stock ? 2 : [3, 4, 0, 1][max(0, value.quantity)]
    return CartValue(quantity: quantity, limits: QuantityLimits(maximum: stock))
  }

  /// The stock grows until there is no limit; then it is sold, and removed from carts that have it.
  static func restocked(_ value: CartValue) -> CartValue? {
    let limits = QuantityLimits(maximum: value.limits.maximum == stock ? nil : stock)
    return CartValue(
      quantity: min(value.quantity, limits.maximum ?? .max), limits: limits)
  }

  var isAboutLimits: Bool {
    switch self {
    case .set(let quantity): quantity >= Self.stock
    case .add(let amount): amount > 1
    }
  }

  static func same(_ first: CartValue, _ second: CartValue) -> Bool {
    first.quantity == second.quantity
  }

  static func sameOwnPart(_ first: CartValue, _ second: CartValue) -> Bool { same(first, second) }

  static func complaint(display: CartValue, confirmed: CartValue) -> String? {
    if display.quantity < 0 { return "the quantity is below 0" }
    let maximum = confirmed.limits.maximum ?? .max
    return maximum < confirmed.quantity ? "a maximum is kept that the quantity disproves" : nil
  }
}
