#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Writes a message for the app's developer to the standard error stream; does nothing in release
/// builds of this package.
///
/// - Parameters:
///   - message: The mistake, and how to fix it.
///   - mistakes: The mistakes that the message is about; by default its text. A message that is
///     about no new mistake is not written.
@MainActor
package func debugMessage(
  _ message: @autoclosure () -> String, about mistakes: @autoclosure () -> [String] = []
) {
  #if DEBUG
    guard !DebugMessages.areMuted else { return }
    let message = message()
    for observer in debugMessageObservers { observer(message) }
    let mistakes = mistakes()
    guard DebugMessages.note(mistakes.isEmpty ? [message] : mistakes) else { return }
    let line = Array("SelfManaged: \(message)\n".utf8)
    var rest = line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  #endif
}

/// The closures that receive each debug message, even a repeated one, so that a test can read it.
@MainActor package var debugMessageObservers: [@MainActor (String) -> Void] = []

/// The debug messages of a task.
package enum DebugMessages {
  /// Whether messages of this task, and of the tasks that it starts, are neither written nor observed.
  ///
  /// A test that fails thousands of taps on purpose mutes them, so that its finding is not buried.
  @TaskLocal package static var areMuted = false

  /// The mistakes that a message was written about.
  @MainActor private static var written: Set<String> = []

  /// Records mistakes, and returns whether one of them is new.
  @MainActor fileprivate static func note(_ mistakes: [String]) -> Bool {
    // Texts that name an item are not bounded. Then a message may be written again.
    if written.count > 1_000 { written = [] }
    let known = written.count
    written.formUnion(mistakes)
    return written.count > known
  }
}
