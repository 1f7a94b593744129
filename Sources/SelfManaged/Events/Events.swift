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

/// An event for a tap on a self-managed component that was adjusted, for example 5 instead of 100.
///
/// The tapped component sends it on the main actor, once for each adjustment, right after showing
/// the adjustment. If a push with a message changes the value, as in "Sold out: 3 were removed", the
/// component of the item that was bound last sends it. A module that does not import this one handles `selfManaged.tapAdjusted`
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

/// An event for a tap on a self-managed component that can be undone before it is sent.
///
/// The tapped component sends it on the main actor, once for each such tap, right after showing the
/// result. See ``OptimisticPolicy/grace``.
///
/// ```swift
/// table.on(UndoOffered.self) { offered, _ in
///   showToast("Removed", button: "Undo", for: offered.offer.grace) { offered.offer.undo() }
///   return .stop
/// }
/// ```
///
/// A module that does not import this one handles `selfManaged.undoOffered` by name and reads the
/// string `itemID`.
public struct UndoOffered: TypedEvent {
  /// The event's name.
  public static let name = EventName("selfManaged.undoOffered")

  /// The offer.
  public var offer: UndoOffer

  init(_ offer: UndoOffer) { self.offer = offer }

  /// The item's ID, under the key `itemID`.
  public var info: EventInfo { ["itemID": offer.itemID] }
}

/// An event for a submit that found an invalid field.
///
/// The first invalid field sends it on the main actor, once for each failed submit, after the form
/// has shown the failures and focused that field. Submits that wait at the same time count as one.
/// If that field is not a responder, no event is sent. A module that does not import this one
/// handles `selfManaged.submitFailed` by name and reads the strings `key` and `message`.
public struct SubmitFailed: TypedEvent {
  /// The event's name.
  public static let name = EventName("selfManaged.submitFailed")

  /// The field's identifier in code.
  public var key: String
  /// The field's failure.
  public var failure: RuleFailure
  /// The message for the user, in the form's language.
  public var message: String

  /// Creates an event.
  public init(key: String, failure: RuleFailure, message: String) {
    self.key = key
    self.failure = failure
    self.message = message
  }

  /// The field's key and the message, under the keys `key` and `message`.
  public var info: EventInfo { ["key": key, "message": message] }
}

/// An event for a use of a number editor that shows the sum of several cart lines.
///
/// The editor can't know which line the user wants to change. It sends the event instead, on the
/// main actor, and changes nothing. It sends the event once for each plus or minus, and once for
/// each time that the user begins to type. A handler opens the lines, each with an editor:
///
/// ```swift
/// table.on(LinesWanted.self) { wanted, _ in
///   showLines(wanted.lineIDs, of: wanted.productID)
///   return .stop
/// }
/// ```
///
/// A module that does not import this one handles `selfManaged.linesWanted` by name and reads
/// `productID`, a `String`, `lineIDs`, a `[String]`, and `quantities`, a `[String: Int]`.
public struct LinesWanted: TypedEvent {
  /// The event's name.
  public static let name = EventName("selfManaged.linesWanted")

  /// The product's ID.
  public var productID: String
  /// The IDs of the product's lines, each once, in the order in which the app passed them; empty if
  /// the product has no lines.
  public var lineIDs: [String]
  /// The displayed quantities by line ID, without the lines whose quantity is not known yet.
  public var quantities: [String: Int]

  /// Creates an event.
  public init(productID: String, lineIDs: [String], quantities: [String: Int]) {
    self.productID = productID
    self.lineIDs = lineIDs
    self.quantities = quantities
  }

  /// The three properties, under the keys `productID`, `lineIDs` and `quantities`.
  public var info: EventInfo {
    ["productID": productID, "lineIDs": lineIDs, "quantities": quantities]
  }
}

/// An event that requests a destination, from a component whose session has no navigator.
///
/// The tapped component sends it on the main actor, once for each tap. If no responder handles it,
/// the component also sends ``TapFailed``. A module that does not import this one handles
/// `selfManaged.destinationWanted` by name and reads the string `path`.
public struct DestinationWanted: TypedEvent {
  /// The event's name.
  public static let name = EventName("selfManaged.destinationWanted")

  /// The destination to open.
  public var destination: Destination

  /// Creates an event.
  public init(_ destination: Destination) { self.destination = destination }

  /// The path of the destination, under the key `path`.
  public var info: EventInfo { ["path": destination.path] }
}
