/// The quantities that a number editor allows, and the steps between them.
///
/// The allowed quantities are 0, and `minimum`, `minimum + step`, `minimum + 2·step`, … up to
/// `maximum`. A maximum below the minimum allows only 0: the product is sold out.
public struct QuantityRules: Hashable, Sendable {
  /// The smallest quantity above 0; at least 1.
  public let minimum: Int
  /// The upper bound of the quantity; at least 0.
  public let maximum: Int
  /// The distance between two allowed quantities; at least 1.
  public let step: Int
  /// The meaning of a quantity of 0.
  public let zero: Zero

  /// Creates rules.
  ///
  /// An argument below the lower bound of its property is raised to that bound.
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
    /// The quantity becomes the minimum: once it is above 0, it can't return to 0.
    case becomesMinimum
  }

  /// The greatest allowed quantity; 0 if only 0 is allowed.
  package var greatest: Int { floor(maximum) ?? 0 }

  /// Returns the allowed quantity one plus above `quantity`; `nil` if there is none.
  package func next(after quantity: Int) -> Int? {
    guard quantity >= minimum else { return greatest >= minimum ? minimum : nil }
    guard quantity < greatest, let below = floor(quantity) else { return nil }
    return below + step  // At most `greatest`, so the sum can't overflow.
  }

  /// Returns the allowed quantity one minus below `quantity`; `nil` if there is none.
  package func previous(before quantity: Int) -> Int? {
    guard quantity > 0 else { return nil }
    if let below = floor(min(quantity - 1, maximum)) { return below }
    if zero == .removes || greatest == 0 { return 0 }
    return nil
  }

  /// Returns the allowed quantity for a requested number.
  ///
  /// A number that is not allowed becomes the next lower allowed quantity, or the minimum if it is
  /// below the minimum. A number of 0 or less becomes 0 if ``zero`` is ``Zero/removes`` or the
  /// current quantity is 0. If only 0 is allowed, every number becomes 0.
  ///
  /// - Parameters:
  ///   - requested: The requested number.
  ///   - current: The current quantity.
  /// - Returns: The quantity, and the rule that changed the number; `nil` if no rule did.
  public func allowed(
    _ requested: Int, from current: Int = 1
  ) -> (quantity: Int, rule: QuantityNotice.Rule?) {
    let (quantity, rule) = nearest(to: requested, keepsZero: zero == .removes || current == 0)
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

  /// Returns the greatest allowed quantity above 0 that is at most `quantity`; `nil` if there is
  /// none.
  private func floor(_ quantity: Int) -> Int? {
    let top = min(quantity, maximum)
    return top < minimum ? nil : top - (top - minimum) % step
  }
}
