import SelfManaged

/// What the proof needs to know of a kind of value to play its server and its person.
protocol Modeled: OptimisticIntent {
  /// What the server has at first.
  static var initial: Value { get }
  /// What the person may want, seeing `display`.
  static func wishes(seeing display: Value) -> [Self]
  /// What a server tells of its value.
  static func answer(_ value: Value, version: Int?) -> Answer
  /// What a server says that tells nothing but "ok".
  static var bare: Answer { get }
  /// The server's value after carrying the intent out, within its stock.
  func carriedOut(on value: Value) -> Value
  /// The server's value after another device changed it.
  static func elsewhere(_ value: Value) -> Value
  /// Whether two values look the same on a screen.
  static func same(_ first: Value, _ second: Value) -> Bool
  /// What is wrong with showing `display` over `confirmed`, by rules of this kind alone.
  static func complaint(display: Value, confirmed: Value) -> String?
}

extension LikeIntent: Modeled {
  static var initial: LikeValue { LikeValue(isLiked: false, count: 10) }
  static var bare: LikeAnswer { LikeAnswer() }

  static func wishes(seeing display: LikeValue) -> [LikeIntent] {
    [LikeIntent(isLiked: !display.isLiked)]
  }

  static func answer(_ value: LikeValue, version: Int?) -> LikeAnswer {
    LikeAnswer(isLiked: value.isLiked, count: value.count, version: version)
  }

  func carriedOut(on value: LikeValue) -> LikeValue {
    guard value.isLiked != isLiked else { return value }
    return LikeValue(isLiked: isLiked, count: value.count + (isLiked ? 1 : -1))
  }

  static func elsewhere(_ value: LikeValue) -> LikeValue {
    LikeValue(isLiked: value.isLiked, count: value.count + 5)
  }

  static func same(_ first: LikeValue, _ second: LikeValue) -> Bool { first == second }

  static func complaint(display: LikeValue, confirmed: LikeValue) -> String? {
    let own = (display.isLiked ? 1 : 0) - (confirmed.isLiked ? 1 : 0)
    if display.count != max(0, confirmed.count + own) { return "the count is not coupled" }
    return abs(display.count - confirmed.count) <= 1 ? nil : "the count drifts"
  }
}

extension QuantityIntent: Modeled {
  /// The stock of the model shop, known to nobody but it.
  static var stock: Int { 4 }
  static var initial: CartValue { CartValue(quantity: 2) }
  static var bare: CartAnswer { CartAnswer() }

  static func wishes(seeing display: CartValue) -> [QuantityIntent] {
    var wishes: [QuantityIntent] = [.add(1), .set(1)]
    if display.quantity > 0 { wishes.append(.add(-1)) }
    return wishes
  }

  static func answer(_ value: CartValue, version: Int?) -> CartAnswer {
    CartAnswer(
      quantity: value.quantity, version: version, limits: QuantityLimits(maximum: stock))
  }

  func carriedOut(on value: CartValue) -> CartValue {
    let wanted =
      switch self {
      case .add(let amount): value.quantity + amount
      case .set(let quantity): quantity
      }
    return CartValue(quantity: min(max(0, wanted), Self.stock))
  }

  static func elsewhere(_ value: CartValue) -> CartValue {
    CartValue(quantity: (value.quantity + 2) % (stock + 1))
  }

  static func same(_ first: CartValue, _ second: CartValue) -> Bool {
    first.quantity == second.quantity
  }

  static func complaint(display: CartValue, confirmed: CartValue) -> String? {
    display.quantity < 0 ? "the quantity is below 0" : nil
  }
}
