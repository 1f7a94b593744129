package import Foundation
import Synchronization

/// A directory that is removed with this object, or when the process exits.
package final class TemporaryDirectory: Sendable {
  package let url: URL

  private static let present = Mutex<Set<URL>>([])
  private static let cleaning: Void = {
    atexit {
      for url in TemporaryDirectory.present.withLock({ $0 }) {
        try? FileManager.default.removeItem(at: url)
      }
    }
  }()

  /// Creates an empty directory, or throws a ``LaunchFailure``.
  package init() throws {
    let folder = FileManager.default.temporaryDirectory
    url = folder.appending(path: "storefront-\(UUID().uuidString)", directoryHint: .isDirectory)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw LaunchFailure(
        "No folder can be created in \(folder.path); set TMPDIR to a folder that can be written")
    }
    _ = Self.present.withLock { $0.insert(url) }
    Self.cleaning
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
    _ = Self.present.withLock { $0.remove(url) }
  }

  package func path(_ name: String) -> String { url.appending(path: name).path }
}
