/// The identifier of a connection, in a center that receives from several.
///
/// A number that ``ResponseCenter/open()`` returns only once in the lifetime of the process. An
/// object identifier is not enough, since the next connection may have the address of the last one.
public struct ConnectionID: Hashable, Sendable {
  let number: UInt64
}
