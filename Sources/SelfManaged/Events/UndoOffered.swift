public import Components

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
