/// The layout of a screen; the states of its components are sent in separate patches.
package struct ScreenPatch: Hashable, Sendable, Encodable {
  /// The deep link of the screen.
  package var path: String
  package var title: String
  /// The number of screens on the stack, this one included.
  package var depth: Int
  /// A message that replaces the content while it is loading, or if it could not be loaded.
  package var message: String?
  package var canReload = false
  package var sections: [Section] = []

  package struct Section: Hashable, Sendable, Encodable {
    package var title: String?
    package var style: Style
    package var rows: [Row]

    /// Says what is missing, and leads to all products.
    static func browse(_ title: String) -> Self {
      Self(
        title: title, style: .links,
        rows: [.init(id: "search", title: "Browse products", link: "/search")])
    }
  }

  /// The layout of rows.
  package enum Style: String, Sendable, Encodable {
    case cards, list, grid, hero, form, buttons, links, checkout
  }

  /// A row of texts and components; components are named by their IDs.
  package struct Row: Hashable, Sendable, Encodable {
    package var id: String
    package var title: String?
    package var text: String?
    /// The deep link that a press on the title opens.
    package var link: String?
    /// The name of a drawing.
    package var art: String?
    package var lead: String?
    package var trail: [String] = []
    /// Whether the row is that of a removed product.
    package var isRemoved = false
  }
}
