/// A like button of another package.
public struct LikeButton {
  /// A property that SelfManaged's like button does not have.
  public var color = "red"

  /// Creates a button.
  public init() {}
}
