public import Foundation

/// A view that reports events of the user.
@MainActor
open class UIControl: UIView {
  /// Whether the control can be used.
  open var isEnabled = true
  private var actions: [(action: UIAction, events: Event)] = []

  /// Creates a control.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Creates a control with a primary action.
  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
  }

  /// Creates a control from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Adds an action, which replaces an action with the same identifier.
  open func addAction(_ action: UIAction, for controlEvents: Event) {
    for index in actions.indices where actions[index].action.identifier == action.identifier {
      actions[index].events.subtract(controlEvents)
    }
    actions.append((action, controlEvents))
  }

  /// Runs the actions of the events.
  open func sendActions(for controlEvents: Event) {
    for (action, events) in actions where !events.isDisjoint(with: controlEvents) {
      action.handler(action)
    }
  }

  /// Events of a control.
  public struct Event: OptionSet, Sendable {
    /// The raw bits.
    public let rawValue: UInt

    /// Creates events from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The finger was lifted inside the control.
    public static let touchUpInside = Self(rawValue: 1 << 6)
    /// The value changed.
    public static let valueChanged = Self(rawValue: 1 << 12)
    /// The semantic action of a button.
    public static let primaryActionTriggered = Self(rawValue: 1 << 13)
    /// Editing began.
    public static let editingDidBegin = Self(rawValue: 1 << 16)
    /// The text changed.
    public static let editingChanged = Self(rawValue: 1 << 17)
    /// Editing ended.
    public static let editingDidEnd = Self(rawValue: 1 << 18)
    /// Editing ended by the return key.
    public static let editingDidEndOnExit = Self(rawValue: 1 << 19)
  }
}

/// A closure for a control or a menu.
@MainActor
open class UIAction: NSObject {
  /// Runs an action.
  public typealias UIActionHandler = (_ action: UIAction) -> Void

  /// The identifier, unique by default.
  public let identifier: Identifier
  let handler: UIActionHandler

  /// Creates an action.
  public init(
    title: String = "", image: UIImage? = nil, identifier: Identifier? = nil,
    handler: @escaping UIActionHandler
  ) {
    self.identifier = identifier ?? Identifier(UUID().uuidString)
    self.handler = handler
    super.init()
  }

  /// The identifier of an action.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    /// The text of the identifier.
    public let rawValue: String

    /// Creates an identifier.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates an identifier.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }
}

/// A button.
@MainActor
open class UIButton: UIControl {
  /// The appearance of the button.
  open var configuration: Configuration?

  /// Creates a button with an appearance.
  public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
    self.init(frame: .zero, primaryAction: primaryAction)
    self.configuration = configuration
  }

  /// The appearance of a button.
  public struct Configuration {
    /// The title.
    public var title: String?
    /// The image.
    public var image: UIImage?

    /// A button without a background.
    @MainActor public static func plain() -> Self { Self() }
  }
}

/// A field for one line of text.
@MainActor
open class UITextField: UIControl {
  /// The text; never `nil` after it was set.
  open var text: String? = ""
  /// The text of the empty field.
  open var placeholder: String?
  /// The border.
  open var borderStyle: BorderStyle = .none

  /// `true`: the keyboard appears.
  open override var canBecomeFirstResponder: Bool { true }

  /// Begins editing.
  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    let isNew = !isFirstResponder
    guard super.becomeFirstResponder() else { return false }
    if isNew { sendActions(for: .editingDidBegin) }
    return true
  }

  /// Ends editing.
  @discardableResult
  open override func resignFirstResponder() -> Bool {
    let wasFirst = isFirstResponder
    guard super.resignFirstResponder() else { return false }
    if wasFirst { sendActions(for: .editingDidEnd) }
    return true
  }

  /// The border of a text field.
  public enum BorderStyle: Int, Sendable {
    /// No border.
    case none
    /// A thin line.
    case line
    /// A border with a bezel.
    case bezel
    /// A rounded rectangle.
    case roundedRect
  }
}

/// A switch.
@MainActor
open class UISwitch: UIControl {
  /// Whether the switch is on.
  open var isOn = false

  /// Sets the switch, which reports no event.
  open func setOn(_ on: Bool, animated: Bool) { isOn = on }
}

/// A row of segments, of which one is selected.
@MainActor
open class UISegmentedControl: UIControl {
  /// No segment.
  public nonisolated class var noSegment: Int { -1 }

  /// The index of the selected segment.
  open var selectedSegmentIndex = UISegmentedControl.noSegment
  private var titles: [String?] = []

  /// Creates a control without segments.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Creates a control from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The number of segments.
  open var numberOfSegments: Int { titles.count }

  /// Inserts a segment.
  open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
    titles.insert(title, at: min(segment, titles.count))
  }

  /// Returns the title of a segment.
  open func titleForSegment(at segment: Int) -> String? { titles[segment] }

  /// Removes all segments.
  open func removeAllSegments() {
    titles = []
    selectedSegmentIndex = UISegmentedControl.noSegment
  }
}

/// A control to choose a date.
@MainActor
open class UIDatePicker: UIControl {
  /// The date.
  open var date = Date()
  /// The part of the date that is shown.
  open var datePickerMode: Mode = .dateAndTime

  /// Sets the date, which reports no event.
  open func setDate(_ date: Date, animated: Bool) { self.date = date }

  /// The part of a date that a picker shows.
  public enum Mode: Int, Sendable {
    /// The time.
    case time
    /// The date.
    case date
    /// Both.
    case dateAndTime
  }
}
