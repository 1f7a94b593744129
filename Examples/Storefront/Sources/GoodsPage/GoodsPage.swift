public import Components

/// The page of a product: a responder whose events a proxy handles.
@MainActor
public final class GoodsPage: Responder {
  /// The next responder, which receives the events that the proxy does not stop.
  public weak var nextResponder: (any Responder)?
  /// The handlers: the proxy's.
  public let proxy: GoodsProxy
  /// The proxy.
  public var eventHandling: (any EventHandling)? { proxy }

  /// Creates a page whose events a proxy handles.
  public init(_ proxy: GoodsProxy) { self.proxy = proxy }
}
