import Components
import GoodsPage
import GoodsSections
import SelfManaged
import StorefrontWire

/// A goods page: sections that send events, and a proxy that handles them, in independent modules.
final class GoodsScreen: Screen {
  private let productID: String
  private let page: GoodsPage
  private let sections: GoodsSections
  private var bought: NumberEditor?

  init(_ productID: String, in context: ScreenContext) {
    self.productID = productID
    let proxy = GoodsProxy(product: productID)
    page = GoodsPage(proxy)
    sections = GoodsSections(on: page)
    super.init(.goods(productID), title: "Details", in: context)
    page.nextResponder = self
    proxy.say = { [weak self] in self?.send(DeviceSays(words: "The page \($0)")) }
    proxy.onBuy = { [weak self] _, quantity in
      for _ in 0..<quantity { self?.bought?.add() }
    }
  }

  override func load() async throws {
    guard let product = try await context.products().first(where: { $0.id == productID }) else {
      return lay([.browse("There is no such product")])
    }
    let editor = editor(of: product.id, named: product.name)
    editor.nextResponder = page
    bought = editor
    let cart = add(ShownComponent(id("cart/\(product.id)"), editor))
    let hero = ScreenPatch.Row(
      id: product.id, title: product.name, text: "Each button sends an event up the chain.",
      art: product.id, trail: [cart])
    let rows = sections.all.map { section in
      ScreenPatch.Row(
        id: section.title, title: section.title,
        trail: section.cells.flatMap(\.buttons).map { add($0, isMain: $0 === sections.buy) })
    }
    let offer = sections.offer
    let open = ShownComponent(button: id("goods/offer"), label: "Open") { offer.tap() }
    let offerRow = ScreenPatch.Row(
      id: "offer", title: "3 for 2", trail: [add(open), add(offer.remind)])
    lay(
      [
        .init(title: nil, style: .hero, rows: [hero]),
        .init(title: nil, style: .buttons, rows: rows + [offerRow]),
      ], title: product.name)
  }

  private func add(_ button: GoodsButton, isMain: Bool = false) -> String {
    add(
      ShownComponent(button: id("goods/\(button.label)"), label: button.label, isMain: isMain) {
        button.tap()
      })
  }
}
