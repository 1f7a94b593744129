// A back end that answers with the whole cart, and what a screen shows of it.

import Components
import SelfManaged

/// The app's client: it sends a request, and throws a `ServiceError`.
protocol CartClient: Sendable {
  func send(_ method: String, _ path: String, key: String?, ifMatch: String?) async throws -> Body
}

/// The body that every request of the cart has as its answer.
struct Body: Sendable {
  var items: [Item]
  var total: String
  var etag: String?
  var message: String?

  struct Item: Hashable, Sendable {
    var sku: String
    var count: Int
    var title: String
    var price: String
  }
}

// snippet.whole
struct WholeShop: WholeCartService {
  let client: any CartClient

  func add(_ amount: Int, of id: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await change("POST", "/cart/\(id)/more/\(amount)", info)
  }

  func reduce(_ amount: Int, of id: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await change("POST", "/cart/\(id)/fewer/\(amount)", info)
  }

  func set(_ quantity: Int, of id: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await change("PUT", "/cart/\(id)/\(quantity)", info)
  }

  func cart() async throws -> Cart {
    Cart(try await client.send("GET", "/cart", key: nil, ifMatch: nil))
  }

  private func change(
    _ method: String, _ path: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    let body = try await client.send(
      method, path, key: info.key.rawValue, ifMatch: info.tag)
    return CartAnswer(cart: Cart(body))
  }
}

extension Cart {
  init(_ body: Body) {
    self.init(
      lines: body.items.map { Line(productID: $0.sku, quantity: $0.count, payload: $0) },
      total: body.total, tag: body.etag, notice: body.message)
  }
}
// snippet.end

@MainActor
func show(_ session: Session, _ page: CartPage) {
  // snippet.badge
  page.badge = "\(session.cart.units)"
  page.total = session.cart.total ?? "…"
  page.isTotalDimmed = !session.cart.isUpToDate
  // snippet.end
  // snippet.lines
  for line in session.cart.lines {
    let item = line.payload as? Body.Item  // nil until the server has placed the line
    page.addRow(item?.title ?? "…", item?.price ?? "", isDimmed: line.isRemoved) { editor in
      editor.prepareForCart(productID: line.id, in: session)
    }
    if let undo = line.undo { page.addUndo { undo.undo() } }
  }
  // snippet.end
}

@MainActor
func checkOut(_ session: Session, _ page: CartPage) async -> Bool {
  // snippet.checkout
  let outcome = await session.cart.settled(within: .seconds(3))
  guard outcome.isClean, session.cart.isUpToDate else {
    page.explain(outcome)
    return false
  }
  // snippet.end
  return true
}

@MainActor
protocol CartPage: AnyObject {
  var badge: String { get set }
  var total: String { get set }
  var isTotalDimmed: Bool { get set }
  /// Adds a row; it creates the editor of its quantity, and binds it.
  func addRow(
    _ title: String, _ price: String, isDimmed: Bool, bind: @MainActor (NumberEditor) -> Void)
  func addUndo(_ action: @escaping @MainActor () -> Void)
  func explain(_ outcome: SettledOutcome)
}
