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
/// A `@MainActor` class, an actor or a struct can conform. One load serves all avatars that show the
/// same address at the same time; caching is the loader's own business. A loader that caches says so in
/// ``cachedImage(at:)``, so that an avatar in a reused cell shows the image without a placeholder first.
public protocol ImageLoader: Sendable {
  /// Loads the image at an address.
  ///
  /// Called from the main actor. The task is cancelled when no avatar wants the address any longer;
  /// what is returned or thrown after that is ignored. Whatever is thrown makes the avatar show
  /// `ImagePhase.failed`, with the message of a ``ServiceError``.
  func image(at url: URL) async throws -> LoadedImage

  /// Returns the image at an address if it is in memory, else `nil`; by default `nil`.
  ///
  /// Called on the main actor, once before each load, so it has to be quick: it reads no file and no
  /// network. Where it returns an image, ``image(at:)`` is not called. An actor implements it as
  /// `nonisolated` or `@MainActor`.
  @MainActor func cachedImage(at url: URL) -> LoadedImage?
}

extension ImageLoader {
  /// Returns `nil`: this loader caches nothing.
  @MainActor public func cachedImage(at url: URL) -> LoadedImage? { nil }
}
