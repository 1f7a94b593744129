/// A type whose values can be blank, so that ``Rule/required`` can refuse them.
///
/// ```swift
/// extension Address: BlankCheckable {
///   static func isBlank(_ address: Self) -> Bool { address.lines.isEmpty }
/// }
/// ```
///
/// The requirement is static, so that it does not conflict with an `isBlank` property of your type.
public protocol BlankCheckable: SendableMetatype {
  /// Returns whether a value contains nothing visible to the user.
  ///
  /// Called on any thread.
  static func isBlank(_ value: Self) -> Bool
}

/// A text is blank if it is empty or contains only characters that a user can't see.
extension String: BlankCheckable {
  /// Whether a text is empty or contains only white space and invisible characters.
  ///
  /// White space is Unicode's `White_Space`, which includes the ideographic space U+3000 and line
  /// breaks. Invisible characters are Unicode's `Default_Ignorable_Code_Point`: for example the
  /// zero-width space and joiners, the byte order mark, and Hangul fillers. Foundation and the
  /// standard library disagree on U+200B. Here it is blank, because the user sees an empty field.
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

/// An absent value is blank.
extension Optional: BlankCheckable {
  /// Whether a value is `nil` or wraps a blank value.
  public static func isBlank(_ value: Self) -> Bool {
    guard let value else { return true }
    guard let value = value as? any BlankCheckable else { return false }
    func isBlank<Inner: BlankCheckable>(_ value: Inner) -> Bool { Inner.isBlank(value) }
    return isBlank(value)
  }
}

/// An empty list is blank.
extension Array: BlankCheckable {
  /// Whether there are no elements.
  public static func isBlank(_ value: Self) -> Bool { value.isEmpty }
}

/// An empty selection is blank.
extension Set: BlankCheckable {
  /// Whether there are no elements.
  public static func isBlank(_ value: Self) -> Bool { value.isEmpty }
}
