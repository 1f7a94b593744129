/// An intent that sets whether the user likes an item.
public struct LikeIntent: OptimisticIntent {
  /// Whether the item should be liked.
  public var isLiked: Bool

  /// Creates an intent.
  public init(isLiked: Bool) { self.isLiked = isLiked }

  /// The value with this flag, and with the count changed by the user's own like.
  ///
  /// The count is coupled to the flag, so it can't drift: it differs from the confirmed count only
  /// by the user's own like.
  public func applied(to value: LikeValue) -> LikeValue {
    guard value.isLiked != isLiked else { return value }
    let count = value.count.addingReportingOverflow(isLiked ? 1 : -1)
    return LikeValue(isLiked: isLiked, count: count.overflow ? value.count : count.partialValue)
  }

  /// Adopts the parts that the server reported, and derives the rest.
  ///
  /// If the flag changed but the reply's count did not, the reply reports the count from before the
  /// like: many back ends answer from a cache. Without a version that proves the count fresh, the
  /// derived count is kept until a read reports another one.
  public static func value(
    from answer: LikeAnswer, over predicted: LikeValue, before: LikeValue
  ) -> LikeValue {
    let isLiked = answer.isLiked ?? predicted.isLiked
    let derived = LikeIntent(isLiked: isLiked).applied(to: before)
    guard let count = answer.count else { return derived }
    let isReply = predicted != before
    let isStale = isReply && answer.version == nil && isLiked != before.isLiked
    return isStale && count == before.count ? derived : LikeValue(isLiked: isLiked, count: count)
  }

  /// An adjustment if the server's flag differs.
  ///
  /// A count that other users changed is not an adjustment.
  public func adjustment(
    requested: LikeValue, actual: LikeValue, answer: LikeAnswer
  ) -> Adjustment<LikeValue>? {
    actual.isLiked == isLiked ? nil : Adjustment(requested: requested, actual: actual)
  }
}

/// A like, as displayed and as confirmed.
public struct LikeValue: Hashable, Sendable {
  /// Whether the user likes the item.
  public var isLiked: Bool
  /// The number of users who like the item, this user included, which the initializer clamps to 0
  /// or more.
  public var count: Int

  /// Creates a value; a count below 0 counts as 0.
  public init(isLiked: Bool, count: Int) {
    self.isLiked = isLiked
    self.count = max(0, count)
  }
}
