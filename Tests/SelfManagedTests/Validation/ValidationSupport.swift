import Components
import Foundation
import SelfManaged

/// An object that does not know forms and does not report its changes.
final class Held<Value: Equatable & Sendable> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

extension FieldAccess where Object == Held<Value> {
  /// How a form reads a `Held`.
  static func held(_ title: String) -> Self {
    Self(title: { _ in title }, value: { $0.value })
  }
}

/// Returns an object at the address of one that was released after its use.
///
/// Enough allocations reuse the released memory, unless another test takes it first; then it is tried
/// again.
@MainActor
func objectAtTheAddress(ofOneWith use: (Held<String>) -> Void) -> Held<String>? {
  for _ in 1...100 {
    var former: Held<String>? = Held("")
    let address = former.map { ObjectIdentifier($0) }
    if let former { use(former) }
    former = nil
    var held: [Held<String>] = []
    while held.count < 1000, held.last.map({ ObjectIdentifier($0) }) != address {
      held.append(Held(""))
    }
    if let next = held.last, ObjectIdentifier(next) == address { return next }
  }
  return nil
}

/// Records the rules that were run, on any thread.
///
/// Unchecked, since the compiler does not see that the lock guards the list.
final class Calls: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [String] = []

  var names: [String] { lock.withLock { list } }

  func note(_ name: String) { lock.withLock { list.append(name) } }

  func forget() { lock.withLock { list = [] } }

  /// A rule that records each call, and passes or not.
  func rule<Value>(_ name: String, passes: Bool = true) -> Rule<Value> {
    Rule(RuleCode(rawValue: name)) { _ in
      self.note(name)
      return passes
    }
  }

  /// A rule that records each call before its check.
  func rule<Value>(_ name: String, _ passes: @escaping @Sendable (Value) -> Bool) -> Rule<Value> {
    Rule(RuleCode(rawValue: name)) { value in
      self.note(name)
      return passes(value)
    }
  }
}

extension TitledTextField {
  /// A short form of the displayed status.
  var shows: String { state.isPending ? "pending" : state.failure ?? "-" }
}

@MainActor
func field(_ key: String, _ text: String = "") -> TitledTextField {
  let field = TitledTextField(title: key, key: key)
  field.configure(title: key, text: text)
  return field
}
