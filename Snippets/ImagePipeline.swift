// An image loader with a cache in memory.

import Components
import Foundation
import SelfManaged

// snippet.pipeline
@MainActor
final class Pipeline: ImageLoader {
  private let download: (URL) async throws -> [UInt8]
  private var cache: [URL: LoadedImage] = [:]

  init(download: @escaping (URL) async throws -> [UInt8]) { self.download = download }

  func cachedImage(at url: URL) -> LoadedImage? { cache[url] }

  func image(at url: URL) async throws -> LoadedImage {
    let image = LoadedImage(try await download(url))
    cache[url] = image
    return image
  }
}
// snippet.end
