public import Foundation

/// A rectangle on the screen.
@MainActor
open class UIView: UIResponder {
  /// The frame in the superview's coordinates.
  open var frame: CGRect
  /// The bounds in the view's own coordinates.
  open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
  /// The view that contains this one.
  public private(set) weak var superview: UIView?
  /// The views that this one contains.
  public private(set) var subviews: [UIView] = []
  /// Whether the view is hidden.
  open var isHidden = false
  /// The opacity.
  open var alpha: CGFloat = 1
  /// How the view is resized with its superview.
  open var autoresizingMask: AutoresizingMask = []
  /// Whether the autoresizing mask becomes constraints.
  open var translatesAutoresizingMaskIntoConstraints = true
  /// Whether VoiceOver visits the view.
  open var isAccessibilityElement = false
  /// The name that VoiceOver speaks.
  open var accessibilityLabel: String?
  /// The value that VoiceOver speaks.
  open var accessibilityValue: String?
  /// The traits of the view for VoiceOver.
  open var accessibilityTraits: UIAccessibilityTraits = .none

  /// The window that contains the view; `nil` outside a window.
  open var window: UIWindow? { superview?.window }

  /// The controller whose root view this is.
  weak var controller: UIViewController?

  /// Creates a view.
  public init(frame: CGRect) {
    self.frame = frame
    super.init()
  }

  /// Creates a view from an archive.
  public required init?(coder: NSCoder) {
    frame = .zero
    super.init()
  }

  /// The controller of a root view, or else the superview.
  open override var next: UIResponder? { controller ?? superview }

  /// Adds a view above the others.
  open func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    view.superview = self
    subviews.append(view)
    if window != nil { view.windowChanged() }
  }

  /// Removes the view from its superview.
  open func removeFromSuperview() {
    let hadWindow = window != nil
    superview?.subviews.removeAll { $0 === self }
    superview = nil
    if hadWindow { windowChanged() }
  }

  /// Called when the view has moved to another window, or out of its window.
  open func didMoveToWindow() {}

  private func windowChanged() {
    if window == nil { resignFirstResponder() }
    didMoveToWindow()
    for view in subviews { view.windowChanged() }
  }

  /// Makes this view the first responder, if it is in a window.
  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    window != nil && super.becomeFirstResponder()
  }

  /// Lays out the subviews.
  open func layoutSubviews() {}
  /// Requests a layout.
  open func setNeedsLayout() {}
  /// Updates the properties that depend on observed values.
  @available(iOS 26, tvOS 26, visionOS 26, *)
  open func updateProperties() {}
  /// Requests an update of the properties.
  @available(iOS 26, tvOS 26, visionOS 26, *)
  open func setNeedsUpdateProperties() {}

  /// Makes changes without animating them.
  open class func performWithoutAnimation(_ actions: () -> Void) { actions() }

  /// How a view is resized with its superview.
  public struct AutoresizingMask: OptionSet, Sendable {
    /// The raw bits.
    public let rawValue: UInt

    /// Creates a mask from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The width changes.
    public static let flexibleWidth = Self(rawValue: 1 << 1)
    /// The height changes.
    public static let flexibleHeight = Self(rawValue: 1 << 4)
  }
}

/// The traits of an element for VoiceOver.
public struct UIAccessibilityTraits: OptionSet, Sendable {
  /// The raw bits.
  public let rawValue: UInt64

  /// Creates traits from bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// No trait.
  public static let none: Self = []
  /// The element can be pressed.
  public static let button = Self(rawValue: 1 << 0)
  /// The element is an image.
  public static let image = Self(rawValue: 1 << 2)
  /// The element can't be used now.
  public static let notEnabled = Self(rawValue: 1 << 8)
  /// The value can be changed by a swipe.
  public static let adjustable = Self(rawValue: 1 << 12)
  /// The element switches between on and off.
  @available(iOS 17, tvOS 17, visionOS 1, *)
  public static let toggleButton = Self(rawValue: 1 << 53)
}

/// The accessibility system.
@MainActor
public enum UIAccessibility {
  /// A notification to VoiceOver.
  public struct Notification: RawRepresentable, Hashable, Sendable {
    /// The raw value.
    public let rawValue: UInt32

    /// Creates a notification.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The layout changed; VoiceOver moves to the element in the argument.
    public static let layoutChanged = Self(rawValue: 1001)
    /// A text to speak, in the argument.
    public static let announcement = Self(rawValue: 1008)
  }

  /// Posts a notification to VoiceOver.
  public static func post(notification: Notification, argument: Any?) {}
}

/// An image.
open class UIImage: NSObject, @unchecked Sendable {
  /// Creates an image from its encoded bytes.
  public init?(data: Data) {}
  /// Creates an image of the system's symbols.
  public init?(systemName name: String) {}
}

/// A color.
open class UIColor: NSObject, @unchecked Sendable {
  /// The system's red.
  public class var systemRed: UIColor { UIColor() }
  /// The color of the main background.
  public class var systemBackground: UIColor { UIColor() }
}

/// A font.
open class UIFont: NSObject, @unchecked Sendable {
  /// The font of a text style.
  public class func preferredFont(forTextStyle style: TextStyle) -> UIFont { UIFont() }

  /// A style of text.
  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    /// The name of the style.
    public let rawValue: String

    /// Creates a style from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The style of footnotes.
    public static let footnote = Self(rawValue: "UICTFontTextStyleFootnote")
  }
}

/// A view that shows a text.
@MainActor
open class UILabel: UIView {
  /// The text.
  open var text: String?
  /// The number of lines; 0 for any number.
  open var numberOfLines = 1
  /// The color of the text.
  open var textColor: UIColor?
  /// The font.
  open var font: UIFont?
  /// Whether the font follows the user's preferred size.
  open var adjustsFontForContentSizeCategory = false
}

/// A view that stacks its views in a row or a column.
@MainActor
open class UIStackView: UIView {
  /// The direction of the stack.
  open var axis: NSLayoutConstraint.Axis = .horizontal
  /// The stacked views.
  public private(set) var arrangedSubviews: [UIView] = []

  /// Creates a stack.
  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }

  /// Adds a view at the end.
  open func addArrangedSubview(_ view: UIView) {
    arrangedSubviews.append(view)
    addSubview(view)
  }
}

/// A constraint of the layout.
@MainActor
open class NSLayoutConstraint: NSObject {
  /// A direction.
  public enum Axis: Int, Sendable {
    /// Side by side.
    case horizontal
    /// One above the other.
    case vertical
  }
}
