/// What is seldom there, kept outside the value it belongs to: its absence costs a word, and a copy
/// of it one retain.
@propertyWrapper
package struct Seldom<Value> {
  private var box: Box?

  fileprivate indirect enum Box { case value(Value) }

  /// Keeps nothing at first.
  package init() {}

  /// Whether there is none; cheaper than comparing the value with `nil`.
  package var isAbsent: Bool { box == nil }

  /// The value, if there is one.
  package var wrappedValue: Value? {
    get {
      guard case .value(let value) = box else { return nil }
      return value
    }
    set { box = newValue.map { .value($0) } }
  }
}

extension Seldom: Equatable where Value: Equatable {
  package static func == (first: Self, second: Self) -> Bool {
    first.wrappedValue == second.wrappedValue
  }
}

extension Seldom: Hashable where Value: Hashable {
  package func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Seldom: Sendable where Value: Sendable {}
extension Seldom.Box: Sendable where Value: Sendable {}
