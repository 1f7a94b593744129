public import Components

/// A tap on a self-managed component led to something else than was asked for: 5 instead of 100.
///
/// It rises once, from the component that was tapped, right after that component shows it, on the main
/// actor. A module that knows nothing of this one handles ``Components/EventName/tapAdjusted`` by name
/// and finds `itemID` and `message`, both texts.
public struct TapAdjusted: TypedEvent {
  /// Its name.
  public static var name: EventName { .tapAdjusted }

  /// Which item: a post, a product.
  public var itemID: String
  /// The server's own words, if it gave any.
  public var notice: String?
  /// The limit that was met, if it was one.
  public var limit: Int?
  /// What was asked for and what came of it, as ``Adjustment`` of the kind's value.
  public var adjustment: any Sendable

  /// Creates an event.
  public init<Value>(itemID: String, _ adjustment: Adjustment<Value>) {
    self.itemID = itemID
    notice = adjustment.notice
    limit = adjustment.limit
    self.adjustment = adjustment
  }

  /// The item and the words for the person, which are empty where the app has to find its own.
  public var info: EventInfo { ["itemID": itemID, "message": notice ?? ""] }
}
