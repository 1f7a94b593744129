#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Writes a message for the app's developer to the standard error stream, in debug builds of this
/// package only.
///
/// - Parameter message: What is wrong, and how to fix it.
package func debugMessage(_ message: @autoclosure () -> String) {
  #if DEBUG
    let line = Array("SelfManaged: \(message())\n".utf8)
    var rest = line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  #endif
}
