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
  /// The announcement of a change that failed without a message.
  public var rolledBack = "The change was undone"
  /// The beginning of the announcement of an adjusted number, before the number.
  public var adjusted = "Adjusted to"

  /// Creates the English words.
  public init() {}

  /// The words in Simplified Chinese.
  public static let simplifiedChinese = {
    var words = Self()
    (words.on, words.off) = ("打开", "关闭")
    (words.increment, words.decrement) = ("增加", "减少")
    (words.rolledBack, words.adjusted) = ("更改已撤销", "已调整为")
    return words
  }()
}
