/// The server's report on one value: in a reply, a read, a push, or a refusal.
///
/// Any part may be missing. Missing parts are derived from the known value, so a back end may
/// report the whole value or only confirm a request.
///
/// ## Implementing this protocol
///
/// Make each part an optional property, and return `true` for ``isComplete`` if none is missing.
/// The kind's ``OptimisticIntent/value(from:over:before:)`` supplies the missing ones. A version
/// rises with each change of the value, including changes by other devices.
public protocol ServerAnswer: Hashable, Sendable {
  /// The version of the value, which rises with each change; `nil` if the back end has none.
  ///
  /// An answer with a lower version than the known one is stale and ignored, unless the server has
  /// restarted its versions. The restart is recognized by a second such read, or by a lower version
  /// in the answer to a change or in the value read after a conflict.
  var version: Int? { get }

  /// Whether the answer reports the whole value; by default `false`.
  ///
  /// A complete reply or push ends an earlier doubt, see ``ItemBinding/status``. Otherwise only
  /// a read ends it.
  var isComplete: Bool { get }
}

extension ServerAnswer {
  /// Returns `false`: parts may be missing.
  public var isComplete: Bool { false }
}
