public import Foundation

/// A directory that goes away with this object.
public final class TemporaryDirectory: Sendable {
  /// Where it is.
  public let url: URL

  /// Makes an empty directory.
  public init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "storefront-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in it.
  public func path(_ name: String) -> String { url.appending(path: name).path }
}
