/// A value kept outside the object that seldom has one, so that its absence costs a word.
final class Aside<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }
}
