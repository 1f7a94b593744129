/// The server's report of one product in the cart.
public struct CartAnswer: ServerAnswer {
  /// The quantity of the product in the cart, over all its lines; `nil` if the server left it out.
  public var quantity: Int?
  /// The version of the value, if the back end has one.
  public var version: Int?
  /// The quantity limits.
  ///
  /// A limit that a reply leaves out stays in effect. A read or push that reports the quantity and
  /// leaves out a limit removes it.
  public var limits: QuantityLimits?
  /// The reason, in words for the user, why the quantity differs from the requested one.
  public var notice: String?

  /// Creates an answer; without arguments it is a plain confirmation.
  public init(
    quantity: Int? = nil, version: Int? = nil, limits: QuantityLimits? = nil, notice: String? = nil
  ) {
    self.quantity = quantity
    self.version = version
    self.limits = limits
    self.notice = notice
  }

  /// Whether the answer reports the quantity.
  public var isComplete: Bool { quantity != nil }
}
