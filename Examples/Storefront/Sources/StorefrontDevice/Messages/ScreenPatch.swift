/// A screen's layout; what its components show comes in patches of their own.
package struct ScreenPatch: Hashable, Sendable, Encodable {
  /// Its deep link.
  package var path: String
  package var title: String
  /// How many screens lie on the stack, this one included.
  package var depth: Int
  /// Words in place of a content that is still being read, or could not be.
  package var message: String?
  package var canReload = false
  package var sections: [Section] = []

  package struct Section: Hashable, Sendable, Encodable {
    package var title: String?
    package var style: Style
    package var rows: [Row]
  }

  /// How rows are laid out.
  package enum Style: String, Sendable, Encodable {
    case cards, list, grid, hero, form, buttons, links
  }

  /// A row: words beside components, which are named by their ids.
  package struct Row: Hashable, Sendable, Encodable {
    package var id: String
    package var title: String?
    package var text: String?
    /// What a press on its words opens.
    package var link: String?
    /// The name of a drawing.
    package var art: String?
    package var lead: String?
    package var trail: [String] = []
  }
}
