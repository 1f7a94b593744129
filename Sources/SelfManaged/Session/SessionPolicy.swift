/// How a session behaves where back ends and apps differ.
public struct SessionPolicy: Hashable, Sendable {
  /// How likes behave.
  public var likes = OptimisticPolicy()
  /// How cart quantities behave.
  ///
  /// By default the first addition goes alone, since it may create the cart.
  public var cart: OptimisticPolicy
  /// How many items that nobody shows are remembered after the user changed them.
  ///
  /// By default 256.
  ///
  /// An app's lists still say what was true before the tap when a cell scrolls back. Once an item is
  /// forgotten, what the list says is believed.
  public var rememberedItemLimit = 256

  /// Creates the policy that suits most apps.
  public init() {
    cart = OptimisticPolicy()
    cart.lanes = .sharedAtFirst
  }
}
