import StorefrontWire

extension StorefrontCart.Line {
  /// A quantity, and the reason if it differs from the requested one.
  typealias Clamped = (quantity: Int, notice: String?)

  /// An addition never reduces the quantity, even if the stock has shrunk below the quantity.
  func adding(_ amount: Int) -> Clamped {
    let next = setting(quantity + amount)
    return (max(next.quantity, quantity), next.notice)
  }

  /// A reduction to less than the minimum removes the product.
  func reducing(_ amount: Int) -> Clamped {
    setting(quantity - amount < minimum ? 0 : quantity - amount)
  }

  /// Clamps a quantity to the limits and adds a notice; a change is not refused.
  func setting(_ wanted: Int) -> Clamped {
    if wanted > maximum {
      return (maximum, maximum == 0 ? "Sold out" : "Only \(maximum) left")
    }
    if wanted > 0, wanted < minimum { return (minimum, "At least \(minimum)") }
    return (wanted, nil)
  }
}
