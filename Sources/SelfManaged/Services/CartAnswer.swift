/// What the server tells of one product in the cart.
public struct CartAnswer: ServerAnswer {
  /// How many of the product are in the cart, over all its lines; `nil` if the server did not say.
  public var quantity: Int?
  /// The version of the value, where the back end has one.
  public var version: Int?
  /// How many are allowed.
  ///
  /// A limit that a reply leaves out stays as it is known. A read or push that states the quantity and
  /// leaves out a limit ends it.
  public var limits: QuantityLimits?
  /// Why it gave another number than was asked for, in words for the person; told with that number.
  public var notice: String?

  /// Creates an answer; without arguments it says no more than "ok".
  public init(
    quantity: Int? = nil, version: Int? = nil, limits: QuantityLimits? = nil, notice: String? = nil
  ) {
    self.quantity = quantity
    self.version = version
    self.limits = limits
    self.notice = notice
  }

  /// Whether it states the quantity.
  public var isComplete: Bool { quantity != nil }
}
