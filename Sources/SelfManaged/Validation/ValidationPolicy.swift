/// The settings of a form.
public struct ValidationPolicy: Hashable, Sendable {
  /// The moments at which fields show their failures.
  public var shows: FailureTiming
  /// The delay between the user's last change of a value and its async rules; by default 300
  /// milliseconds.
  ///
  /// A delay of zero or less runs the rules at once. A submit ends the delay.
  public var debounce: Duration

  /// Creates a policy.
  public init(
    shows: FailureTiming = .onChangeAfterFirstError, debounce: Duration = .milliseconds(300)
  ) {
    self.shows = shows
    self.debounce = debounce
  }
}
