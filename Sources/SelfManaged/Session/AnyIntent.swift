/// An intent of any kind that the app declares; see ``KindOf``.
package struct AnyIntent: OptimisticIntent, @unchecked Sendable {
  fileprivate let box: IntentBox

  package init<Intent: OptimisticIntent>(_ intent: Intent) { box = IntentOf(intent) }

  /// An intent that is decided from a value, and knows its result there.
  package init<Intent: OptimisticIntent>(_ intent: Intent, on value: AnyValue) {
    let effective = intent.effective(on: value.base(of: Intent.self))
    box = IntentOf(intent, effectiveOn: effective == intent ? value : nil)
  }

  fileprivate init(box: IntentBox) { self.box = box }

  /// The intent, as the app declares it.
  package var base: any OptimisticIntent { box.any }

  /// The intent, which must be of this kind; unchecked in optimized code.
  package func base<Intent: OptimisticIntent>(of kind: Intent.Type) -> Intent {
    unsafeDowncast(box, to: IntentOf<Intent>.self).base
  }

  package var isAbsolute: Bool { box.isAbsolute }

  package func applied(to value: AnyValue) -> AnyValue {
    box.result(on: value) ?? box.applied(to: value)
  }

  package func effective(on value: AnyValue) -> Self? {
    box.result(on: value) == nil ? box.effective(on: value) : self
  }

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
    first.box === second.box || first.box.isVisuallyEqual(to: second)
  }

  package static func limit(of value: AnyValue) -> Int? { value.box.limit }

  package static func withoutLearnedLimits(_ value: AnyValue) -> AnyValue {
    value.box.withoutLearnedLimits
  }

  package static func isRemoval(from former: AnyValue, to value: AnyValue) -> Bool {
    value.box.isRemoval(from: former)
  }

  package static func restoring(_ value: AnyValue) -> Self? { value.box.restoring }

  package static func == (first: Self, second: Self) -> Bool {
    first.box === second.box || first.box.isEqual(to: second)
  }

  package func hash(into hasher: inout Hasher) { box.hash(into: &hasher) }
}

/// A value of any kind that the app declares.
package struct AnyValue: Hashable, @unchecked Sendable {
  fileprivate let box: ValueBox

  package init<Intent: OptimisticIntent>(_ value: Intent.Value, of kind: Intent.Type) {
    box = ValueOf<Intent>(value)
  }

  fileprivate init(box: ValueBox) { self.box = box }

  /// The value, which must be of this kind; unchecked in optimized code.
  package func base<Intent: OptimisticIntent>(of kind: Intent.Type) -> Intent.Value {
    unsafeDowncast(box, to: ValueOf<Intent>.self).base
  }

  package static func == (first: Self, second: Self) -> Bool {
    first.box === second.box || first.box.isEqual(to: second)
  }

  package func hash(into hasher: inout Hasher) { box.hash(into: &hasher) }
}

/// An answer of any kind that the app declares.
package struct AnyAnswer: ServerAnswer, @unchecked Sendable {
  private let box: AnswerBox

  package init<Answer: ServerAnswer>(_ answer: Answer) { box = AnswerOf(answer) }

  /// The answer, which must be of this kind; unchecked in optimized code.
  package func base<Answer: ServerAnswer>(as answer: Answer.Type) -> Answer {
    unsafeDowncast(box, to: AnswerOf<Answer>.self).base
  }

  package var version: Int? { box.version }

  package var isComplete: Bool { box.isComplete }

  package var notice: String? { box.notice }
  package var itemID: String? { box.itemID }

  package static func == (first: Self, second: Self) -> Bool { first.box.isEqual(to: second) }

  package func hash(into hasher: inout Hasher) { box.hash(into: &hasher) }
}

// A box knows the types of its kind. Only boxes of one kind meet, since each kind has its own store.
// So they are cast without a check in optimized code: with existentials and checked casts a tap took
// a third more instructions (`Benchmarks/count own-kind`).
//
// A look-up of a generic type at run time takes 300 instructions, and a new box as many. So a box is
// made by a box of the same type, which needs no look-up, and a box with an equal value is reused.
//
// The boxes have base classes, since a reference to one takes half of an existential, which makes a
// tap 3 % cheaper. Swift checks only final classes for `Sendable`, so the structs above declare it
// unchecked: each stored property of a box is a constant, and its type is `Sendable`. A base class
// is never created itself.

private class IntentBox {
  /// A value on which all of the intent is effective, and its result; the reducer asks for both
  /// again until the intent settles.
  final let known: (value: AnyValue, result: AnyValue)?

  init(known: (value: AnyValue, result: AnyValue)?) { self.known = known }

  final func result(on value: AnyValue) -> AnyValue? {
    if let known, known.value.box === value.box { known.result } else { nil }
  }

  var any: any OptimisticIntent { fatalError() }
  var isAbsolute: Bool { fatalError() }
  func applied(to value: AnyValue) -> AnyValue { fatalError() }
  func effective(on value: AnyValue) -> AnyIntent? { fatalError() }
  func merged(with next: AnyIntent) -> AnyIntent { fatalError() }
  func answer(in error: ServiceError) -> AnyAnswer? { fatalError() }
  func adjustment(
    requested: AnyValue, actual: AnyValue, answer: AnyAnswer
  ) -> Adjustment<AnyValue>? { fatalError() }
  func isEqual(to other: AnyIntent) -> Bool { fatalError() }
  func hash(into hasher: inout Hasher) { fatalError() }
}

private final class IntentOf<Intent: OptimisticIntent>: IntentBox {
  let base: Intent

  init(_ base: Intent, effectiveOn value: AnyValue? = nil) {
    self.base = base
    super.init(known: value.map { ($0, Self.result(of: base, on: $0)) })
  }

  override var any: any OptimisticIntent { base }

  override var isAbsolute: Bool { base.isAbsolute }

  private static func result(of intent: Intent, on value: AnyValue) -> AnyValue {
    let box = unsafeDowncast(value.box, to: ValueOf<Intent>.self)
    return box.erased(intent.applied(to: box.base))
  }

  override func applied(to value: AnyValue) -> AnyValue { Self.result(of: base, on: value) }

  override func effective(on value: AnyValue) -> AnyIntent? {
    guard let effective = base.effective(on: typed(value)) else { return nil }
    return AnyIntent(box: IntentOf(effective, effectiveOn: effective == base ? value : nil))
  }

  override func merged(with next: AnyIntent) -> AnyIntent {
    let merged = base.merged(with: next.base(of: Intent.self))
    return AnyIntent(box: IntentOf(merged))
  }

  override func answer(in error: ServiceError) -> AnyAnswer? {
    if let answer = base.answer(in: error) { AnyAnswer(answer) } else { nil }
  }

  override func adjustment(
    requested: AnyValue, actual: AnyValue, answer: AnyAnswer
  ) -> Adjustment<AnyValue>? {
    base.adjustment(
      requested: typed(requested), actual: typed(actual),
      answer: answer.base(as: Intent.Answer.self)
    )?.map { AnyValue($0, of: Intent.self) }
  }

  override func isEqual(to other: AnyIntent) -> Bool { base == other.base(of: Intent.self) }

  override func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }

  private func typed(_ value: AnyValue) -> Intent.Value { value.base(of: Intent.self) }
}

private class ValueBox {
  var limit: Int? { fatalError() }
  var withoutLearnedLimits: AnyValue { fatalError() }
  var restoring: AnyIntent? { fatalError() }
  func isRemoval(from former: AnyValue) -> Bool { fatalError() }
  func value(from answer: AnyAnswer, before: AnyValue) -> AnyValue { fatalError() }
  func isVisuallyEqual(to other: AnyValue) -> Bool { fatalError() }
  func isEqual(to other: AnyValue) -> Bool { fatalError() }
  func hash(into hasher: inout Hasher) { fatalError() }
}

private final class ValueOf<Intent: OptimisticIntent>: ValueBox {
  let base: Intent.Value

  init(_ base: Intent.Value) { self.base = base }

  override var limit: Int? { Intent.limit(of: base) }

  override var withoutLearnedLimits: AnyValue { erased(Intent.withoutLearnedLimits(base)) }

  override var restoring: AnyIntent? { Intent.restoring(base).map(AnyIntent.init) }

  override func isRemoval(from former: AnyValue) -> Bool {
    Intent.isRemoval(from: former.base(of: Intent.self), to: base)
  }

  override func value(from answer: AnyAnswer, before: AnyValue) -> AnyValue {
    erased(
      Intent.value(
        from: answer.base(as: Intent.Answer.self), over: base, before: before.base(of: Intent.self))
    )
  }

  override func isVisuallyEqual(to other: AnyValue) -> Bool {
    Intent.isVisuallyEqual(base, other.base(of: Intent.self))
  }

  override func isEqual(to other: AnyValue) -> Bool { base == other.base(of: Intent.self) }

  override func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }

  func erased(_ value: Intent.Value) -> AnyValue {
    AnyValue(box: value == base ? self : ValueOf(value))
  }
}

private class AnswerBox {
  var version: Int? { fatalError() }
  var isComplete: Bool { fatalError() }
  var notice: String? { fatalError() }
  var itemID: String? { fatalError() }
  func isEqual(to other: AnyAnswer) -> Bool { fatalError() }
  func hash(into hasher: inout Hasher) { fatalError() }
}

private final class AnswerOf<Answer: ServerAnswer>: AnswerBox {
  let base: Answer

  init(_ base: Answer) { self.base = base }

  override var version: Int? { base.version }

  override var isComplete: Bool { base.isComplete }

  override var notice: String? { base.notice }
  override var itemID: String? { base.itemID }

  override func isEqual(to other: AnyAnswer) -> Bool { base == other.base(as: Answer.self) }

  override func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }
}

extension OptimisticIntent {
  /// The intent as the app declares it.
  var published: any OptimisticIntent { (self as? AnyIntent)?.base ?? self }
}
