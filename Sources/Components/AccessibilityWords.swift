/// The words the components say to VoiceOver, so that an app can say them in its own languages.
public struct AccessibilityWords: Hashable, Sendable {
  /// The value of a toggle that is on.
  public var on: String {
    get { words.on }
    set { words.on = newValue }
  }
  /// The value of a toggle that is off.
  public var off: String {
    get { words.off }
    set { words.off = newValue }
  }
  /// The label of a stepper's plus.
  public var increment: String {
    get { words.increment }
    set { words.increment = newValue }
  }
  /// The label of a stepper's minus.
  public var decrement: String {
    get { words.decrement }
    set { words.decrement = newValue }
  }

  /// Shared by all components that say the same, since every component has its words.
  private var box = Box.english

  /// Creates the English words.
  public init() {}

  private struct Words: Hashable {
    var on = "On"
    var off = "Off"
    var increment = "Increment"
    var decrement = "Decrement"
  }

  private indirect enum Box: Hashable {
    case words(Words)

    static let english = Self.words(Words())
  }

  private var words: Words {
    get {
      switch box {
      case .words(let words): words
      }
    }
    set { box = .words(newValue) }
  }
}
