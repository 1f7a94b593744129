/// A text that the user typed into a number editor was dropped and not committed.
///
/// It rises from the editor, once for each text, on the main actor, in two cases. The editor was
/// bound to another item while the text was no number. Or a plain editor was configured while a
/// text was being edited: it does not know to which item the number belongs, so an app that wants
/// the number calls ``NumberEditor/endEditing()`` first.
public struct TextDropped: TypedEvent {
  /// The name of the event.
  public static let name = EventName("components.textDropped")

  /// The dropped text.
  public var text: String

  /// Creates an event.
  public init(_ text: String) { self.text = text }

  /// The text, under `text`.
  public var info: EventInfo { ["text": text] }
}
