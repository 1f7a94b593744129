/// A value that can be blank, and so can be required not to be.
///
/// ```swift
/// extension Address: Blankable {
///   static func isBlank(_ address: Self) -> Bool { address.lines.isEmpty }
/// }
/// ```
///
/// The requirement is static, so that it stays out of the way of an `isBlank` of your own.
public protocol Blankable: SendableMetatype {
  /// Whether nothing is in the value that a person could see.
  ///
  /// Called on any thread.
  static func isBlank(_ value: Self) -> Bool
}

/// A text of white space is blank.
extension String: Blankable {
  /// Whether a text has nothing but white space and characters that are not shown.
  ///
  /// White space is what Unicode calls `White_Space` (the ideographic space U+3000, line breaks).
  /// Not shown is what Unicode calls `Default_Ignorable_Code_Point`: zero-width space and joiners,
  /// the byte order mark, Hangul fillers. Foundation and the standard library disagree on U+200B;
  /// here it is blank, since the person sees an empty field.
  public static func isBlank(_ text: String) -> Bool {
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        guard scalar.value == 0x20 || 0x09...0x0D ~= scalar.value else { return false }
      } else {
        let properties = scalar.properties
        guard properties.isWhitespace || properties.isDefaultIgnorableCodePoint else {
          return false
        }
      }
    }
    return true
  }
}

/// Nothing is blank.
extension Optional: Blankable {
  /// Whether there is nothing, or something that is blank itself.
  public static func isBlank(_ value: Self) -> Bool {
    guard let value else { return true }
    guard let value = value as? any Blankable else { return false }
    func isBlank<Inner: Blankable>(_ value: Inner) -> Bool { Inner.isBlank(value) }
    return isBlank(value)
  }
}

/// An empty list is blank.
extension Array: Blankable {
  /// Whether there are no elements.
  public static func isBlank(_ value: Self) -> Bool { value.isEmpty }
}

/// An empty selection is blank.
extension Set: Blankable {
  /// Whether there are no elements.
  public static func isBlank(_ value: Self) -> Bool { value.isEmpty }
}
