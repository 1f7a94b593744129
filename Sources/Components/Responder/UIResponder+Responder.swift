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
    public var nextResponder: (any Responder)? { next?.firstOnChain(of: 1_000) }
  }

  /// Events from any view, whether or not it conforms to ``Responder``.
  extension UIResponder {
    /// Sends an event by name from this object, or from the next object in UIKit's chain that
    /// conforms to ``Responder``.
    ///
    /// That object is the event's sender. If none of 1,000 objects conforms, no handler runs, the
    /// outcome is ``EventResult/Outcome/unhandled``, and the event is reported. Otherwise see
    /// ``Responder/send(_:_:)``.
    @discardableResult
    public func send(_ name: EventName, _ info: EventInfo = EventInfo()) -> EventResult {
      firstOnChain().send(name, info)
    }

    /// Sends a typed event, in the same way as ``send(_:_:)``.
    @discardableResult
    public func send<Event: TypedEvent>(_ event: Event) -> EventResult {
      firstOnChain().send(event)
    }

    private func firstOnChain() -> any Responder {
      if let first = firstOnChain(of: 1_001) { return first }
      debugMessage(
        """
        An event of this \(type(of: self)) reaches no handler: neither it nor an object after it in \
        UIKit's chain conforms to Responder. Let its view controller conform: \
        final class PageController: UIViewController, Responder {}.
        """)
      return OutsideTheChain()
    }

    fileprivate func firstOnChain(of limit: Int) -> (any Responder)? {
      var candidate: UIResponder? = self
      for _ in 0..<limit {
        guard let responder = candidate else { return nil }
        if let joined = responder as? any Responder { return joined }
        candidate = responder.next
      }
      return nil
    }
  }

  /// The sender of an event from an object that is outside the chain.
  private final class OutsideTheChain: Responder {
    var nextResponder: (any Responder)? { nil }
  }
#endif
