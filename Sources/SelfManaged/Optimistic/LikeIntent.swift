/// The wish that an item be liked, or not.
public struct LikeIntent: OptimisticIntent {
  /// Whether the item should be liked.
  public var isLiked: Bool

  /// Creates an intent.
  public init(isLiked: Bool) { self.isLiked = isLiked }

  /// The count is coupled to the flag, so it can't drift: it differs from the confirmed count by the
  /// user's own like and nothing else.
  public func applied(to value: LikeValue) -> LikeValue {
    guard value.isLiked != isLiked else { return value }
    let count = value.count.addingReportingOverflow(isLiked ? 1 : -1)
    return LikeValue(isLiked: isLiked, count: count.overflow ? value.count : count.partialValue)
  }

  /// Takes what the server told, and derives the rest.
  ///
  /// A reply whose count did not move although the flag did tells the count from before the like
  /// (many back ends answer from a cache): without a version to prove it new, the derived count is
  /// kept until a read says otherwise.
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

  /// Only another flag is an adjustment; that others moved the count is not.
  public func adjustment(
    requested: LikeValue, actual: LikeValue, answer: LikeAnswer
  ) -> Adjustment<LikeValue>? {
    actual.isLiked == isLiked ? nil : Adjustment(requested: requested, actual: actual)
  }
}
