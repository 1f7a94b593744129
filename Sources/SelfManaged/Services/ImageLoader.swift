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
/// same address at the same time; keeping images for later is the loader's own business.
public protocol ImageLoader: Sendable {
  /// Loads the image at an address.
  ///
  /// Called from the main actor. The task is cancelled when no avatar wants the address any longer;
  /// what is returned or thrown after that is ignored. Whatever is thrown makes the avatar show
  /// `ImagePhase.failed`, with the message of a ``ServiceError``.
  func image(at url: URL) async throws -> LoadedImage
}
