/// The words the components say to VoiceOver, so that an app can say them in its own languages.
public struct AccessibilityWords: Hashable, Sendable {
  /// The value of a toggle that is on.
  public var on = "On"
  /// The value of a toggle that is off.
  public var off = "Off"
  /// The label of a stepper's plus.
  public var increment = "Increment"
  /// The label of a stepper's minus.
  public var decrement = "Decrement"

  /// Creates the English words.
  public init() {}
}
