/// An item that can be forgotten.
@MainActor
protocol Discardable: AnyObject {
  /// Forgets it, if nobody shows it and nothing happens to it.
  func discardIfUnused()
}

/// A hold that a component gives up for another, perhaps on the same item.
struct GivenUp {
  let item: any Discardable
  /// Under which the component observed the item.
  let token: Stamp
}

/// Whether a component is giving its hold up for another.
enum Exchange {
  case none
  /// It is, and has given none up yet.
  case open
  case taken(GivenUp)
}
