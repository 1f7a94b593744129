import Components
import Fakes
import SelfManaged
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The contract of image loaders.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ImageLoaderContractTests {
  typealias Clause = ImageLoaderContract.Clause

  private let ada: URL
  private let absent: URL

  init() throws {
    ada = try #require(URL(string: "https://example.org/ada.png"))
    absent = try #require(URL(string: "https://example.org/absent.png"))
  }

  /// The violation that a check finds; `nil` if the contract is kept.
  private func violation(
    of loader: any ImageLoader, missing: URL?, hangsAt wire: FakeWire? = nil
  ) async -> ContractViolation? {
    let contract = ImageLoaderContract(loader, url: ada, missing: missing) {
      _ in await (wire ?? FakeWire()).arrived(1)
    }
    return await violationThrown(by: contract.check)
  }

  @Test func theFakeKeepsTheContract() async {
    #expect(await violation(of: FakeImageLoader(), missing: nil) == nil)
    let ada = FakeImageLoader(images: [ada: LoadedImage("Ada")])
    #expect(await violation(of: ada, missing: nil) == nil)
  }

  @Test func aLoaderThatCachesKeepsTheContract() async {
    let images = FakeImageLoader(images: [ada: LoadedImage("Ada")])
    images.cached = images.images
    #expect(await violation(of: images, missing: nil) == nil)
  }

  @Test func correctLoaderKeepsTheContract() async {
    #expect(await violation(of: Images(nil, ada), missing: absent) == nil)
  }

  @Test(arguments: Images.Fault.allCases)
  func brokenLoaderFailsWithItsClause(_ fault: Images.Fault) async {
    let images = Images(fault, ada)
    let wire = fault == .hangs || fault == .hangsWhenCancelled ? images.wire : nil
    let violation = await violation(of: images, missing: absent, hangsAt: wire)
    #expect(violation?.clause == fault.clause.rawValue)
    images.wire.release()
  }

  @Test(arguments: [
    (ExactImages.Fault.fails, 1, Clause.loads), (.fails, 2, .sameImage), (.fails, 4, .loadsAgain),
    (.fails, 5, .loadsAgain), (.differs, 1, .sameImage), (.differs, 2, .sameImage),
    (.differs, 4, .sameImage), (.differs, 5, .sameImage), (.differs, 6, .missing),
    (.hangs, 1, .returns), (.hangs, 2, .returns), (.hangs, 3, .cancels), (.hangs, 4, .returns),
    (.hangs, 5, .returns), (.hangs, 6, .returns),
  ])
  func eachLoadIsBlamedOnItsClause(
    _ fault: ExactImages.Fault, _ load: Int, _ clause: Clause
  ) async {
    let images = ExactImages(fault, at: load, ada)
    let wire = fault == .hangs ? images.wire : nil
    let violation = await violation(of: images, missing: absent, hangsAt: wire)
    #expect(violation?.clause == clause.rawValue)
    #expect(violation?.calls.count == (fault == .differs && load == 1 ? 2 : load))
    images.wire.release()
  }

  @Test(arguments: [ExactImages.Fault.fails, .differs])
  func canceledLoadMayEndInAnyWay(_ fault: ExactImages.Fault) async {
    #expect(await violation(of: ExactImages(fault, at: 3, ada), missing: absent) == nil)
  }

  @Test func loadIsCanceledAfterItHasBegun() async {
    let images = ExactImages(.waitsForItsCancellation, at: 3, ada)
    #expect(await violation(of: images, missing: absent) == nil)
    #expect(images.states == ["begun", "canceled"])
  }

  @Test(arguments: [
    (Images.Fault.cachesAnotherImage, "the cached image differs from the loaded one."),
    (.cachesAnImageThatIsMissing, "the cache has an image for an address without one."),
  ])
  func violationNamesTheCachedImage(_ fault: Images.Fault, _ finding: String) async {
    #expect(await violation(of: Images(fault, ada), missing: absent)?.finding == finding)
  }

  /// Such a loader shows a failure in an avatar that scrolls back at once.
  @Test func loadThatIsCanceledWithAnotherOneIsFound() async {
    let violation = await violation(of: SharingImages(), missing: nil)
    #expect(violation?.clause == Clause.loadsAgain.rawValue)
  }

  @Test func everyClauseCanBeBroken() {
    #expect(Set(Images.Fault.allCases.map(\.clause)) == Set(Clause.allCases))
  }

  @Test func violationNamesTheClauseAndTheCalls() async {
    let violation = await violation(of: Images(.inventsAnImage, ada), missing: absent)
    #expect(
      violation?.description == """
        ImageLoader: An address without an image throws.
        Found: an image was returned.
          1. image(at: https://example.org/ada.png) → an image
          2. image(at: https://example.org/ada.png) → an image
          3. image(at: https://example.org/ada.png), canceled → an image
          4. image(at: https://example.org/ada.png), beside it → an image
          5. image(at: https://example.org/ada.png) → an image
          6. image(at: https://example.org/absent.png) → an image
        """)
  }
}

/// A loader of one image that violates one clause at a time.
@MainActor
final class Images: ImageLoader {
  enum Fault: CaseIterable {
    case hangs, fails, makesAnotherEachTime, inventsAnImage, inventsAnImageLater, hangsWhenCancelled
    case keepsTheCancelledLoad, cachesAnotherImage, cachesAnImageThatIsMissing
    case cachesAPlaceholder, cachesTheSecondLoad, cachesACanceledLoad, cachesALoadAfterACanceledOne

    var clause: ImageLoaderContract.Clause {
      switch self {
      case .hangs: .returns
      case .fails: .loads
      case .makesAnotherEachTime: .sameImage
      case .inventsAnImage, .inventsAnImageLater: .missing
      case .hangsWhenCancelled: .cancels
      case .keepsTheCancelledLoad: .loadsAgain
      case .cachesAnotherImage, .cachesAnImageThatIsMissing, .cachesAPlaceholder,
        .cachesTheSecondLoad, .cachesACanceledLoad, .cachesALoadAfterACanceledOne:
        .cached
      }
    }
  }

  let wire = FakeWire()
  private let fault: Fault?
  private let known: URL
  private var loads = 0
  private var misses = 0

  init(_ fault: Fault?, _ known: URL) {
    self.fault = fault
    self.known = known
  }

  func image(at url: URL) async throws -> LoadedImage {
    loads += 1
    if url != known {
      misses += 1
      let isInvented = fault == .inventsAnImage || fault == .inventsAnImageLater && misses > 1
      guard isInvented else { throw ServiceError.rejected }
    }
    switch fault {
    case .fails: throw ServiceError.rejected
    case .makesAnotherEachTime: return LoadedImage(loads)
    case .keepsTheCancelledLoad where loads >= 3: throw CancellationError()
    case .hangs: try await hang()
    case .hangsWhenCancelled where loads == 3: try await hang()
    default: break
    }
    return LoadedImage(url)
  }

  func cachedImage(at url: URL) -> LoadedImage? {
    switch fault {
    case .cachesAnotherImage: url == known ? LoadedImage("another") : nil
    case .cachesAPlaceholder: loads == 0 ? LoadedImage("placeholder") : nil
    case .cachesTheSecondLoad: loads == 2 ? LoadedImage("half") : nil
    case .cachesACanceledLoad: loads == 4 ? LoadedImage("half") : nil
    case .cachesALoadAfterACanceledOne: loads == 5 ? LoadedImage("half") : nil
    case .cachesAnImageThatIsMissing: LoadedImage(url)
    default: nil
    }
  }

  private func hang() async throws {
    wire.hold()
    try await wire.carry {}
  }
}

/// A loader that shares one load among its callers, and cancels it with the first canceled caller.
@MainActor
private final class SharingImages: ImageLoader {
  private var loads: [URL: Task<LoadedImage, any Error>] = [:]
  private var count = 0

  func image(at url: URL) async throws -> LoadedImage {
    let load = loads[url] ?? load(url)
    loads[url] = load
    defer { loads[url] = nil }
    return try await withTaskCancellationHandler {
      try await load.value
    } onCancel: {
      load.cancel()
    }
  }

  /// Starts a load; the third one lasts until it is canceled.
  private func load(_ url: URL) -> Task<LoadedImage, any Error> {
    count += 1
    return Task { [count] in
      if count == 3 { await FakeWire().arrived(1) }  // Returns when the task is canceled.
      try Task.checkCancellation()
      return LoadedImage(url)
    }
  }
}

/// A correct loader of one image, except for one load.
@MainActor
final class ExactImages: ImageLoader {
  enum Fault {
    case fails, differs, hangs, waitsForItsCancellation
  }

  let wire = FakeWire()
  /// The states of a load that waits for its cancellation, in order.
  private(set) var states: [String] = []
  private let fault: Fault
  private let wrongLoad: Int
  private let known: URL
  private var loads = 0

  init(_ fault: Fault, at load: Int, _ known: URL) {
    self.fault = fault
    wrongLoad = load
    self.known = known
  }

  func image(at url: URL) async throws -> LoadedImage {
    loads += 1
    if loads == wrongLoad {
      switch fault {
      case .fails: throw ServiceError.rejected
      case .differs: return LoadedImage("another")
      case .hangs:
        wire.hold()
        try await wire.carry {}
      case .waitsForItsCancellation:
        noteState()
        await FakeWire().arrived(1)  // Returns when the task is canceled.
        noteState()
      }
    }
    guard url == known else { throw ServiceError.rejected }
    return LoadedImage(url)
  }

  private func noteState() { states.append(Task.isCancelled ? "canceled" : "begun") }
}
