/// What a server tells of one value: in a reply, a read, a push, or with a refusal.
///
/// Any part may be missing. What is missing is derived from what is known already, so a back end
/// that answers with nothing but "ok" is served as well as one that answers with everything.
public protocol ServerAnswer: Hashable, Sendable {
  /// The version of the value, rising with each change of it; `nil` where the back end has none.
  ///
  /// An answer with a lower version than the one known is out of date and not believed.
  var version: Int? { get }

  /// Whether it states the whole value. By default `false`.
  ///
  /// A complete reply or push ends a doubt that is older. Otherwise only a read ends it.
  var isComplete: Bool { get }
}

extension ServerAnswer {
  /// Parts may be missing.
  public var isComplete: Bool { false }
}
