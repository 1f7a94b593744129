public import SelfManaged

/// Forms for tests and previews.
extension ValidationManager {
  /// A form for tests and previews, in which no time passes by itself.
  ///
  /// - Parameters:
  ///   - policy: When failures are shown, and how long the form waits after a keystroke.
  ///   - language: The language of all messages.
  ///   - clock: A clock that changes only when the test advances it. Without one, every delay
  ///     passes immediately.
  /// - Returns: The form.
  public static func fake(
    policy: ValidationPolicy = ValidationPolicy(), language: MessageLanguage = .english,
    clock: FakeClock? = nil
  ) -> ValidationManager {
    ValidationManager(
      policy: policy, language: language, sleep: { await clock?.sleep(for: $0) })
  }
}
