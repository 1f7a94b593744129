/// A value of any type; equal only to an equal value of the same type.
package struct TypedHashable: Sendable {
  package let content: any Hashable & Sendable

  package init(_ content: any Hashable & Sendable) { self.content = content }
}

extension TypedHashable: Hashable {
  package static func == (first: Self, second: Self) -> Bool {
    // AnyHashable alone considers 1 and 1.0 equal.
    type(of: first.content) == type(of: second.content)
      && AnyHashable(first.content) == AnyHashable(second.content)
  }

  package func hash(into hasher: inout Hasher) { content.hash(into: &hasher) }
}
