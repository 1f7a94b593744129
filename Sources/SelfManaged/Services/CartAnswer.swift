/// The server's report on one product in the cart.
public struct CartAnswer: ServerAnswer {
  /// The quantity of the product in the whole cart; `nil` if the server did not report it.
  public var quantity: Int?
  /// The version of the value; `nil` if the back end has none.
  public var version: Int?
  /// The quantity limits; `nil` if the server reported none.
  ///
  /// A reply without a limit keeps the known limit. A read, a push or adopted list data that
  /// reports the quantity without a limit removes it.
  public var limits: QuantityLimits?
  /// The server's message for the user about why the quantity differs from the requested one.
  ///
  /// It is shown with the result of the user's own change: from the reply, or from the read after a
  /// lost reply. The notice of a push is not shown.
  public var notice: String?

  /// Creates an answer; without arguments, it only confirms the request.
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
