import StorefrontWire

/// One product in one cart, and its limits.
struct CartLine {
  let id: String
  let name: String
  let price: Money
  var quantity: Int
  /// The minimum quantity above 0.
  let minimum: Int
  let stock: Int
  var notice: String?

  /// The maximum quantity; 0 if the stock is below the minimum.
  var maximum: Int { stock < minimum ? 0 : stock }

  /// An addition never reduces the quantity, even if the stock has shrunk below the quantity.
  func adding(_ amount: Int) -> Self {
    var next = setting(quantity + amount)
    next.quantity = max(next.quantity, quantity)
    return next
  }

  /// A reduction to less than the minimum removes the product.
  func reducing(_ amount: Int) -> Self {
    let wanted = max(0, quantity - amount)
    return setting(wanted < minimum ? 0 : wanted)
  }

  /// Clamps a quantity to the limits and adds a notice; a change is not refused.
  func setting(_ wanted: Int) -> Self {
    var next = self
    next.quantity = wanted == 0 ? 0 : min(max(wanted, minimum), maximum)
    if wanted > maximum {
      next.notice = maximum == 0 ? "Sold out" : "Only \(maximum) left"
    } else if wanted != next.quantity {
      next.notice = "At least \(minimum)"
    }
    return next
  }

  var body: StorefrontCart.Line {
    .init(
      id: id, name: name, price: price, quantity: quantity, minimum: minimum, maximum: maximum)
  }
}
