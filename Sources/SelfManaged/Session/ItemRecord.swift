public import Components

/// One event in the life of an item, and what is known after it: for a log, a debugger, or a proof.
///
/// ```swift
/// session.watch(LikeIntent.self) { record in
///   print(record.itemID, record.confirmed, record.inFlight, record.queued, record.displayed)
/// }
/// ```
public struct ItemRecord<Intent: OptimisticIntent>: Hashable, Sendable {
  /// Which item.
  public let itemID: String
  /// When it happened; the stamp of a tap names the tap.
  public let at: Stamp
  /// What the person wanted, if the event is a tap.
  public let tapped: Intent?
  /// What is sent on account of the event; the same key is another attempt at the same wish.
  public let sent: Request?
  /// The taps that are resolved by the event, each named by the stamp of its record.
  public let resolved: [ResolvedTap]
  /// What the server told last.
  public let confirmed: Intent.Value
  /// What is under way, or being found out.
  public let inFlight: Intent?
  /// What waits behind it.
  public let queued: Intent?
  /// What is shown: the queued intent over the one in flight over what is confirmed.
  public let displayed: Intent.Value
  /// Why what is shown last changed.
  public let cause: ChangeCause

  /// A request that leaves.
  public struct Request: Hashable, Sendable {
    /// What is asked for.
    public let intent: Intent
    /// What goes with it.
    public let info: RequestInfo
  }

  /// A tap, and what became of it.
  public struct ResolvedTap: Hashable, Sendable {
    /// The stamp of the tap's record.
    public let tap: Stamp
    /// What became of it.
    public let resolution: Resolution<Intent.Value>
  }
}
