/// The quantities that a number editor allows, and the steps between them.
///
/// Allowed are 0 (nothing), and `minimum`, `minimum + step`, `minimum + 2·step`, … up to `maximum`.
/// A maximum below the minimum allows only 0: the product is sold out.
public struct QuantityRules: Hashable, Sendable {
  /// The least quantity above 0; at least 1.
  public let minimum: Int
  /// The greatest quantity; at least 0.
  public let maximum: Int
  /// The distance between two allowed quantities; at least 1.
  public let step: Int
  /// The meaning of a quantity of 0.
  public let zero: Zero

  /// Creates rules.
  ///
  /// Arguments below what the properties allow are raised to it; nothing traps.
  public init(minimum: Int = 1, maximum: Int = .max, step: Int = 1, zero: Zero = .removes) {
    self.minimum = max(1, minimum)
    self.maximum = max(0, maximum)
    self.step = max(1, step)
    self.zero = zero
  }

  /// The meaning of a quantity of 0.
  public enum Zero: Hashable, Sendable {
    /// The item is removed, and the editor collapses to its plus.
    case removes
    /// 0 is not allowed once the quantity is above 0; it becomes the minimum.
    case becomesMinimum
  }

  /// The greatest allowed quantity; 0 where only 0 is allowed.
  public var greatest: Int { floor(maximum) ?? 0 }

  /// The quantity one plus above `quantity`, or `nil` where there is none.
  public func next(after quantity: Int) -> Int? {
    guard quantity >= minimum else { return greatest >= minimum ? minimum : nil }
    guard quantity < greatest, let below = floor(quantity) else { return nil }
    return below + step  // At most `greatest`, which is on the same grid, so it can't overflow.
  }

  /// The quantity one minus below `quantity`, or `nil` where there is none.
  public func previous(before quantity: Int) -> Int? {
    guard quantity > 0 else { return nil }
    if let below = floor(min(quantity - 1, maximum)) { return below }
    if zero == .removes || greatest == 0 { return 0 }
    return nil
  }

  /// The allowed quantity for a requested number, by step, then minimum, then maximum.
  ///
  /// - Parameters:
  ///   - requested: The requested number.
  ///   - present: The current quantity; 0 stays 0 whatever ``zero`` is, since nothing is removed.
  /// - Returns: The quantity, and the rule that changed the number (`nil` if none did).
  public func allowed(
    _ requested: Int, from present: Int = 1
  ) -> (quantity: Int, rule: QuantityNotice.Rule?) {
    let (quantity, rule) = nearest(to: requested, keepsZero: zero == .removes || present == 0)
    return (quantity, quantity == requested ? nil : rule)
  }

  private func nearest(
    to requested: Int, keepsZero: Bool
  ) -> (quantity: Int, rule: QuantityNotice.Rule) {
    if requested <= 0, keepsZero { return (0, .minimum(0)) }
    if requested > maximum || greatest == 0 { return (greatest, .maximum(maximum)) }
    guard let onStep = floor(requested) else { return (minimum, .minimum(minimum)) }
    return (onStep, .step(step))
  }

  /// The greatest allowed quantity above 0 that is not above `quantity`.
  private func floor(_ quantity: Int) -> Int? {
    let top = min(quantity, maximum)
    return top < minimum ? nil : top - (top - minimum) % step
  }
}
