public import Components

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Loads images.
///
/// ## Implementing this protocol
///
/// A `@MainActor` class, an actor or a struct can conform. Avatars that show the same address at
/// the same time share one load. Caching is up to the loader. A loader that caches implements
/// ``cachedImage(at:)``, so that an avatar in a reused cell shows the image without a placeholder
/// first.
public protocol ImageLoader: Sendable {
  /// Loads the image at an address.
  ///
  /// Called from the main actor. The task is canceled when no avatar shows the address any longer;
  /// a result or an error after that is ignored. Any error makes the avatar show
  /// `ImagePhase.failed`, with the message of a ``ServiceError``.
  func image(at url: URL) async throws -> LoadedImage

  /// Returns the image at an address if it is in memory, else `nil`; by default `nil`.
  ///
  /// Called on the main actor, once before each load, so it must be fast: do not read files or the
  /// network. If it returns an image, ``image(at:)`` is not called. An actor implements it as
  /// `nonisolated` or `@MainActor`.
  @MainActor func cachedImage(at url: URL) -> LoadedImage?
}

extension ImageLoader {
  /// Returns `nil`: this loader caches nothing.
  @MainActor public func cachedImage(at url: URL) -> LoadedImage? { nil }
}
