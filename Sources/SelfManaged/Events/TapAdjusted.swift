public import Components

/// An event for a tap on a self-managed component that was adjusted, for example 5 instead of 100.
///
/// The tapped component sends it on the main actor, once for each adjustment, right after showing
/// the adjustment. A module that does not import this one handles `selfManaged.tapAdjusted`
/// by name and reads the strings `itemID` and `message`.
public struct TapAdjusted: TypedEvent {
  /// The event's name.
  public static let name = EventName("selfManaged.tapAdjusted")

  /// The ID of the item, for example of a post or a product.
  public var itemID: String
  /// The server's message for the user; `nil` if it sent none.
  public var notice: String?
  /// The limit that caused the adjustment; `nil` if there is none.
  public var limit: Int?
  /// The requested and the actual value: an `Adjustment<Value>` with the value type of the item's
  /// kind.
  public var adjustment: any Sendable

  /// Creates an event.
  public init<Value>(itemID: String, _ adjustment: Adjustment<Value>) {
    self.itemID = itemID
    notice = adjustment.notice
    limit = adjustment.limit
    self.adjustment = adjustment
  }

  /// The item's ID and the server's message, under the keys `itemID` and `message`; without a
  /// message, the text is empty.
  public var info: EventInfo { ["itemID": itemID, "message": notice ?? ""] }
}
