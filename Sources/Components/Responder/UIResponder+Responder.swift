// The checks compile and test this file against declarations of UIKit. It has not run on Apple
// platforms.
#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  /// The next responder of a view or a view controller, which joins the chain with one line:
  ///
  /// ```swift
  /// final class GoodsController: UIViewController, Responder {}
  /// ```
  ///
  /// A class can also declare its own `nextResponder`, which replaces this one.
  extension Responder where Self: UIResponder {
    /// The next object in UIKit's chain that conforms to ``Responder``; `nil` if none of the next
    /// 1,000 does.
    public var nextResponder: (any Responder)? {
      var candidate = next
      for _ in 0..<1_000 {
        guard let responder = candidate else { return nil }
        if let joined = responder as? any Responder { return joined }
        candidate = responder.next
      }
      return nil
    }
  }
#endif
