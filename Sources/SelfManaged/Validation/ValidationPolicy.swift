/// What differs between forms.
public struct ValidationPolicy: Hashable, Sendable {
  /// When fields show what is wrong with them.
  public var shows: FailureTiming
  /// How long a field has to rest after a keystroke before its asynchronous rules are asked.
  public var debounce: Duration

  /// Creates a policy.
  public init(
    shows: FailureTiming = .onChangeAfterFirstError, debounce: Duration = .milliseconds(300)
  ) {
    self.shows = shows
    self.debounce = debounce
  }
}
