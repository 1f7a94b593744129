/// The server's report of one value: in a reply, a read, a push, or with a refusal.
///
/// Any part may be missing. Missing parts are derived from the known value, so a back end that only
/// confirms a request works as well as one that reports the whole value.
public protocol ServerAnswer: Hashable, Sendable {
  /// The version of the value, which rises with each change; `nil` if the back end has no versions.
  ///
  /// An answer with a version lower than the known one is stale and ignored.
  var version: Int? { get }

  /// Whether the answer reports the whole value. By default `false`.
  ///
  /// A complete reply or push ends an older doubt. Otherwise only a read ends it.
  var isComplete: Bool { get }
}

extension ServerAnswer {
  /// Returns `false`: parts may be missing.
  public var isComplete: Bool { false }
}
