/// What a person wants of a value, decided at the tap from what the screen showed.
///
/// An intent is a value and says where to go, never "toggle": `set(isLiked: true)`, `add(1)`. The
/// optimistic reducer knows no more of likes, carts or your own kind of value than stands here.
///
/// ## Implementing this protocol
///
/// ```swift
/// struct FollowIntent: OptimisticIntent {
///   var isFollowing: Bool
///   func applied(to value: Bool) -> Bool { isFollowing }
///   static func value(from answer: FollowAnswer, over predicted: Bool, before: Bool) -> Bool {
///     answer.isFollowing ?? predicted
///   }
/// }
/// ```
///
/// All requirements are pure: they are called often, on the main actor, and must not depend on
/// anything but their arguments.
public protocol OptimisticIntent: Hashable, Sendable {
  /// What is shown and what the server confirms.
  associatedtype Value: Hashable & Sendable
  /// What the server tells of it.
  associatedtype Answer: ServerAnswer

  /// Whether it says all that is wanted, whatever was before. By default `true`.
  ///
  /// An absolute intent, such as `set(5)`, replaces everything that was pending before it, and may be
  /// sent again when its outcome is unknown. A relative one, such as `add(1)`, may not. "Insert this tag"
  /// is relative too, though it may be carried out twice: it leaves the other tags alone.
  var isAbsolute: Bool { get }

  /// The value if this is carried out on `value`, limits disregarded.
  func applied(to value: Value) -> Value

  /// What is left of this under the limits of `value`; `nil` if it would change nothing.
  ///
  /// By default all of it, unless ``applied(to:)`` changes nothing.
  func effective(on value: Value) -> Self?

  /// This and then `next`, as one intent. By default `next`, which is right for absolute intents.
  func merged(with next: Self) -> Self

  /// The value the server has, from what it told.
  ///
  /// - Parameters:
  ///   - answer: What the server told; parts may be missing.
  ///   - predicted: What is expected without it: the parts that are missing come from here.
  ///   - before: What was confirmed before the intent, equal to `predicted` for a read or a push.
  /// - Returns: The value to confirm.
  static func value(from answer: Answer, over predicted: Value, before: Value) -> Value

  /// What the server told of the value with a refusal, if anything.
  ///
  /// By default ``ServiceError/answer``, if it is an answer of this kind.
  static func answer(in error: ServiceError) -> Answer?

  /// How the server's result differs from what the user wanted; `nil` if it does not.
  ///
  /// Only the part of the value that the intent changes counts: the vote, not everyone's score. By
  /// default an absolute intent was adjusted if it would still change `actual`, and a relative one if
  /// the two values differ. Implement it for a relative intent on a value that other users change too.
  func adjustment(requested: Value, actual: Value, answer: Answer) -> Adjustment<Value>?

  /// Whether a user sees no difference between two values. By default whether they are equal.
  ///
  /// A failure that undoes nothing visible is not shown.
  static func looksSame(_ first: Value, _ second: Value) -> Bool

  /// The limit that `value` stands at, for the reason given when a tap is dropped. By default `nil`.
  static func limit(of value: Value) -> Int?

  /// The value without limits that the server reported, which are believed for a time only. By default
  /// the value itself.
  static func withoutLearnedLimits(_ value: Value) -> Value
}

extension OptimisticIntent {
  /// An intent is absolute unless its type says otherwise.
  public var isAbsolute: Bool { true }

  /// All of the intent, unless it changes nothing.
  public func effective(on value: Value) -> Self? { applied(to: value) == value ? nil : self }

  /// The later of two absolute intents.
  public func merged(with next: Self) -> Self { next }

  /// What the error carries, if it is an answer of this kind.
  public static func answer(in error: ServiceError) -> Answer? { error.answer as? Answer }

  /// An adjustment without a reason, if an absolute intent would still change `actual`, or a relative
  /// one came to another value.
  public func adjustment(requested: Value, actual: Value, answer: Answer) -> Adjustment<Value>? {
    let isDone = isAbsolute ? applied(to: actual) == actual : requested == actual
    return isDone ? nil : Adjustment(requested: requested, actual: actual)
  }

  /// Whether the two are equal.
  public static func looksSame(_ first: Value, _ second: Value) -> Bool { first == second }

  /// No limit.
  public static func limit(of value: Value) -> Int? { nil }

  /// The value itself.
  public static func withoutLearnedLimits(_ value: Value) -> Value { value }
}
