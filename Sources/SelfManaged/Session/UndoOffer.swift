/// The offer to undo a tap that removed a value, before it is sent.
///
/// ```swift
/// if let offer = session.undoable.first { Button("Undo") { offer.undo() } }
/// ```
///
/// The tapped component sends it along the responder chain as ``UndoOffered``. Everything here
/// happens on the main actor.
@MainActor
public final class UndoOffer: Identifiable {
  /// The logical time of the tap.
  public nonisolated let id: LogicalTime
  /// The ID of the item, for example of a product.
  public nonisolated let itemID: String
  /// The time from the tap until the intent is sent.
  public nonisolated let grace: Duration
  private let action: @MainActor () -> Void

  init(id: LogicalTime, itemID: String, grace: Duration, _ action: @escaping @MainActor () -> Void)
  {
    self.id = id
    self.itemID = itemID
    self.grace = grace
    self.action = action
  }

  /// Undoes the tap.
  ///
  /// While the tap waits, for the end of the grace period or for the network, nothing was sent, and
  /// it is resolved as ``Resolution/undone``. Later, the former value is restored with a new intent,
  /// which the server may adjust or refuse.
  /// After an undo, or a later tap on the item, it does nothing, and neither once the session has
  /// forgotten the item and a component was bound to it again.
  public func undo() { action() }
}

extension UndoOffer: Hashable {
  /// Whether both are the same offer.
  public nonisolated static func == (first: UndoOffer, second: UndoOffer) -> Bool {
    first === second
  }

  /// Hashes the logical time of the tap.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
