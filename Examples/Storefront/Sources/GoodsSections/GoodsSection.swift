package import Components

/// A part of a goods page: it adds its name to every event that rises through it.
@MainActor
package final class GoodsSection: Responder, EventProxy {
  /// The page that contains the section.
  package weak var nextResponder: (any Responder)?
  /// Its name, which its events carry as `section`.
  package let title: String
  /// Its cells, from top to bottom.
  package let cells: [GoodsCell]
  package let table = EventTable()

  init(_ title: String, _ cells: GoodsCell...) {
    self.title = title
    self.cells = cells
    for cell in cells { cell.nextResponder = self }
    table.decorator = { info, _ in info.set(title, for: "section") }
  }
}
