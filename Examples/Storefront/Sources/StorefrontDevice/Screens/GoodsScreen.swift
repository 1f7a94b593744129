import Components
import GoodsPage
import GoodsSections
import SelfManaged
import StorefrontServices

/// A goods page: sections that send events, and a proxy that handles them, in independent modules.
final class GoodsScreen: Screen {
  private let productID: String
  private let page: GoodsPage
  private let sections: GoodsSections
  private var bought: NumberEditor?

  init(_ productID: String, in context: ScreenContext) throws {
    self.productID = productID
    let says = Sayings()
    let proxy = try GoodsProxy(product: productID) { says.say($0) }
    page = GoodsPage(proxy)
    sections = try GoodsSections(on: page)
    super.init(.goods(productID), title: "Details", in: context)
    page.nextResponder = self
    says.say = { [weak self] in self?.send(DeviceSays("The page \($0)")) }
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
        trail: section.cells.flatMap(\.buttons).map { button in
          let name = "goods/\(section.title)/\(button.event)/\(ObjectIdentifier(button).hashValue)"
          let label = label(of: button)
          return add(
            ShownComponent(button: id(name), label: label, isMain: button === sections.buy) {
              button.tap()
            })
        })
    }
    let offer = sections.offer
    let offerRow = ScreenPatch.Row(
      id: "offer", title: "3 for 2",
      trail: [
        add(ShownComponent(button: id("goods/offer"), label: "Open") { offer.tap() }),
        add(
          ShownComponent(button: id("goods/offer/remind"), label: "Remind me") {
            offer.countdown.remind.tap()
          }),
      ])
    lay(
      [
        .init(title: nil, style: .hero, rows: [hero]),
        .init(title: nil, style: .buttons, rows: rows + [offerRow]),
      ], title: product.name)
  }

  private func label(of button: GoodsButton) -> String {
    let labels: [(GoodsButton, String)] = [
      (sections.ticket, "Take 5 % off"), (sections.promotion, "Offer"),
      (sections.suggestion, "Goes with pears"), (sections.score, "Reviews"),
      (sections.share, "Share"), (sections.address, "To Oslo"), (sections.service, "Returns"),
      (sections.red, "Red"), (sections.green, "Green"), (sections.buy, "Buy one"),
    ]
    return labels.first { $0.0 === button }?.1 ?? "\(button.event)"
  }

  /// The messages of the proxy, which is created before the screen.
  private final class Sayings {
    var say: @MainActor (String) -> Void = { _ in }
  }
}
