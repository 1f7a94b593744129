public import Components
public import SelfManaged

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An image loader that must not be used: it proves that a flow loads no image.
///
/// ```swift
/// UnimplementedImageLoader { Issue.record("\($0)") }
/// ```
@MainActor
public final class UnimplementedImageLoader: ImageLoader {
  private let report: @MainActor (String) -> Void

  /// Creates a loader that reports each use of it.
  public init(report: @escaping @MainActor (String) -> Void) { self.report = report }

  /// Reports the use, and fails.
  public func image(at url: URL) async throws -> LoadedImage {
    let message = "ImageLoader.image(at: \(url)) was called, but this flow must not load images."
    report(message)
    throw ServiceError.rejected(message)
  }
}
