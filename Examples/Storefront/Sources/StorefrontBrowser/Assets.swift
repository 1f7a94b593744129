import Foundation

/// The files of the page, read once.
struct Assets: Sendable {
  private let files: [String: (body: Data, type: String)]

  init() throws {
    let root = Bundle.module.bundleURL.appending(path: "Page", directoryHint: .isDirectory)
    var files: [String: (body: Data, type: String)] = [:]
    for folder in ["", "style/", "script/", "art/"] {
      let directory = root.appending(path: folder, directoryHint: .isDirectory)
      for url in try FileManager.default.contentsOfDirectory(
        at: directory, includingPropertiesForKeys: nil)
      {
        guard let type = Self.types[url.pathExtension] else { continue }
        files["/page/\(folder)\(url.lastPathComponent)"] = (try Data(contentsOf: url), type)
      }
    }
    self.files = files
  }

  /// Returns a file of the page; any other path is a deep link, which the page opens.
  func file(_ path: String) -> (body: Data, type: String)? {
    path.hasPrefix("/page/") ? files[path] : files["/page/index.html"]
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
  ]
}
