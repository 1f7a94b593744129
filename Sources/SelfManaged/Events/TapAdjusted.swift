public import Components

/// A tap on a self-managed component was adjusted: 5 instead of 100.
///
/// It is sent once, from the tapped component, right after that component shows the adjustment, on
/// the main actor. A module that does not import this one handles
/// ``Components/EventName/tapAdjusted`` by name and reads the strings `itemID` and `message`.
public struct TapAdjusted: TypedEvent {
  /// The event's name.
  public static var name: EventName { .tapAdjusted }

  /// The ID of the item: a post, a product.
  public var itemID: String
  /// The server's message for the user; `nil` if it sent none.
  public var notice: String?
  /// The limit that caused the adjustment; `nil` if there is none.
  public var limit: Int?
  /// The requested and the actual value, as an ``Adjustment`` of the kind's value.
  public var adjustment: any Sendable

  /// Creates an event.
  public init<Value>(itemID: String, _ adjustment: Adjustment<Value>) {
    self.itemID = itemID
    notice = adjustment.notice
    limit = adjustment.limit
    self.adjustment = adjustment
  }

  /// The item's ID and the server's message, which is empty if it sent none.
  public var info: EventInfo { ["itemID": itemID, "message": notice ?? ""] }
}
