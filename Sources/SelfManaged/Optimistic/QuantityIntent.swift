package import Components

/// An intent that changes a product's cart quantity.
public enum QuantityIntent: OptimisticIntent {
  /// Adds to the quantity; a negative amount reduces it.
  case add(Int)
  /// Sets the quantity.
  case set(Int)

  /// Whether this is ``set(_:)``, the only intent that may be applied twice.
  public var isAbsolute: Bool {
    if case .set = self { true } else { false }
  }

  /// The value with the changed quantity, which never falls below 0.
  public func applied(to value: CartValue) -> CartValue {
    var next = value
    switch self {
    case .add(let amount): next.quantity = Self.sum(value.quantity, amount)
    case .set(let quantity): next.quantity = max(0, quantity)
    }
    return next
  }

  /// Clamps the intent to the known maximum; a set is always sent while the quantity is unknown.
  public func effective(on value: CartValue) -> Self? {
    let wanted = applied(to: value).quantity
    let maximum = max(0, value.limits.maximum ?? .max)
    switch self {
    case .add:
      // A maximum below the quantity stops additions. It removes nothing and clamps no reduction.
      let target = wanted > value.quantity ? max(value.quantity, min(wanted, maximum)) : wanted
      return target == value.quantity ? nil : .add(target - value.quantity)
    case .set:
      let target = min(wanted, maximum)
      return target == value.quantity && value.isKnown ? nil : .set(target)
    }
  }

  /// Coalesces two intents: a set replaces this intent, an addition is added to it.
  public func merged(with next: Self) -> Self {
    switch (self, next) {
    case (_, .set): next
    case (.set(let quantity), .add(let amount)): .set(Self.sum(quantity, amount))
    case (.add(let first), .add(let second)):
      .add(first.addingReportingOverflow(second).overflow ? first : first + second)
    }
  }

  /// Adopts the server's report.
  ///
  /// A maximum below the quantity is removed, since the quantity disproves it.
  public static func value(
    from answer: CartAnswer, over predicted: CartValue, before: CartValue
  ) -> CartValue {
    var next = predicted
    if let quantity = answer.quantity {
      next.quantity = max(0, quantity)
      next.isKnown = true
    }
    if let minimum = answer.limits?.minimum { next.limits.minimum = minimum }
    if let maximum = answer.limits?.maximum {
      next.limits.maximum = maximum
    } else if let maximum = next.limits.maximum, maximum < next.quantity {
      next.limits.maximum = nil
    }
    return next
  }

  /// The answer that came with a refusal, with the maximum that ``ServiceError/Code/limit`` named.
  public func answer(in error: ServiceError) -> CartAnswer? {
    let reported = error.answer as? CartAnswer
    guard error.code == .limit, let maximum = error.maximum else { return reported }
    var answer = reported ?? CartAnswer()
    if answer.limits?.maximum == nil {
      answer.limits = QuantityLimits(minimum: answer.limits?.minimum, maximum: maximum)
    }
    return answer
  }

  /// An adjustment if the quantity differs from the requested one, with the server's reason.
  ///
  /// If the quantity was a guess before, a different number is fresh data and no adjustment, unless
  /// the server gives a reason.
  public func adjustment(
    requested: CartValue, actual: CartValue, answer: CartAnswer
  ) -> Adjustment<CartValue>? {
    guard requested.quantity != actual.quantity else { return nil }
    let limit = actual.limits.maximum == actual.quantity ? actual.quantity : nil
    let isFirstReport = !requested.isKnown && !isAbsolute && limit == nil && answer.notice == nil
    guard !isFirstReport else { return nil }
    return Adjustment(requested: requested, actual: actual, limit: limit, notice: answer.notice)
  }

  /// Whether the quantities are equal, since the user sees only the number.
  public static func isVisuallyEqual(_ first: CartValue, _ second: CartValue) -> Bool {
    first.quantity == second.quantity
  }

  /// The maximum that the server reported.
  public static func limit(of value: CartValue) -> Int? { value.limits.maximum }

  /// Whether the quantity falls to 0, which removes the product from the cart.
  public static func isRemoval(from former: CartValue, to value: CartValue) -> Bool {
    former.quantity > 0 && value.quantity == 0
  }

  /// Sets the quantity that the product had; adds it if the server's quantity is unknown, since a set
  /// could reduce it.
  public static func restoring(_ value: CartValue) -> Self? {
    value.isKnown ? .set(value.quantity) : .add(value.quantity)
  }

  /// The quantity without limits.
  public static func withoutLearnedLimits(_ value: CartValue) -> CartValue {
    CartValue(quantity: value.quantity, isKnown: value.isKnown)
  }

  /// The intent of one step of an editor.
  ///
  /// The first step up goes from 0 to the minimum, and the last step down goes from the minimum to
  /// 0. If the minimum is not one step, such a step is a `set`, since an addition to any other
  /// quantity could end between 0 and the minimum. A step is also a `set` if it would end between 0
  /// and the minimum after the in-flight mutation failed; so is a step up that would then end above
  /// the maximum.
  ///
  /// An editor that has not shown the newest quantity yet may allow a step to a quantity that is not
  /// allowed. Such a step becomes a `set` of the nearest allowed one.
  ///
  /// - Parameters:
  ///   - amount: The distance of the step.
  ///   - shown: The quantity that the step starts from.
  ///   - confirmed: The server's last known value.
  ///   - predicted: The quantity if the in-flight mutation succeeds.
  ///   - rules: The quantities that are allowed.
  /// - Returns: The intent.
  package static func step(
    _ amount: Int, from shown: Int, confirmed: CartValue, predicted: Int, rules: QuantityRules
  ) -> Self {
    // While the quantity is unknown, a set could reduce it.
    guard confirmed.isKnown else { return .add(amount) }
    let target = sum(shown, amount)
    if amount > 0, target > rules.maximum { return .set(max(shown, rules.greatest)) }
    let least = rules.allowed(target, from: shown).quantity
    if least > target { return .set(amount > 0 ? least : min(shown, least)) }
    let afterFailure = sum(confirmed.quantity, target &- predicted)
    if amount > 0, afterFailure > rules.maximum { return .set(target) }
    guard rules.minimum != rules.step else { return .add(amount) }
    let lowest = min(confirmed.quantity, shown, target, afterFailure)
    return lowest < rules.minimum ? .set(target) : .add(amount)
  }

  /// The intent, to be sent again on another value under the rules of an editor.
  ///
  /// A step to a quantity that is not allowed becomes a `set` of the nearest allowed one. If that
  /// would be a step back, nothing is sent.
  func allowed(on value: CartValue, _ rules: QuantityRules) -> Self {
    guard case .add(let amount) = self, value.isKnown else { return self }
    let wanted = applied(to: value).quantity
    let rules = rules.narrowed(by: value.limits)
    let allowed = rules.allowed(wanted, from: value.quantity).quantity
    if allowed == wanted { return self }
    let isStepBack = amount > 0 ? allowed <= value.quantity : allowed >= value.quantity
    guard isStepBack else { return .set(allowed) }
    return effective(on: value) == nil ? self : .add(0)  // The server's limit is reported.
  }

  private static func sum(_ quantity: Int, _ amount: Int) -> Int {
    let sum = quantity.addingReportingOverflow(amount)
    return sum.overflow ? quantity : max(0, sum.partialValue)
  }
}

/// A product's cart quantity and its limits, as displayed and as confirmed.
public struct CartValue: Hashable, Sendable {
  /// The quantity, which the initializer clamps to 0 or more.
  public var quantity: Int
  /// The quantity limits that the server has reported.
  public var limits: QuantityLimits
  /// Whether the server has reported the quantity; until then it is a guess.
  public var isKnown: Bool

  /// Creates a value; a quantity below 0 counts as 0.
  public init(quantity: Int, limits: QuantityLimits = QuantityLimits(), isKnown: Bool = true) {
    self.quantity = max(0, quantity)
    self.limits = limits
    self.isKnown = isKnown
  }

  /// An unknown quantity, displayed as 0.
  public static let unknown = Self(quantity: 0, isKnown: false)
}
