public import Components

/// The page of a product: a place on the chain, and who handles there.
@MainActor
public final class GoodsPage: Responder {
  /// Where its events go that the proxy does not stop.
  public weak var nextResponder: (any Responder)?
  /// Who handles here.
  public let proxy: GoodsProxy
  /// The proxy.
  public var eventHandling: (any EventHandling)? { proxy }

  /// Creates a page that leaves its events to a proxy.
  public init(_ proxy: GoodsProxy) { self.proxy = proxy }
}
