/// A list for a screen, and its position in the journal of changes.
public struct StorefrontList<Item: Hashable & Sendable>: Hashable, Sendable,
  RandomAccessCollection
{
  /// The number of the last change that the list contains; the later ones are pushed.
  public let sequence: Int
  private let items: [Item]

  /// The index of the first item.
  public var startIndex: Int { items.startIndex }
  /// The index after the last item.
  public var endIndex: Int { items.endIndex }

  init<Body>(_ body: ListBody<Body>, _ item: (Body) -> Item) {
    sequence = body.sequence
    items = body.items.map(item)
  }

  /// Returns an item.
  public subscript(index: Int) -> Item { items[index] }
}
