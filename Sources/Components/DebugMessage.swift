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
