public import Components

/// A tap on a self-managed component failed and was rolled back visibly.
///
/// It is sent once, from the tapped component and from no other one bound to the same item, right
/// after that component shows the rollback, on the main actor. One handler on a page shows the
/// toast:
///
/// ```swift
/// try table.on(TapFailed.self) { failed, _ in
///   showToast(failed.error.message)
///   return .stop
/// }
/// ```
///
/// A module that does not import this one handles ``Components/EventName/tapFailed`` by name and
/// reads the strings `itemID` and `message`. The message is never empty. For a language other than
/// English, handle the event by type and use ``ServiceError/message(in:)``.
public struct TapFailed: TypedEvent {
  /// The event's name.
  public static var name: EventName { .tapFailed }

  /// The ID of the item: a post, a product.
  public var itemID: String
  /// The reason of the failure.
  public var error: ServiceError

  /// Creates an event.
  public init(itemID: String, error: ServiceError) {
    self.itemID = itemID
    self.error = error
  }

  /// The item's ID, and the message for the user: the server's, or the English one for the error's
  /// code.
  public var info: EventInfo { ["itemID": itemID, "message": error.message] }
}
