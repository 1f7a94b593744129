/// What a view hands to VoiceOver, as data.
///
/// The values follow what Apple's own controls say: a toggle is a button with an on/off value, a
/// stepper is an adjustable element whose two buttons are called "Increment" and "Decrement".
public struct AccessibilityData: Hashable, Sendable {
  /// The name of the element, for example "Like".
  public var label: String
  /// Its present value, for example "On, 11"; `nil` where the element has none.
  public var value: String?
  /// How it behaves.
  public var traits: Traits

  /// Creates a description.
  public init(label: String, value: String? = nil, traits: Traits = []) {
    self.label = label
    self.value = value
    self.traits = traits
  }

  /// How an accessible element behaves; the names are those of `UIAccessibilityTraits`.
  public struct Traits: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates traits from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It can be pressed.
    public static let button = Self(rawValue: 1 << 0)
    /// It switches between on and off.
    public static let toggleButton = Self(rawValue: 1 << 1)
    /// It can be swiped up and down to change the value.
    public static let adjustable = Self(rawValue: 1 << 2)
    /// It is an image.
    public static let image = Self(rawValue: 1 << 3)
    /// It can't be used now.
    public static let notEnabled = Self(rawValue: 1 << 4)
  }
}

extension String? {
  /// A value, and after it what is wrong with it; `nil` where there is neither.
  static func spoken(_ value: String, _ failure: String?) -> Self {
    let parts = [value, failure ?? ""].filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
