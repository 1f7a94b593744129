/// The settings of a session that differ between back ends and apps.
public struct SessionPolicy: Hashable, Sendable {
  /// The policy of likes.
  public var likes = OptimisticPolicy()
  /// The policy of cart quantities.
  ///
  /// By default, until one change has succeeded, cart requests are serialized, because the first
  /// one may create the cart.
  public var cart: OptimisticPolicy
  /// The number of items of each kind to remember after no component shows them.
  ///
  /// By default 256. Only items that were changed, pushed or read are remembered.
  ///
  /// When a cell scrolls back, the app's list may still contain the value from before the tap. Once
  /// an item is forgotten, the list's value is adopted.
  public var rememberedItemLimit = 256

  /// The time over which waiting requests are spread when the server is reachable again.
  ///
  /// By default one second. See ``Session/isReachable``.
  public var reconnectSpread = Duration.seconds(1)

  /// Creates the policy that suits most apps.
  public init() {
    cart = OptimisticPolicy()
    cart.lanes = .sharedAtFirst
  }
}
