public import Components
public import SelfManaged

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An image loader in memory, that answers when the test lets it.
///
/// An address it does not know gives the address itself as the image, so that a test need not make
/// images up: `state.image == .loaded(LoadedImage(url))`.
@MainActor
public final class FakeImageLoader: ImageLoader, WiredFake {
  /// The addresses asked for, in order, each load once.
  public private(set) var calls: [URL] = []
  /// The addresses whose load was cancelled before it was answered.
  public private(set) var cancelled: [URL] = []
  /// The images there are.
  public var images: [URL: LoadedImage] {
    // Released when the access has ended, since an image may call back.
    didSet { withExtendedLifetime(oldValue) {} }
  }
  /// The images in memory, which ``cachedImage(at:)`` returns; the test puts them there.
  public var cached: [URL: LoadedImage] = [:] {
    didSet { withExtendedLifetime(oldValue) {} }
  }
  /// Between the components and this loader.
  public let wire = FakeWire()

  private let cancellations = FakeCounter()

  /// Creates a loader with images.
  public init(images: [URL: LoadedImage] = [:]) { self.images = images }

  /// Returns the image; a cancelled load is recorded, and answered all the same when released.
  public func image(at url: URL) async throws -> LoadedImage {
    calls.append(url)
    return try await withTaskCancellationHandler {
      try await wire.carry { [self] in images[url] ?? LoadedImage(url) }
    } onCancel: {
      Task { @MainActor in
        self.cancelled.append(url)
        self.cancellations.add()
      }
    }
  }

  /// Returns the image that the test put into ``cached``; it is not recorded as a call.
  public func cachedImage(at url: URL) -> LoadedImage? { cached[url] }

  /// Returns when so many loads have been cancelled, at once if they have already.
  public func cancelled(_ count: Int) async { await cancellations.reached(count) }
}
