/// The identifier of a connection, for a center that receives responses from several connections.
///
/// ``ResponseCenter/open()`` returns each ID only once in the lifetime of the process. An object
/// identifier would not be unique, because a new connection may have the address of a released one.
public struct ConnectionID: Hashable, Sendable {
  let number: UInt64
}
