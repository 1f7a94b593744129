public import Components

/// An event for a tap on a self-managed component that failed.
///
/// The tapped component sends it on the main actor, once for each failure, right after showing the
/// rollback. The other components bound to the same item do not send it. A failure of one request
/// that rolls back nothing visible is not sent.
///
/// One handler on a page can show all failures:
///
/// ```swift
/// table.on(TapFailed.self) { failed, _ in
///   showToast(failed.error.message)
///   return .stop
/// }
/// ```
///
/// A module that does not import this one handles `selfManaged.tapFailed` by name and reads the
/// strings `itemID` and `message`. The message is never empty. For a language other than English,
/// handle the event by its type and use ``ServiceError/message(in:)``.
public struct TapFailed: TypedEvent {
  /// The event's name.
  public static let name = EventName("selfManaged.tapFailed")

  /// The ID of the item, for example of a post or a product; for an avatar, the user's ID.
  public var itemID: String
  /// The reason for the failure.
  public var error: ServiceError

  /// Creates an event.
  public init(itemID: String, error: ServiceError) {
    self.itemID = itemID
    self.error = error
  }

  /// The item's ID and the message for the user, under the keys `itemID` and `message`.
  ///
  /// The message is the server's, or an English text for the error's code.
  public var info: EventInfo { ["itemID": itemID, "message": error.message] }
}
