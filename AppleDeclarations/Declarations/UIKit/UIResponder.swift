@_exported public import Foundation

/// An object that receives and handles events.
@MainActor
open class UIResponder: NSObject {
  /// The responder that is the first one now.
  private static weak var first: UIResponder?

  /// Creates a responder.
  public override init() {}

  /// The next responder in the chain; `nil` at its end.
  open var next: UIResponder? { nil }

  /// Whether this responder can become the first responder.
  open var canBecomeFirstResponder: Bool { false }
  /// Whether this responder is the first responder.
  open var isFirstResponder: Bool { UIResponder.first === self }

  /// Makes this responder the first responder.
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder else { return false }
    guard !isFirstResponder else { return true }
    UIResponder.first?.resignFirstResponder()
    UIResponder.first = self
    return true
  }

  /// Ends this responder's status as the first responder.
  @discardableResult
  open func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    UIResponder.first = nil
    return true
  }
}
