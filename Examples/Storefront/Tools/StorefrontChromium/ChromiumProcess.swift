import Foundation
import StorefrontHarness
import Synchronization

/// A process of Chromium without a window, controlled over two pipes.
///
/// It ends when its pipes close, so that it never outlives this process. The shell that starts it
/// then removes its files.
final class ChromiumProcess: Sendable {
  /// The browser's messages, which end with a zero byte.
  let output: AsyncStream<Data>
  private let process: Process
  private let input: FileHandle
  private let writing = Mutex(())

  /// The shell connects the pipes to the descriptors 3 and 4, which the browser uses.
  private static let script = """
    files="$(mktemp -d)"
    "$@" --user-data-dir="$files" 3<&0 4>&1 </dev/null >/dev/null 2>&1
    rm -rf "$files"
    """

  init(executable: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments =
      ["-c", Self.script, "sh", executable] + [
        "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
        "--disable-dev-shm-usage", "--no-first-run", "--no-default-browser-check",
        "--disable-extensions", "--disable-background-networking", "--disable-sync",
        "--disable-component-update", "--disable-background-timer-throttling",
        "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows",
        "--force-color-profile=srgb", "--hide-scrollbars", "--mute-audio",
        "--no-proxy-server", "about:blank",
      ]
    process.standardError = FileHandle.nullDevice
    let (input, output) = try Child.launching.withLock { _ in
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      // No sibling process may inherit this end of the pipe, or the browser would not end.
      _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
      try process.run()
      return (input, output)
    }
    self.process = process
    self.input = input.fileHandleForWriting
    let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
    self.output = stream
    let reading = output.fileHandleForReading
    Thread.detachNewThread {
      withExtendedLifetime(output) {
        while case let bytes = reading.availableData, !bytes.isEmpty { continuation.yield(bytes) }
        continuation.finish()
      }
    }
  }

  deinit { close() }

  /// Sends one message.
  func write(_ message: Data) {
    writing.withLock { _ in try? input.write(contentsOf: message + [0]) }
  }

  /// Closes the pipes, which ends the browser.
  func close() { try? input.close() }

  /// Finds the browser: the executable that `CHROMIUM` names, or one with a usual name.
  static func find() throws(ChromiumFailure) -> String {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["CHROMIUM"] { return named }
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    let candidates =
      names.flatMap { name in folders.map { "\($0)/\(name)" } } + [
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      ]
    guard let found = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw ChromiumFailure(
        """
        Chromium not found. Run Examples/Storefront/test, which installs it where apt-get does; \
        or install it, or name it in the environment variable CHROMIUM.
        """)
    }
    return found
  }
}
