public import Components

/// A tap on a self-managed component failed, and was rolled back where the person can see it.
///
/// It rises once, from the component that was tapped and from no other on the same item, right after
/// that component shows the roll-back, on the main actor. One handler on a page shows the toast:
///
/// ```swift
/// try table.on(TapFailed.self) { failed, _ in
///   showToast(failed.error.message)
///   return .stop
/// }
/// ```
///
/// A module that knows nothing of this one handles ``Components/EventName/tapFailed`` by name and
/// finds `itemID` and `message`, both texts. The message is never empty; for another language than
/// English, handle the event by type and use ``ServiceError/message(in:)``.
public struct TapFailed: TypedEvent {
  /// Its name.
  public static var name: EventName { .tapFailed }

  /// Which item: a post, a product.
  public var itemID: String
  /// Why it failed.
  public var error: ServiceError

  /// Creates an event.
  public init(itemID: String, error: ServiceError) {
    self.itemID = itemID
    self.error = error
  }

  /// The item, and the words for the user: the server's, or those in English for the error's code.
  public var info: EventInfo { ["itemID": itemID, "message": error.message] }
}
