import Foundation

/// Finds the server's executable, and those of the other commands.
enum ServerExecutable {

  /// Finds the server.
  ///
  /// The environment variable `STOREFRONT_SERVER` overrides the path.
  static func find() throws -> URL {
    if let path = ProcessInfo.processInfo.environment["STOREFRONT_SERVER"] {
      return URL(filePath: path)
    }
    return try find("storefront-server")
  }

  /// Searches the directory of the running program and those above it, for test bundles.
  static func find(_ name: String) throws -> URL {
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
