/// An intent of any kind that the app declares; see ``KindOf``.
package struct AnyIntent: OptimisticIntent {
  private let box: any IntentBox

  package init<Intent: OptimisticIntent>(_ intent: Intent) { box = IntentOf(intent) }

  /// The intent, as the app declares it.
  package var base: any OptimisticIntent { box.any }

  /// The intent, which must be of this kind; unchecked in optimized code.
  package func base<Intent: OptimisticIntent>(of kind: Intent.Type) -> Intent {
    unsafeDowncast(box, to: IntentOf<Intent>.self).base
  }

  package var isAbsolute: Bool { box.isAbsolute }

  package func applied(to value: AnyValue) -> AnyValue { box.applied(to: value) }

  package func effective(on value: AnyValue) -> Self? { box.effective(on: value) }

  package func merged(with next: Self) -> Self { box.merged(with: next) }

  package static func value(from answer: AnyAnswer, over predicted: AnyValue, before: AnyValue)
    -> AnyValue
  {
    predicted.box.value(from: answer, before: before)
  }

  package func answer(in error: ServiceError) -> AnyAnswer? { box.answer(in: error) }

  package func adjustment(
    requested: AnyValue, actual: AnyValue, answer: AnyAnswer
  ) -> Adjustment<AnyValue>? {
    box.adjustment(requested: requested, actual: actual, answer: answer)
  }

  package static func isVisuallyEqual(_ first: AnyValue, _ second: AnyValue) -> Bool {
    first.box.isVisuallyEqual(to: second)
  }

  package static func limit(of value: AnyValue) -> Int? { value.box.limit }

  package static func withoutLearnedLimits(_ value: AnyValue) -> AnyValue {
    value.box.withoutLearnedLimits
  }

  package static func isRemoval(from former: AnyValue, to value: AnyValue) -> Bool {
    value.box.isRemoval(from: former)
  }

  package static func restoring(_ value: AnyValue) -> Self? { value.box.restoring }

  package static func == (first: Self, second: Self) -> Bool { first.box.isEqual(to: second) }

  package func hash(into hasher: inout Hasher) { box.hash(into: &hasher) }
}

/// A value of any kind that the app declares.
package struct AnyValue: Hashable, Sendable {
  fileprivate let box: any ValueBox

  package init<Intent: OptimisticIntent>(_ value: Intent.Value, of kind: Intent.Type) {
    box = ValueOf<Intent>(value)
  }

  /// The value, which must be of this kind; unchecked in optimized code.
  package func base<Intent: OptimisticIntent>(of kind: Intent.Type) -> Intent.Value {
    unsafeDowncast(box, to: ValueOf<Intent>.self).base
  }

  package static func == (first: Self, second: Self) -> Bool { first.box.isEqual(to: second) }

  package func hash(into hasher: inout Hasher) { box.hash(into: &hasher) }
}

/// An answer of any kind that the app declares.
package struct AnyAnswer: ServerAnswer {
  private let box: any AnswerBox

  package init<Answer: ServerAnswer>(_ answer: Answer) { box = AnswerOf(answer) }

  /// The answer, which must be of this kind; unchecked in optimized code.
  package func base<Answer: ServerAnswer>(as answer: Answer.Type) -> Answer {
    unsafeDowncast(box, to: AnswerOf<Answer>.self).base
  }

  package var version: Int? { box.version }

  package var isComplete: Bool { box.isComplete }

  package static func == (first: Self, second: Self) -> Bool { first.box.isEqual(to: second) }

  package func hash(into hasher: inout Hasher) { box.hash(into: &hasher) }
}

// A box knows the types of its kind. Only boxes of one kind meet, since each kind has its own store.
// So they are cast without a check in optimized code: with existentials and checked casts a tap took
// a third more instructions (`Benchmarks/count own-kind`).

private protocol IntentBox: AnyObject, Sendable {
  var any: any OptimisticIntent { get }
  var isAbsolute: Bool { get }
  func applied(to value: AnyValue) -> AnyValue
  func effective(on value: AnyValue) -> AnyIntent?
  func merged(with next: AnyIntent) -> AnyIntent
  func answer(in error: ServiceError) -> AnyAnswer?
  func adjustment(
    requested: AnyValue, actual: AnyValue, answer: AnyAnswer
  ) -> Adjustment<AnyValue>?
  func isEqual(to other: AnyIntent) -> Bool
  func hash(into hasher: inout Hasher)
}

private final class IntentOf<Intent: OptimisticIntent>: IntentBox {
  let base: Intent

  init(_ base: Intent) { self.base = base }

  var any: any OptimisticIntent { base }

  var isAbsolute: Bool { base.isAbsolute }

  func applied(to value: AnyValue) -> AnyValue { erased(base.applied(to: typed(value))) }

  func effective(on value: AnyValue) -> AnyIntent? {
    base.effective(on: typed(value)).map(AnyIntent.init)
  }

  func merged(with next: AnyIntent) -> AnyIntent {
    AnyIntent(base.merged(with: next.base(of: Intent.self)))
  }

  func answer(in error: ServiceError) -> AnyAnswer? { base.answer(in: error).map(AnyAnswer.init) }

  func adjustment(
    requested: AnyValue, actual: AnyValue, answer: AnyAnswer
  ) -> Adjustment<AnyValue>? {
    base.adjustment(
      requested: typed(requested), actual: typed(actual),
      answer: answer.base(as: Intent.Answer.self)
    )?.map(erased)
  }

  func isEqual(to other: AnyIntent) -> Bool { base == other.base(of: Intent.self) }

  func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }

  private func typed(_ value: AnyValue) -> Intent.Value { value.base(of: Intent.self) }

  private func erased(_ value: Intent.Value) -> AnyValue { AnyValue(value, of: Intent.self) }
}

private protocol ValueBox: AnyObject, Sendable {
  var limit: Int? { get }
  var withoutLearnedLimits: AnyValue { get }
  var restoring: AnyIntent? { get }
  func isRemoval(from former: AnyValue) -> Bool
  func value(from answer: AnyAnswer, before: AnyValue) -> AnyValue
  func isVisuallyEqual(to other: AnyValue) -> Bool
  func isEqual(to other: AnyValue) -> Bool
  func hash(into hasher: inout Hasher)
}

private final class ValueOf<Intent: OptimisticIntent>: ValueBox {
  let base: Intent.Value

  init(_ base: Intent.Value) { self.base = base }

  var limit: Int? { Intent.limit(of: base) }

  var withoutLearnedLimits: AnyValue { erased(Intent.withoutLearnedLimits(base)) }

  var restoring: AnyIntent? { Intent.restoring(base).map(AnyIntent.init) }

  func isRemoval(from former: AnyValue) -> Bool {
    Intent.isRemoval(from: former.base(of: Intent.self), to: base)
  }

  func value(from answer: AnyAnswer, before: AnyValue) -> AnyValue {
    erased(
      Intent.value(
        from: answer.base(as: Intent.Answer.self), over: base, before: before.base(of: Intent.self))
    )
  }

  func isVisuallyEqual(to other: AnyValue) -> Bool {
    Intent.isVisuallyEqual(base, other.base(of: Intent.self))
  }

  func isEqual(to other: AnyValue) -> Bool { base == other.base(of: Intent.self) }

  func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }

  private func erased(_ value: Intent.Value) -> AnyValue { AnyValue(value, of: Intent.self) }
}

private protocol AnswerBox: AnyObject, Sendable {
  var version: Int? { get }
  var isComplete: Bool { get }
  func isEqual(to other: AnyAnswer) -> Bool
  func hash(into hasher: inout Hasher)
}

private final class AnswerOf<Answer: ServerAnswer>: AnswerBox {
  let base: Answer

  init(_ base: Answer) { self.base = base }

  var version: Int? { base.version }

  var isComplete: Bool { base.isComplete }

  func isEqual(to other: AnyAnswer) -> Bool { base == other.base(as: Answer.self) }

  func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }
}

extension OptimisticIntent {
  /// The intent as the app declares it.
  var published: any OptimisticIntent { (self as? AnyIntent)?.base ?? self }
}
