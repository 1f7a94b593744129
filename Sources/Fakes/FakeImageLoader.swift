public import Components
public import SelfManaged

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An image loader in memory that answers when the test releases its requests.
///
/// For an unknown address, the image is the address itself, so that a test need not create images:
/// `state.image == .loaded(LoadedImage(url))`.
@MainActor
public final class FakeImageLoader: ImageLoader, WiredFake {
  /// The requested addresses, in order, one entry per load.
  public private(set) var calls: [URL] = []
  /// The addresses whose load was canceled before it was answered.
  public private(set) var canceled: [URL] = []
  /// The available images.
  public var images: [URL: LoadedImage] {
    // The old value is released when the access has ended, since an image may call back.
    didSet { withExtendedLifetime(oldValue) {} }
  }
  /// The cached images, which ``cachedImage(at:)`` returns; set by the test.
  public var cached: [URL: LoadedImage] = [:] {
    didSet { withExtendedLifetime(oldValue) {} }
  }
  /// The simulated network between the components and this loader.
  public let wire = FakeWire()

  private let cancellations = FakeCounter()

  /// Creates a loader with images.
  public init(images: [URL: LoadedImage] = [:]) { self.images = images }

  /// Returns the image; a canceled load is recorded, and still answered when it is released.
  public func image(at url: URL) async throws -> LoadedImage {
    calls.append(url)
    return try await wire.carry(canceled: {
      self.canceled.append(url)
      self.cancellations.add()
    }) { [self] in images[url] ?? LoadedImage(url) }
  }

  /// Returns the image in ``cached``; not recorded as a call.
  public func cachedImage(at url: URL) -> LoadedImage? { cached[url] }

  /// Returns when the given number of loads have been canceled, immediately if they already have,
  /// or when the waiting task is canceled.
  public func canceled(_ count: Int) async { await cancellations.reached(count) }
}
