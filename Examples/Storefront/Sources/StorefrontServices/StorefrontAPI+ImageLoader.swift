package import Components
package import Foundation
import SelfManaged

extension StorefrontAPI: ImageLoader {
  /// Loads an image's bytes; the loaded image wraps a `Data`.
  package func image(at url: URL) async throws -> LoadedImage {
    let response = try await transport.image(at: url)
    let data = try response.success()
    guard response.contentType.hasPrefix("image/") else {
      throw ServiceError.rejected("There is no image at that address")
    }
    return LoadedImage(data)
  }
}
