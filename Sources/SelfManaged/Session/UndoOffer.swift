/// The offer to undo a tap that removed a value.
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
  /// While the removal waits for the grace period or the network, it is dropped, nothing is sent,
  /// and the tap is resolved as ``Resolution/undone``. Later, the former value is restored with a
  /// new intent, which the server may adjust or refuse. It does nothing after an undo or a later
  /// tap on the item, or if a component was bound again after the session had forgotten the item.
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

/// The offers of a session to undo taps that are not sent yet.
@MainActor
final class UndoOffers {
  private let offers = ObservedValue<[UndoOffer]>([])

  /// The offers, newest first; observable.
  var all: [UndoOffer] { offers.value }

  /// Replaces the former offer of an item by its current one.
  func replace(_ former: UndoOffer?, with current: UndoOffer?) {
    var all = offers.unobserved.filter { $0 !== former }
    if let current, !all.contains(current) { all = (all + [current]).sorted { $0.id > $1.id } }
    if all != offers.unobserved { offers.value = all }
  }
}
