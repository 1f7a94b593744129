/// A list for a screen, and its position in the journal of changes.
package struct StorefrontList<Item: Hashable & Sendable>: Hashable, Sendable,
  RandomAccessCollection
{
  /// The number of the last change that the list contains; the later ones are pushed.
  package let sequence: Int
  private let items: [Item]

  package var startIndex: Int { items.startIndex }
  package var endIndex: Int { items.endIndex }

  init<Body>(_ body: ListBody<Body>, _ item: (Body) -> Item) {
    sequence = body.sequence
    items = body.items.map(item)
  }

  package subscript(index: Int) -> Item { items[index] }
}
