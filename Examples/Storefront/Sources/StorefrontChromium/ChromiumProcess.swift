import Foundation
import StorefrontHarness
import Synchronization

/// A Chromium without a window, spoken to over two pipes.
///
/// It ends when its pipes close, so that it never outlives this process however that ends; the shell
/// it is started from then removes its files.
final class ChromiumProcess: Sendable {
  /// What it says: messages that end with a zero byte.
  let output: AsyncStream<Data>
  private let process: Process
  private let input: FileHandle
  private let writing = Mutex(())

  /// The shell leaves the pipes to the descriptors 3 and 4, where the browser looks for them.
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
      // No sibling may hold our end: the browser would not notice that we are gone.
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

  /// Hangs up, which ends the browser.
  func close() { try? input.close() }

  /// Finds the browser: what `CHROMIUM` names, or one of the usual names.
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
        There is no Chromium. Run Examples/Storefront/test, which installs it where apt-get does; \
        or install it, or name it in the environment variable CHROMIUM.
        """)
    }
    return found
  }
}
