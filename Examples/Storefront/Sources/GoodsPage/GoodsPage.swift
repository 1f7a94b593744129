package import Components

/// The page of a product: a responder whose events a proxy handles.
@MainActor
package final class GoodsPage: Responder {
  /// The next responder, which receives the events that the proxy does not stop.
  package weak var nextResponder: (any Responder)?
  package let proxy: GoodsProxy
  package var eventHandling: (any EventHandling)? { proxy }

  /// Creates a page whose events a proxy handles.
  package init(_ proxy: GoodsProxy) { self.proxy = proxy }
}
