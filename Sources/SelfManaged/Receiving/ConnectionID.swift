/// Tells connections apart, in a centre that hears several.
///
/// A number that ``ResponseCenter/open()`` gives out once in the life of the process. The identity
/// of an object would not do: the next connection may come to lie at the address of the last.
public struct ConnectionID: Hashable, Sendable {
  let number: UInt64
}
