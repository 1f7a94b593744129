package import Foundation

/// Finds the server's executable, and those of the other commands.
package enum ServerExecutable {
  /// Searches the directory of the running program and those above it, for test bundles.
  package static func find(_ name: String = "storefront-server") throws -> URL {
    let bundles = Bundle.allBundles.filter { $0.bundleURL.pathExtension == "xctest" }
    let starts = [Bundle.main.executableURL].compactMap { $0 } + bundles.map(\.bundleURL)
    for start in starts {
      var directory = start.resolvingSymlinksInPath()
      for _ in 0..<4 {
        directory.deleteLastPathComponent()
        let candidate = directory.appending(path: name)
        if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      }
    }
    throw LaunchFailure("There is no \(name) beside the running program; build it first")
  }
}
