public import SelfManaged

/// A cart service in memory that answers with the whole cart: a shop with prices and rules.
///
/// ```swift
/// let shop = FakeShop()
/// shop.prices = ["tea": 250]
/// shop.rule = { quantities in
///   guard quantities["tea", default: 0] >= 3, quantities["mug"] == nil else { return nil }
///   quantities["mug"] = 1
///   return "A mug for free"
/// }
/// ```
@MainActor
public final class FakeShop: FakeCartService, WholeCartService {
  /// How the cart is versioned.
  public var versions = Versions.numbers
  /// Whether a change that is not based on the newest version of the cart is refused with a
  /// conflict, as with `If-Match`.
  ///
  /// By default `false`.
  public var requiresVersion = false
  /// The prices, in the smallest unit of the currency; a product that is missing here is free.
  public var prices: [String: Int] = [:]
  /// What the shop itself changes after each change, with a message for the user.
  public var rule: (@MainActor (_ quantities: inout [String: Int]) -> String?)?

  /// The products in the cart, in the order of their addition.
  private var order: [String] = []
  private var version = 0
  private var notice: String?
  private var isApplyingRule = false

  /// How a cart is versioned.
  public enum Versions: Hashable, Sendable {
    /// By a number that rises with each change.
    case numbers
    /// By an opaque text, as with an ETag.
    case tags
    /// Not at all.
    case none
  }

  /// The server's cart, as a push reports it.
  public var wholeCart: Cart {
    let total = order.reduce(0) { $0 + prices[$1, default: 0] * self[$1] }
    let cents = total % 100
    return Cart(
      lines: order.map {
        Cart.Line(
          productID: $0, quantity: self[$0],
          limits: stock[$0].map { QuantityLimits(maximum: $0) })
      },
      total: "\(total / 100).\(cents < 10 ? "0" : "")\(cents)",
      version: versions == .numbers ? version : nil,
      tag: versions == .tags ? "\"\(version)\"" : nil, notice: notice)
  }

  /// Returns the cart.
  public func cart() async throws -> Cart {
    calls.append(.readCart)
    return try await wire.carry { [self] in wholeCart }
  }

  override func check(_ info: RequestInfo) throws {
    notice = nil
    guard requiresVersion else { return }
    let cart = wholeCart
    guard info.version == cart.version, info.tag == cart.tag else { throw ServiceError.conflict }
  }

  override func answer(_ productID: String, wanted: Int) -> CartAnswer {
    var answer = super.answer(productID, wanted: wanted)
    (answer.cart, answer.version) = (wholeCart, wholeCart.version)
    return answer
  }

  override func didChange(_ productID: String) {
    version += 1
    order.removeAll { self[$0] == 0 }
    if self[productID] > 0, !order.contains(productID) { order.append(productID) }
    guard let rule, !isApplyingRule else { return }
    isApplyingRule = true
    let former = Dictionary(uniqueKeysWithValues: order.map { ($0, self[$0]) })
    var quantities = former
    let message = rule(&quantities)
    for id in Set(former.keys).union(quantities.keys).sorted() { self[id] = quantities[id] ?? 0 }
    isApplyingRule = false
    notice = message ?? notice
  }
}
