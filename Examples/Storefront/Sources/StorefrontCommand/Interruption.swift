import Dispatch
import Foundation
import Synchronization

/// Ends a command cleanly on a signal of the user or the system.
package enum Interruption {
  private static let sources = Mutex<[any DispatchSourceSignal]>([])

  /// Cleans up and exits on Ctrl-C (SIGINT), SIGTERM and SIGHUP; `atexit` handlers run as well.
  package static func handle(_ cleanUp: @escaping @Sendable () -> Void = {}) {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number, SIG_IGN)  // The source is still notified; the default would end the process.
      sources.withLock { sources in
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
          cleanUp()
          exit(128 + number)
        }
        source.resume()
        sources.append(source)
      }
    }
  }
}
