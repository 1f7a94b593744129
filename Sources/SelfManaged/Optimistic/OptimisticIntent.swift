internal import Components

/// The user's change to a value, decided at the tap from the displayed value.
///
/// An intent is a value that states the change, never "toggle": `LikeIntent(isLiked: true)`,
/// `QuantityIntent.add(1)`. The optimistic reducer knows likes, carts and your own kinds of value
/// only through this protocol.
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
/// All requirements are pure functions of their arguments. They are called often, on the main
/// actor.
///
/// An absolute intent that is applied to its own result returns that result unchanged. Return the
/// argument if the user's part of it is not changed: a total or an average that is computed again can
/// differ by a rounding error, and the difference counts as an adjustment by the server. Debug builds
/// report such an intent once for each kind that the app declares.
public protocol OptimisticIntent: Hashable, Sendable {
  /// The type of the displayed and confirmed values.
  associatedtype Value: Hashable & Sendable
  /// The type of the server's reports of the value.
  associatedtype Answer: ServerAnswer

  /// Whether the intent states the whole result, whatever the previous value. By default `true`.
  ///
  /// An absolute intent, such as `set(5)`, replaces every intent that was queued before it, and may
  /// be sent again when its outcome is unknown. A relative one, such as `add(1)`, may be sent again
  /// only if the server honors keys: ``OptimisticPolicy/honorsIdempotencyKeys``.
  ///
  /// An intent that changes only a part of the value, such as "insert this tag", is relative, even
  /// if applying it twice has the same result. So is one that makes something each time that it is
  /// sent, such as "post this comment".
  var isAbsolute: Bool { get }

  /// The result of applying this intent to `value`, without regard to limits.
  func applied(to value: Value) -> Value

  /// This intent, clamped to the limits of `value`; `nil` if it would change nothing.
  ///
  /// By default the whole intent, unless ``applied(to:)`` changes nothing.
  func effective(on value: Value) -> Self?

  /// This intent followed by `next`, as one intent. By default `next`, which suits absolute
  /// intents.
  func merged(with next: Self) -> Self

  /// The server's value, derived from its report.
  ///
  /// - Parameters:
  ///   - answer: The server's report; parts may be missing.
  ///   - predicted: The expected value, which supplies the missing parts.
  ///   - before: For a reply, the confirmed value before the intent; otherwise equal to
  ///     `predicted`.
  /// - Returns: The value to confirm.
  static func value(from answer: Answer, over predicted: Value, before: Value) -> Value

  /// The value that the server reported with a refusal; `nil` if it reported none.
  ///
  /// By default ``ServiceError/answer``, if it is an answer of this kind. A kind with limits adds
  /// ``ServiceError/maximum`` to it, so that the limit is learned.
  func answer(in error: ServiceError) -> Answer?

  /// The difference between the server's result and the user's intent; `nil` if there is none.
  ///
  /// Only the part of the value that the intent changes counts: the vote, not everyone's score. By
  /// default an absolute intent was adjusted if it would still change `actual`, and a relative one
  /// if the two values differ. Implement it for a relative intent on a value that other users
  /// change too.
  func adjustment(requested: Value, actual: Value, answer: Answer) -> Adjustment<Value>?

  /// Whether two values look the same to a user. By default whether they are equal.
  ///
  /// A refusal of one request that rolls back nothing visible is not reported.
  static func isVisuallyEqual(_ first: Value, _ second: Value) -> Bool

  /// The limit that `value` contains, reported when it clamps or drops a tap. By default `nil`.
  static func limit(of value: Value) -> Int?

  /// The value without learned limits. By default the value itself.
  ///
  /// Learned limits expire after a time, and with a complete read or push that does not repeat them.
  static func withoutLearnedLimits(_ value: Value) -> Value

  /// Whether a change of the displayed value removes something that the user may want back. By
  /// default `false`.
  ///
  /// Such an intent can be undone before it is sent, see ``OptimisticPolicy/grace``.
  static func isRemoval(from former: Value, to value: Value) -> Bool

  /// The intent that restores a value, to undo a removal that was sent; `nil` if there is none. By
  /// default `nil`.
  static func restoring(_ value: Value) -> Self?
}

extension OptimisticIntent {
  /// An intent is absolute unless its type says otherwise.
  public var isAbsolute: Bool { true }

  /// All of the intent, unless it changes nothing.
  public func effective(on value: Value) -> Self? { applied(to: value) == value ? nil : self }

  /// The later of two absolute intents.
  public func merged(with next: Self) -> Self { next }

  /// The answer that the error carries, if it is of this kind.
  public func answer(in error: ServiceError) -> Answer? {
    if let answer = error.answer { answer as? Answer } else { nil }  // Casting `nil` is not free.
  }

  /// An adjustment without a notice, if an absolute intent would still change `actual`, or if the
  /// result of a relative intent differs from the requested value.
  public func adjustment(requested: Value, actual: Value, answer: Answer) -> Adjustment<Value>? {
    let isDone = isAbsolute ? applied(to: actual) == actual : requested == actual
    return isDone ? nil : Adjustment(requested: requested, actual: actual)
  }

  /// Whether the two are equal.
  public static func isVisuallyEqual(_ first: Value, _ second: Value) -> Bool { first == second }

  /// No limit.
  public static func limit(of value: Value) -> Int? { nil }

  /// The value itself.
  public static func withoutLearnedLimits(_ value: Value) -> Value { value }

  /// No change is a removal.
  public static func isRemoval(from former: Value, to value: Value) -> Bool { false }

  /// No intent.
  public static func restoring(_ value: Value) -> Self? { nil }
}

extension OptimisticIntent {
  /// Reports, in debug builds, an absolute intent that changes its own result.
  @MainActor
  func reportIfNotAbsolute(on value: @autoclosure () -> Value) {
    #if DEBUG
      guard isAbsolute else { return }
      let once = applied(to: value())
      guard applied(to: once) != once, reportedKinds.insert(ObjectIdentifier(Self.self)).inserted
      else { return }
      debugMessage(
        """
        \(self) is absolute, but changes its own result. Return the argument of applied(to:) if the \
        user's part of it is not changed.
        """)
    #endif
  }
}

#if DEBUG
  /// The kinds that were reported.
  @MainActor private var reportedKinds: Set<ObjectIdentifier> = []
#endif
