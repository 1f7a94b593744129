import SelfManaged

/// A kind of intent with a simulated server and user.
protocol Modeled: OptimisticIntent {
  /// The server's initial value.
  static var initial: Value { get }
  /// The value in the app's list.
  static var listed: Answer { get }
  /// The value that is displayed until the list is loaded.
  static var guess: Value { get }
  /// The intents that the user may have while `display` is displayed.
  static func intents(seeing display: Value) -> [Self]
  /// The server's answer for a value.
  static func answer(_ value: Value, version: Int?) -> Answer
  /// The server's answer without the limits; `nil` if this kind has none.
  static func unlimited(_ answer: Answer) -> Answer?
  /// An answer without a value.
  static func bare(version: Int?) -> Answer
  /// The answer of a server that applied the request, with a stale part of `before` from a cache;
  /// `nil` if no server of this kind sends one.
  static func stale(_ value: Value, before: Value) -> Answer?
  /// A push of a part of the value; `nil` if no server of this kind sends one.
  static func part(_ value: Value, version: Int?) -> Answer?
  /// The server's value after it applied the intent, clamped to its stock.
  func appliedByServer(to value: Value) -> Value
  /// Whether requests could change the server's value `server` to `display`.
  static func isPossible(_ display: Value, on server: Value) -> Bool
  /// The server's value after another device changed it.
  static func changedByAnotherDevice(_ value: Value) -> Value
  /// The server's value after its stock has grown or shrunk; `nil` if it has no stock.
  static func restocked(_ value: Value) -> Value?
  /// Whether the intent belongs to the theme of limits alone.
  var isAboutLimits: Bool { get }
  /// Whether two values look the same on a screen.
  static func same(_ first: Value, _ second: Value) -> Bool
  /// Whether two values agree in the user's own part.
  static func sameOwnPart(_ first: Value, _ second: Value) -> Bool
  /// The violation of this kind's own rules, if `display` is displayed over `confirmed`.
  static func violation(display: Value, confirmed: Value) -> String?
  /// A readable name of the value.
  var words: String { get }
  static func words(_ value: Value) -> String
}

extension LikeIntent: Modeled {
  static var initial: LikeValue { LikeValue(isLiked: false, count: 10) }
  static var guess: LikeValue { initial }
  static var listed: LikeAnswer { answer(initial, version: nil) }
  static func unlimited(_ answer: LikeAnswer) -> LikeAnswer? { nil }
  static func bare(version: Int?) -> LikeAnswer { LikeAnswer(version: version) }
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

  func appliedByServer(to value: LikeValue) -> LikeValue {
    guard value.isLiked != isLiked else { return value }
    return LikeValue(isLiked: isLiked, count: value.count + (isLiked ? 1 : -1))
  }

  static func isPossible(_ display: LikeValue, on server: LikeValue) -> Bool { true }

  static func changedByAnotherDevice(_ value: LikeValue) -> LikeValue {
    LikeValue(isLiked: value.isLiked, count: value.count + 5)
  }

  static func restocked(_ value: LikeValue) -> LikeValue? { nil }
  var isAboutLimits: Bool { false }

  static func same(_ first: LikeValue, _ second: LikeValue) -> Bool { first == second }

  static func sameOwnPart(_ first: LikeValue, _ second: LikeValue) -> Bool {
    first.isLiked == second.isLiked
  }

  static func violation(display: LikeValue, confirmed: LikeValue) -> String? {
    let own = (display.isLiked ? 1 : 0) - (confirmed.isLiked ? 1 : 0)
    if display.count != max(0, confirmed.count + own) {
      return "the displayed count is not the confirmed one with the user's own like"
    }
    let isNear = abs(display.count - confirmed.count) <= 1
    return isNear ? nil : "the displayed count differs from the confirmed one by more than 1"
  }
}

extension QuantityIntent: Modeled {
  /// The initial stock of the server; its lists do not report it.
  static var stock: Int { 4 }
  static var initial: CartValue {
    CartValue(quantity: 3, limits: QuantityLimits(maximum: stock))
  }
  static var guess: CartValue { CartValue(quantity: 3) }
  static var listed: CartAnswer { CartAnswer(quantity: 3) }
  static func unlimited(_ answer: CartAnswer) -> CartAnswer? {
    answer.limits.map { _ in CartAnswer(quantity: answer.quantity, version: answer.version) }
  }
  static func bare(version: Int?) -> CartAnswer { CartAnswer(version: version) }

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
    // The whole stock, more than the stock, and an addition of which the stock may allow a part.
    return intents + [.set(stock), .set(stock + 2), .add(2)]
  }

  static func answer(_ value: CartValue, version: Int?) -> CartAnswer {
    CartAnswer(
      quantity: value.quantity, version: version,
      limits: value.limits.maximum.map { QuantityLimits(maximum: $0) })
  }

  static func stale(_ value: CartValue, before: CartValue) -> CartAnswer? { nil }

  static func part(_ value: CartValue, version: Int?) -> CartAnswer? { nil }

  func appliedByServer(to value: CartValue) -> CartValue {
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

  /// Another device changes the quantity; once the whole stock is in the cart, the stock grows.
  static func changedByAnotherDevice(_ value: CartValue) -> CartValue {
    if value.quantity == stock { return CartValue(quantity: stock + 2) }
    let quantity = value.quantity > stock ? 2 : [3, 4, 0, 1][max(0, value.quantity)]
    return CartValue(quantity: quantity, limits: QuantityLimits(maximum: stock))
  }

  /// The stock becomes unlimited; then it shrinks again, and the quantity is clamped to it.
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

  static func violation(display: CartValue, confirmed: CartValue) -> String? {
    if display.quantity < 0 { return "the quantity is below 0" }
    let maximum = confirmed.limits.maximum ?? .max
    return maximum < confirmed.quantity ? "the maximum is below the confirmed quantity" : nil
  }
}
