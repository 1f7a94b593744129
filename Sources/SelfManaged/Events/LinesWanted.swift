public import Components

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
