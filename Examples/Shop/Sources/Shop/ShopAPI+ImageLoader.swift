import Components
import Foundation
import SelfManaged

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ShopAPI: ImageLoader {
  /// Loads an image's bytes; an app decodes them here, for example to a `UIImage`.
  ///
  /// The address may be another host's, so the request has no token.
  func image(at url: URL) async throws -> LoadedImage {
    let reply = try await send(URLRequest(url: url))
    guard reply.status == 200 else { throw ServiceError.rejected }
    return LoadedImage(reply.body)
  }
}
