/// The words that VoiceOver speaks for the components; an app can localize them.
public struct AccessibilityWords: Hashable, Sendable {
  /// The value of a toggle that is on.
  public var on = "On"
  /// The value of a toggle that is off.
  public var off = "Off"
  /// The label of a stepper's plus button.
  public var increment = "Increment"
  /// The label of a stepper's minus button.
  public var decrement = "Decrement"

  /// Creates the English words.
  public init() {}

  /// The words in English.
  public static let english = Self()

  /// The words in Simplified Chinese.
  public static let simplifiedChinese = {
    var words = Self()
    (words.on, words.off) = ("打开", "关闭")
    (words.increment, words.decrement) = ("增加", "减少")
    return words
  }()
}
