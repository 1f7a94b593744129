/// A list, and its position in the journal of changes.
package struct StorefrontList<Item: Hashable & Sendable>: Hashable, Sendable,
  RandomAccessCollection
{
  /// The number of the last change that the list contains; the later ones are pushed.
  package let sequence: Int
  private let items: [Item]

  package var startIndex: Int { items.startIndex }
  package var endIndex: Int { items.endIndex }

  package init(sequence: Int, items: [Item]) {
    self.sequence = sequence
    self.items = items
  }

  package subscript(index: Int) -> Item { items[index] }
}

extension StorefrontList: Codable where Item: Codable {}
