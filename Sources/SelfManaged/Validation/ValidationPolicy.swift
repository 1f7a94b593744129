/// The settings of a form.
public struct ValidationPolicy: Hashable, Sendable {
  /// When fields show their failures.
  public var shows: FailureTiming
  /// How long a field must rest after a keystroke before its async rules run.
  public var debounce: Duration

  /// Creates a policy.
  public init(
    shows: FailureTiming = .onChangeAfterFirstError, debounce: Duration = .milliseconds(300)
  ) {
    self.shows = shows
    self.debounce = debounce
  }
}
