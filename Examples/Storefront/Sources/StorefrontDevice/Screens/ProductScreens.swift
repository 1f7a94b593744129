import Components
import SelfManaged
import StorefrontWire

/// A search for products: the results follow from the text of a field.
final class SearchScreen: Screen {
  private let field = TitledTextField(title: "Search", key: "search", placeholder: "Lamp, mug, …")
  private var rows: [ScreenPatch.Row] = []

  init(in context: ScreenContext) {
    super.init(.search, title: "Search", in: context)
    field.nextResponder = self
    field.onEdit = { [unowned self] in show($0) }
  }

  override func load() async throws {
    let products = try await context.products()
    add(ShownComponent(id("search"), field))
    // A press on it is an input of the user, so the field reports it.
    add(ShownComponent(button: id("all"), label: "Show all products") { [field] in field.edit("") })
    rows = products.map(row)
    show(field.state.text)
  }

  private func show(_ text: String) {
    let word = text.lowercased().split(separator: " ").joined(separator: " ")
    let found = word.isEmpty ? rows : rows.filter { $0.title?.lowercased().contains(word) == true }
    let row = ScreenPatch.Row(id: "search", trail: [id("search")])
    let nothing = ScreenPatch.Section(
      title: "Nothing found", style: .buttons, rows: [.init(id: "all", trail: [id("all")])])
    lay([
      .init(title: nil, style: .form, rows: [row]),
      found.isEmpty
        ? nothing
        : .init(
          title: word.isEmpty ? "All products" : "\(found.count) found", style: .list, rows: found),
    ])
  }
}

/// The products of one category.
final class CategoryScreen: Screen {
  /// The products of each category.
  static let shelves = ["kitchen": ["apple", "mug"], "living": ["lamp", "poster"]]
  static let names = ["kitchen": "Kitchen", "living": "Living room"]

  private let shelf: String

  init(_ shelf: String, in context: ScreenContext) {
    self.shelf = shelf
    super.init(.category(shelf), title: Self.names[shelf] ?? "Shelf", in: context)
  }

  override func load() async throws {
    let ids = Self.shelves[shelf] ?? []
    let rows = try await context.products().filter { ids.contains($0.id) }.map(row)
    let others = Self.names.filter { $0.key != shelf }.sorted { $0.key < $1.key }
    lay([
      .init(title: nil, style: .grid, rows: rows),
      .init(
        title: "More shelves", style: .links,
        rows: others.map { .init(id: $0.key, title: $0.value, link: "/category/\($0.key)") }),
    ])
  }
}

/// One product, with the same editor as on every other screen.
final class ProductScreen: Screen {
  private let productID: String

  init(_ productID: String, in context: ScreenContext) {
    self.productID = productID
    super.init(.product(productID), title: "Product", in: context)
  }

  override func load() async throws {
    guard let product = try await context.products().first(where: { $0.id == productID }) else {
      return lay([.browse("There is no such product")])
    }
    var row = row(of: product)
    row.link = nil
    lay(
      [
        .init(title: nil, style: .hero, rows: [row]),
        .init(
          title: nil, style: .links,
          rows: [
            .init(id: "goods", title: "Details", link: Destination.goods(product.id).path),
            .init(id: "cart", title: "To the cart", link: Destination.cart.path),
          ]),
      ], title: product.name)
  }
}
