import Dispatch
import Foundation
import Synchronization

/// Ends a command in an orderly way when a person, or the system, asks it to.
package enum Interruption {
  private static let sources = Mutex<[any DispatchSourceSignal]>([])

  /// Cleans up and exits on Ctrl-C (SIGINT), SIGTERM and SIGHUP; what `atexit` knows is done too.
  package static func handle(_ cleanUp: @escaping @Sendable () -> Void = {}) {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number, SIG_IGN)  // The source is notified in any case; the default would come first.
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
