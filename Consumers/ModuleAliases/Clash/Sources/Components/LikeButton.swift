/// A like button that is another package's.
public struct LikeButton {
  /// What it has that ours has not.
  public var color = "red"

  /// Creates a button.
  public init() {}
}
