// Not compiled by this package's checks, which run on Linux.
#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  /// Lets a view or a view controller join the chain with one line:
  ///
  /// ```swift
  /// final class GoodsController: UIViewController, Responder {}
  /// ```
  ///
  /// Its next responder is the next one in UIKit's chain that conforms to ``Responder``. A class
  /// that declares `nextResponder` itself uses that instead, for example a component's owner.
  extension Responder where Self: UIResponder {
    /// The next in UIKit's chain that is a ``Responder``; `nil` where none of the next 1,000 is.
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
