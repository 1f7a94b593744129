/// A failure the person has to be told of, once, whatever became of the component that was tapped.
public struct ManagedFailure: Error, Sendable {
  /// The id of the item: a post, a product.
  public var itemID: String
  /// What was wanted: a ``LikeIntent``, a ``QuantityIntent``, or your own.
  public var intent: any OptimisticIntent
  /// Why it failed.
  public var error: ServiceError

  /// Creates a failure.
  public init(itemID: String, intent: any OptimisticIntent, error: ServiceError) {
    self.itemID = itemID
    self.intent = intent
    self.error = error
  }
}
