public import Foundation

/// A view that scrolls.
@MainActor
open class UIScrollView: UIView {}

/// The delegate of a view that scrolls.
@MainActor
public protocol UIScrollViewDelegate: NSObjectProtocol {}

/// A view for a text of several lines.
@MainActor
open class UITextView: UIScrollView {
  /// The text.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var text: String! = ""
  /// The delegate, which is not retained.
  open weak var delegate: (any UITextViewDelegate)?

  /// Creates a text view.
  public init(frame: CGRect, textContainer: NSTextContainer?) { super.init(frame: frame) }

  /// Creates a text view from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// `true`: the keyboard appears.
  open override var canBecomeFirstResponder: Bool { true }

  /// Begins editing.
  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    let isNew = !isFirstResponder
    guard super.becomeFirstResponder() else { return false }
    if isNew { delegate?.textViewDidBeginEditing(self) }
    return true
  }

  /// Ends editing.
  @discardableResult
  open override func resignFirstResponder() -> Bool {
    let wasFirst = isFirstResponder
    guard super.resignFirstResponder() else { return false }
    if wasFirst { delegate?.textViewDidEndEditing(self) }
    return true
  }
}

/// The delegate of a text view; every method is optional.
@MainActor
public protocol UITextViewDelegate: UIScrollViewDelegate {
  /// Editing began.
  func textViewDidBeginEditing(_ textView: UITextView)
  /// The user changed the text.
  func textViewDidChange(_ textView: UITextView)
  /// Editing ended.
  func textViewDidEndEditing(_ textView: UITextView)
}

extension UITextViewDelegate {
  /// Does nothing.
  public func textViewDidBeginEditing(_ textView: UITextView) {}
  /// Does nothing.
  public func textViewDidChange(_ textView: UITextView) {}
  /// Does nothing.
  public func textViewDidEndEditing(_ textView: UITextView) {}
}

/// The area that a text fills.
@MainActor
open class NSTextContainer: NSObject {}
