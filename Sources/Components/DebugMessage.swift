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
/// - Parameter message: The mistake, and how to fix it.
@MainActor
package func debugMessage(_ message: @autoclosure () -> String) {
  #if DEBUG
    guard !DebugMessages.areMuted else { return }
    let message = message()
    for observer in debugMessageObservers { observer(message) }
    let line = Array("SelfManaged: \(message)\n".utf8)
    var rest = line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  #endif
}

/// The closures that receive each debug message, so that a test can read it.
@MainActor package var debugMessageObservers: [@MainActor (String) -> Void] = []

/// The debug messages of a task.
package enum DebugMessages {
  /// Whether messages of this task, and of the tasks that it starts, are neither written nor observed.
  ///
  /// A test that fails thousands of taps on purpose mutes them, so that its finding is not buried.
  @TaskLocal package static var areMuted = false
}
