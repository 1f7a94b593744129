public import Components

/// A record of one event of an item and of the state after it, for logs, debuggers and tests.
///
/// ```swift
/// session.observe(LikeIntent.self) { record in
///   print(record.itemID, record.confirmed, record.inFlight, record.queued, record.displayed)
/// }
/// ```
public struct ItemRecord<Intent: OptimisticIntent>: Hashable, Sendable {
  /// The item's ID.
  public let itemID: String
  /// The logical time of the event; that of a tap names the tap.
  public let at: LogicalTime
  /// The user's intent, if the event is a tap, or an undo that makes an intent.
  public let tapped: Intent?
  /// The request that the event sends; a repeated key is another attempt at the same intent.
  ///
  /// `nil` if the session holds the request back, since the server can't be reached or asked all
  /// requests to wait. The record is made before the change is shown. If an observer makes the
  /// server unreachable between the two, the record names a request that is held back.
  public let sent: Request?
  /// The taps that the event resolves, each named by the logical time of its record.
  public let resolved: [ResolvedTap]
  /// The server's last known value.
  public let confirmed: Intent.Value
  /// The intent of the in-flight mutation.
  public let inFlight: Intent?
  /// The queued intent.
  public let queued: Intent?
  /// The displayed value: the confirmed value after the in-flight and then the queued intent.
  public let displayed: Intent.Value
  /// The cause of the event's change of the displayed value; without meaning if it is unchanged.
  public let cause: ChangeCause

  /// A request that is sent.
  public struct Request: Hashable, Sendable {
    /// The intent that is sent.
    public let intent: Intent
    /// The information sent with the intent.
    public let info: RequestInfo
  }

  /// A tap and its resolution.
  public struct ResolvedTap: Hashable, Sendable {
    /// The logical time of the tap's record.
    public let tap: LogicalTime
    /// The outcome of the tap.
    public let resolution: Resolution<Intent.Value>
  }
}
