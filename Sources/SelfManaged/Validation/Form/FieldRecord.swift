import Components

/// One entry of a form: a weakly referenced object, its chain, and the last value that was read.
@MainActor
protocol FieldRecord: AnyObject {
  var id: FieldID { get }
  var key: String { get }
  /// The object; `nil` once it has been released.
  var object: AnyObject? { get }
  /// The object's address; once the object has been released, another object may have it.
  var address: ObjectIdentifier { get }
  /// The object's title, or the last title if the object has been released; the key if it is empty.
  var title: String { get }
  /// The last value that was read.
  var value: any Sendable { get }
  /// Whether the form has been notified of ``value``.
  var isReported: Bool { get set }
  /// The status that the field was shown last.
  var shown: FieldStatus? { get set }
  /// Whether ``value`` differs from the saved one: that of the last change by the app or the last
  /// success of a submit, unless the server has refused it.
  var isChanged: Bool { get }
  /// Whether the object still reports to this form; `false` once another observer has replaced it.
  var isConnected: Bool { get }
  /// The fields that the rules read.
  var reads: [FieldID] { get }
  /// Whether the chain has async rules.
  var hasAsyncRules: Bool { get }

  /// Reads the value; returns `false` if the object has been released.
  func refresh() -> Bool
  /// Reads the value, and takes it for the saved one.
  func adopt()
  /// Notes ``value`` as the submitted one, or that none is submitted.
  func beginSaving(_ isSubmitted: Bool)
  /// Takes the submitted value for the saved one, unless the app has set another value meanwhile.
  func save()
  /// Forgets the saved value, since the server has refused it.
  func refuse()
  /// Runs the rules before the first rule that reads another field on the object's current value,
  /// without storing the value.
  func look() -> FieldLook
  /// Returns the first failure among the rules before the first rule that reads another field.
  func ownFinding() -> RuleFinding?
  /// Returns the first failure among the other rules; skips a rule for which `read` returns `nil`.
  func readingFinding(_ read: ([FieldID]) -> RuleContext?) -> RuleFinding?
  /// Returns the failure of each failing rule; skips a rule for which `read` returns `nil`.
  func findings(_ read: ([FieldID]) -> RuleContext?) -> [RuleFinding]
  /// Returns a closure that runs the async rules, in order, on ``value``.
  func asyncCheck() -> @Sendable () async -> AsyncCheckResult
  /// Replaces the chain; returns `false` if the new chain is for another type of value.
  func replaceChain(_ chain: any Sendable) -> Bool
  func show(_ status: FieldStatus)
  func focus()
  /// Commits the text that is being edited.
  func commit()
  /// Replaces the object's value by the one that is checked, which may be trimmed.
  func tidy()
}

/// The result of ``FieldRecord/look()``.
enum FieldLook {
  /// The object has been released.
  case gone
  /// The rules passed.
  case passes
  /// A rule failed.
  case fails(RuleFinding)
}

/// The record for an object of one type with values of one type.
@MainActor
final class TypedFieldRecord<Object: AnyObject, Value: Equatable & Sendable>: FieldRecord {
  let id: FieldID
  let address: ObjectIdentifier
  var isReported = true
  var shown: FieldStatus?
  var isConnected = true

  private weak var weakObject: Object?
  private let access: FieldAccess<Object, Value>
  private var chain: RuleChain<Value> {
    didSet {
      (own, prepare) = (chain.ownFinding, chain.prepare)
      releaseAfterAccess(oldValue)
    }
  }
  private var own: @Sendable (Value) -> RuleFinding?
  private var prepare: (@Sendable (Value) -> Value)?
  private var lastValue: Value { didSet { releaseAfterAccess(oldValue) } }
  /// The saved value; `nil` if the server has refused it.
  private var savedValue: Value? { didSet { releaseAfterAccess(oldValue) } }
  /// The value that is being saved; `nil` if none is.
  private var submittedValue: Value? { didSet { releaseAfterAccess(oldValue) } }
  private var lastKey: String
  private var lastTitle: String

  init(
    id: FieldID, key: String, object: Object, access: FieldAccess<Object, Value>,
    chain: RuleChain<Value>
  ) {
    self.id = id
    lastKey = key
    self.access = access
    self.chain = chain
    (own, prepare) = (chain.ownFinding, chain.prepare)
    weakObject = object
    address = ObjectIdentifier(object)
    lastValue = chain.prepared(access.value(object))
    savedValue = lastValue
    lastTitle = access.title(object)
  }

  var object: AnyObject? { weakObject }
  var value: any Sendable { lastValue }
  var isChanged: Bool { savedValue.map { !isUnchanged($0, lastValue) } ?? true }
  var reads: [FieldID] { chain.reads }
  var hasAsyncRules: Bool { !chain.asyncRules.isEmpty }

  var key: String {
    if let weakObject, let key = access.key?(weakObject) { lastKey = key }
    return lastKey
  }

  var title: String {
    if let weakObject { lastTitle = access.title(weakObject) }
    return lastTitle.isEmpty ? key : lastTitle
  }

  func refresh() -> Bool {
    guard let weakObject else { return false }
    let value = prepared(weakObject)
    if !isUnchanged(lastValue, value) { isReported = false }
    // Equal values may differ in parts that a rule reads.
    lastValue = value
    return true
  }

  /// The value of the object that is checked.
  private func prepared(_ object: Object) -> Value {
    // No optional of the value: its type would be looked up each time.
    guard let prepare else { return access.value(object) }
    return prepare(access.value(object))
  }

  func adopt() {
    _ = refresh()
    (savedValue, submittedValue) = (lastValue, nil)
  }

  func beginSaving(_ isSubmitted: Bool) { submittedValue = isSubmitted ? lastValue : nil }

  func save() {
    guard let submittedValue else { return }
    (savedValue, self.submittedValue) = (submittedValue, nil)
  }

  func refuse() { savedValue = nil }

  func ownFinding() -> RuleFinding? {
    own(lastValue)
  }

  func look() -> FieldLook {
    guard let weakObject else { return .gone }
    return own(prepared(weakObject)).map { .fails($0) } ?? .passes
  }

  func readingFinding(_ read: ([FieldID]) -> RuleContext?) -> RuleFinding? {
    for index in chain.ownCount..<chain.rules.count {
      if let finding = finding(index, read) { return finding }
    }
    return nil
  }

  func findings(_ read: ([FieldID]) -> RuleContext?) -> [RuleFinding] {
    chain.isEmpty
      ? ownFinding().map { [$0] } ?? [] : chain.rules.indices.compactMap { finding($0, read) }
  }

  private func finding(_ index: Int, _ read: ([FieldID]) -> RuleContext?) -> RuleFinding? {
    for rule in chain.rules[index].parts {
      guard let context = read(rule.reads) else { continue }
      if let failure = rule.check(lastValue, in: context) { return RuleFinding(failure, at: index) }
    }
    return nil
  }

  func asyncCheck() -> @Sendable () async -> AsyncCheckResult {
    { [chain, lastValue] in
      for (place, rule) in chain.asyncRules.enumerated() {
        let index = chain.rules.count + place
        do {
          if let failure = try await rule.judge(lastValue) {
            return .failed(RuleFinding(failure, at: index))
          }
        } catch {
          if rule.ifUnanswered == .passes { continue }
          let failure = RuleFailure(.unanswered, String(describing: error))
          return .unanswered(RuleFinding(failure, at: index))
        }
      }
      return .passed
    }
  }

  func replaceChain(_ chain: any Sendable) -> Bool {
    guard let chain = chain as? RuleChain<Value> else { return false }
    self.chain = chain
    return true
  }

  func show(_ status: FieldStatus) {
    if let weakObject { access.show(weakObject, status) }
  }

  func focus() {
    if let weakObject { access.focus(weakObject) }
  }

  func commit() {
    if let weakObject { access.commit(weakObject) }
    tidy()
  }

  func tidy() {
    guard let prepare, let replace = access.replace, let weakObject else { return }
    let value = access.value(weakObject)
    let prepared = prepare(value)
    if !isUnchanged(value, prepared) { replace(weakObject, prepared) }
  }
}
