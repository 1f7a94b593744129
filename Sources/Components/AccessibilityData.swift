/// The accessibility description of a view, as data.
///
/// The values follow Apple's own controls. A toggle is a button with an on/off value. A stepper is
/// an adjustable element whose two buttons are labeled "Increment" and "Decrement".
public struct AccessibilityData: Hashable, Sendable {
  /// The name of the element, for example "Like".
  public var label: String
  /// The current value of the element, for example "On, 11"; `nil` if the element has none.
  public var value: String?
  /// The traits of the element.
  public var traits: Traits

  /// Creates a description.
  public init(label: String, value: String? = nil, traits: Traits = []) {
    self.label = label
    self.value = value
    self.traits = traits
  }

  /// The traits of an accessible element; the names are those of `UIAccessibilityTraits`.
  public struct Traits: OptionSet, Hashable, Sendable {
    /// The raw bits of the traits.
    public let rawValue: Int

    /// Creates traits from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The element can be pressed.
    public static let button = Self(rawValue: 1 << 0)
    /// The element switches between on and off.
    public static let toggleButton = Self(rawValue: 1 << 1)
    /// Swiping up or down on the element changes its value.
    public static let adjustable = Self(rawValue: 1 << 2)
    /// The element is an image.
    public static let image = Self(rawValue: 1 << 3)
    /// The element can't be used now.
    public static let notEnabled = Self(rawValue: 1 << 4)
  }
}

extension String? {
  /// The value, followed by the failure message; `nil` if both are empty.
  static func spoken(_ value: String, _ failure: String?) -> Self {
    let parts = [value, failure ?? ""].filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
