import SelfManaged

/// The cart: every reply is the whole cart, with an opaque version.
extension ShopAPI: WholeCartService {
  func add(_ amount: Int, of id: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await change("POST", id, ("add", amount), info)
  }

  func reduce(_ amount: Int, of id: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await change("POST", id, ("reduce", amount), info)
  }

  func set(_ quantity: Int, of id: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await change("PUT", id, ("quantity", quantity), info)
  }

  func cart() async throws -> Cart {
    let reply = try await send("GET", ["cart"])
    return reply.cart(try reply.body(as: CartBody.self))
  }

  private func change(
    _ method: String, _ id: String, _ change: (name: String, amount: Int), _ info: RequestInfo
  ) async throws -> CartAnswer {
    let reply = try await send(
      method, ["cart", id], [(change.name, "\(change.amount)")], key: info.key, ifMatch: info.tag)
    return try reply.answer(gone: CartAnswer(quantity: 0), isVersioned: info.tag != nil) {
      (body: CartBody) in CartAnswer(cart: reply.cart(body), notice: body.message)
    }
  }
}

/// The JSON of the whole cart.
struct CartBody: Decodable {
  var lines: [CartItem]
  var total: String
  /// The shop's message about the change, for example that it has accepted less.
  var message: String?
}

/// A line of the cart as the server sends it.
struct CartItem: Hashable, Sendable, Decodable {
  /// The ID of the line; `nil` if a product has only one.
  var id: String?
  var productID: String
  var title: String
  var price: String
  var quantity: Int
  var stock: Int?
  /// Whether the shop added it; the title says why.
  var isGift: Bool?
}

extension ShopReply {
  func cart(_ body: CartBody) -> Cart {
    let lines = body.lines.map { item in
      Cart.Line(
        productID: item.productID, id: item.id, quantity: item.quantity,
        limits: item.stock.map { QuantityLimits(maximum: $0) }, payload: item)
    }
    // The payload is for the order, which names the cart that is ordered.
    return Cart(lines: lines, total: body.total, tag: tag, notice: body.message, payload: tag)
  }
}
