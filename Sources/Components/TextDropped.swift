/// An event for a text that the user typed into a number editor and that was not committed.
///
/// The editor sends it once for each dropped text, on the main actor, in three cases:
/// - The editor's behavior is detached, or replaced by a behavior for another item, while the text
///   is not a number.
/// - The editor has no behavior, and is configured, bound, or given a behavior while a text is being
///   edited. The editor does not know to which item the text belongs. To keep the number, call
///   ``NumberEditor/endEditing()`` first.
/// - The cart gets several lines of the product, and the text was typed for one.
public struct TextDropped: TypedEvent {
  /// The name of the event.
  public static let name = EventName("components.textDropped")

  /// The dropped text.
  public var text: String

  /// Creates an event.
  public init(_ text: String) { self.text = text }

  /// The dropped text, under the key `text`.
  public var info: EventInfo { ["text": text] }
}
