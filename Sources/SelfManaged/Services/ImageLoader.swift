public import Components

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A service that loads images.
///
/// ## Implementing this protocol
///
/// A `@MainActor` class, an actor or a struct can conform. Avatars of one session that show the
/// same address at the same time share one load. The session does not cache images. A loader that
/// caches images implements ``cachedImage(at:)``, so that an avatar in a reused cell shows the
/// image without a placeholder first.
public protocol ImageLoader: Sendable {
  /// Loads the image at an address.
  ///
  /// Called from the main actor, once for each load. The task is canceled when no avatar shows the
  /// address any longer; a later result or error is ignored. If it throws, the avatars show
  /// `ImagePhase.failed` with the ``ServiceError/serverMessage``, or with an empty text for other
  /// errors.
  func image(at url: URL) async throws -> LoadedImage

  /// Returns the image at an address if it is in memory, or else `nil`; by default `nil`.
  ///
  /// Called on the main actor, once each time that an avatar is bound to the address, and once when
  /// a failed image is retried. It must be fast: do not read files or use the network. If it returns
  /// an image, ``image(at:)`` is not called, or its task is canceled. An image that is unequal to
  /// the displayed one replaces it in all avatars of the address, so return equal images for one
  /// picture. An actor implements it as `nonisolated` or `@MainActor`.
  @MainActor func cachedImage(at url: URL) -> LoadedImage?
}

extension ImageLoader {
  /// Returns `nil`: the loader has no cached images.
  @MainActor public func cachedImage(at url: URL) -> LoadedImage? { nil }
}
