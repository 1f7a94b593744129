/// An optional value that is usually absent, stored in a box.
///
/// Its absence costs one word, and a copy costs one retain. With the in-flight mutation, the removal
/// and the reading stored in place, a like took a third more instructions (`Benchmarks/count`).
@propertyWrapper
package struct Seldom<Value> {
  private var box: Box?

  // Its constant is read in place: of a boxed value, only the part that is used is copied.
  fileprivate final class Box {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// Creates an absent value.
  package init() {}

  /// The box, whose parts can be read.
  package var projectedValue: Self { self }

  /// Whether the value is absent; cheaper than comparing it with `nil`.
  @inline(__always) package var isAbsent: Bool { box == nil }

  /// The value, if it is present.
  package var wrappedValue: Value? {
    get { box?.value }
    set { box = newValue.map(Box.init) }
  }

  /// A part of the value, read without a copy of the whole.
  @inline(__always) package func map<Part>(_ part: (borrowing Value) -> Part?) -> Part? {
    guard let box else { return nil }
    return part(box.value)
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
