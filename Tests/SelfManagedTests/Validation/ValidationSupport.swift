import Components
import Foundation
import SelfManaged

/// An object of a user's own: it knows nothing of forms, and tells nobody when it changes.
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

/// Writes down what rules were asked, on whatever thread.
///
/// Unchecked, since the compiler does not see that the lock guards the list.
final class Calls: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [String] = []

  var names: [String] { lock.withLock { list } }

  func note(_ name: String) { lock.withLock { list.append(name) } }

  func forget() { lock.withLock { list = [] } }

  /// A rule that notes each call, and passes or not.
  func rule<Value>(_ name: String, passes: Bool = true) -> Rule<Value> {
    Rule(RuleCode(rawValue: name)) { _ in
      self.note(name)
      return passes
    }
  }

  /// A rule that notes each call before it judges.
  func rule<Value>(_ name: String, _ passes: @escaping @Sendable (Value) -> Bool) -> Rule<Value> {
    Rule(RuleCode(rawValue: name)) { value in
      self.note(name)
      return passes(value)
    }
  }
}

extension TitledTextField {
  /// What it shows of the form, in short.
  var shows: String { state.isPending ? "pending" : state.failure ?? "-" }
}

@MainActor
func field(_ key: String, _ text: String = "") -> TitledTextField {
  let field = TitledTextField(title: key, key: key)
  field.configure(title: key, text: text)
  return field
}
