/// A value kept outside of what seldom has one, so that its absence costs a word.
final class Aside<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension Aside: Equatable where Value: Equatable {
  static func == (first: Aside, second: Aside) -> Bool { first.value == second.value }
}

extension Aside: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Aside: Sendable where Value: Sendable {}
