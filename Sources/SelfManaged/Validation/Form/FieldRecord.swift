import Components

/// One entry of a form: an object, held weakly, its chain, and its value as last read.
@MainActor
protocol FieldRecord: AnyObject {
  var id: FieldID { get }
  var key: String { get }
  /// The object; `nil` once it is gone.
  var object: AnyObject? { get }
  /// The object's address, which another object may have once it is gone.
  var address: ObjectIdentifier { get }
  /// The title the object has now, or had last.
  var title: String { get }
  /// The value as last read.
  var value: any Sendable { get }
  /// Whether the value as last read is the one that the form was told of.
  var isReported: Bool { get set }
  /// The fields its rules read.
  var reads: [FieldID] { get }
  /// Whether it has asynchronous rules.
  var asks: Bool { get }

  /// Reads the value; `false` if the object is gone.
  func refresh() -> Bool
  /// Runs the rules before the first that reads another field on the value that the object has now,
  /// and keeps nothing of it.
  func look() -> FieldLook
  /// What the first rule says that fails, among those before the first that reads another field.
  func ownFinding() -> RuleFinding?
  /// What the first rule says that fails, among the others; `nil` from `read` skips a rule.
  func readingFinding(_ read: ([FieldID]) -> RuleContext?) -> RuleFinding?
  /// What each rule says that fails.
  func findings(_ read: ([FieldID]) -> RuleContext?) -> [RuleFinding]
  /// Asks the asynchronous rules about the value as last read, one after the other.
  func question() -> @Sendable () async -> FormAnswer
  /// Puts another chain in the place of the present one; `false` if it is for another type.
  func replaceChain(_ chain: any Sendable) -> Bool
  func show(_ status: FieldStatus)
  func focus()
  /// Takes in what is being typed.
  func commit()
}

/// What a look at a field gives.
enum FieldLook {
  case gone
  case passes
  case fails(RuleFinding)
}

/// The record of an object of one type with values of one type.
@MainActor
final class TypedFieldRecord<Object: AnyObject, Value: Equatable & Sendable>: FieldRecord {
  let id: FieldID
  let address: ObjectIdentifier
  var isReported = true

  private weak var weakObject: Object?
  private let access: FieldAccess<Object, Value>
  private var chain: RuleChain<Value> {
    didSet {
      own = chain.ownFinding
      releaseAfterAccess(oldValue)
    }
  }
  private var own: @Sendable (Value) -> RuleFinding?
  private var present: Value { didSet { releaseAfterAccess(oldValue) } }
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
    own = chain.ownFinding
    weakObject = object
    address = ObjectIdentifier(object)
    present = access.value(object)
    lastTitle = access.title(object)
  }

  var object: AnyObject? { weakObject }
  var value: any Sendable { present }
  var reads: [FieldID] { chain.reads }
  var asks: Bool { !chain.questions.isEmpty }

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
    let value = access.value(weakObject)
    if value != present {
      present = value
      isReported = false
    }
    return true
  }

  func ownFinding() -> RuleFinding? {
    own(present)
  }

  func look() -> FieldLook {
    guard let weakObject else { return .gone }
    return own(access.value(weakObject)).map { .fails($0) } ?? .passes
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
      if let failure = rule.check(present, in: context) { return RuleFinding(failure, at: index) }
    }
    return nil
  }

  func question() -> @Sendable () async -> FormAnswer {
    { [chain, present] in
      for (place, question) in chain.questions.enumerated() {
        let index = chain.rules.count + place
        do {
          if let failure = try await question.ask(present) {
            return .failed(RuleFinding(failure, at: index))
          }
        } catch {
          if question.ifUnanswered == .passes { continue }
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
  }
}
