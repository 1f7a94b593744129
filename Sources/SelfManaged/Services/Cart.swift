/// The server's report on the whole cart: its lines, in the server's order, and its amounts.
///
/// ```swift
/// Cart(
///   lines: reply.items.map { Cart.Line(productID: $0.sku, quantity: $0.count, payload: $0) },
///   total: reply.total, version: reply.version)
/// ```
///
/// A product that no line names has the quantity 0.
public struct Cart: ServerAnswer {
  /// The lines, in the server's order.
  public var lines: [Line]
  /// The total, as the server writes it; never computed here.
  public var total: String?
  /// The version of the whole cart, which rises with each change; `nil` if the back end has none.
  public var version: Int?
  /// An opaque version of the whole cart, for example an ETag; `nil` if the back end has none.
  ///
  /// It is returned unchanged with the next request, as ``RequestInfo/tag``. It does not order two
  /// reports.
  public var tag: String?
  /// The server's message for the user about the cart, for example about a gift.
  public var notice: String?
  /// The app's data about the cart, for example taxes, discounts, or amounts with a currency.
  public var payload: (any Hashable & Sendable)? {
    get { data?.base }
    set { data = newValue.map(Payload.init) }
  }
  private var data: Payload?

  /// Creates a report.
  public init(
    lines: [Line], total: String? = nil, version: Int? = nil, tag: String? = nil,
    notice: String? = nil, payload: (any Hashable & Sendable)? = nil
  ) {
    self.lines = lines
    self.total = total
    self.version = version
    self.tag = tag
    self.notice = notice
    self.payload = payload
  }

  /// Whether the whole cart is reported; always `true`.
  public var isComplete: Bool { true }

  /// The server's report on one line of the cart.
  public struct Line: Hashable, Sendable, Identifiable {
    /// The ID of the line; unique within the cart.
    ///
    /// If it is not the ID of the product, it is no other product's either. Requests for the line then
    /// have this ID.
    public var id: String
    /// The ID of the product.
    public var productID: String
    /// The quantity; below 0 counts as 0.
    public var quantity: Int
    /// The quantity limits; `nil` if the server reported none.
    public var limits: QuantityLimits?
    /// The app's data about the line, for example its title, image and price.
    public var payload: (any Hashable & Sendable)? {
      get { data?.base }
      set { data = newValue.map(Payload.init) }
    }
    private var data: Payload?

    /// Creates a line.
    ///
    /// - Parameters:
    ///   - productID: The ID of the product.
    ///   - id: The ID of the line; by default the product's, which suits a cart with one line for
    ///     each product.
    ///   - quantity: The quantity.
    ///   - limits: The quantity limits.
    ///   - payload: The app's data about the line.
    public init(
      productID: String, id: String? = nil, quantity: Int, limits: QuantityLimits? = nil,
      payload: (any Hashable & Sendable)? = nil
    ) {
      self.id = id ?? productID
      self.productID = productID
      self.quantity = quantity
      self.limits = limits
      self.payload = payload
    }
  }

  /// The app's data, compared by its own equality.
  private struct Payload: Hashable, Sendable {
    let base: any Hashable & Sendable

    static func == (first: Self, second: Self) -> Bool {
      AnyHashable(first.base) == AnyHashable(second.base)
    }

    func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }
  }
}
