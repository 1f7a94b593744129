/// A failure to report to the user, once, even if the tapped component no longer exists.
public struct ManagedFailure: Error, Sendable {
  /// The ID of the item, such as a post or a product.
  public var itemID: String
  /// The intent that failed: a ``LikeIntent``, a ``QuantityIntent``, or your own.
  public var intent: any OptimisticIntent
  /// The reason for the failure.
  public var error: ServiceError
}
