import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The image loader in memory.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct FakeImageLoaderTests {
  let images = FakeImageLoader()
  let ada: URL
  let bob: URL

  init() throws {
    ada = try #require(URL(string: "https://example.org/ada.png"))
    bob = try #require(URL(string: "https://example.org/bob.png"))
  }

  @Test func addressReturnsItsImageOrItself() async throws {
    images.images[ada] = LoadedImage("Ada")
    #expect(try await images.image(at: ada) == LoadedImage("Ada"))
    #expect(try await images.image(at: bob) == LoadedImage(bob))
    #expect(images.calls == [ada, bob])
    #expect(images.canceled == [])
  }

  @Test func initialImagesAreReturned() async throws {
    let images = FakeImageLoader(images: [ada: LoadedImage("Ada")])
    #expect(try await images.image(at: ada) == LoadedImage("Ada"))
  }

  @Test func scriptedFailureIsThrownOnceAndRecorded() async throws {
    images.failNext(.rejected("No picture"))
    await #expect(throws: (any Error).self) { try await images.image(at: ada) }
    #expect(try await images.image(at: ada) == LoadedImage(ada))
    #expect(images.calls == [ada, ada])
  }

  @Test func heldLoadsAreAnsweredInOrder() async throws {
    images.hold()
    let first = Task { try await images.image(at: ada) }
    await images.arrived(1)
    let second = Task { try await images.image(at: bob) }
    await images.arrived(2)
    images.releaseNext()
    #expect(try await first.value == LoadedImage(ada))
    #expect(images.wire.heldCount == 1)
    images.release()
    #expect(try await second.value == LoadedImage(bob))
  }

  @Test func canceledLoadIsRecordedAndStillAnswered() async throws {
    images.hold()
    let task = Task { try await images.image(at: ada) }
    await images.arrived(1)
    task.cancel()
    await images.canceled(1)
    #expect(images.canceled == [ada])
    #expect(images.wire.heldCount == 1)
    images.release()
    #expect(try await task.value == LoadedImage(ada))
  }

  @Test func answeredLoadIsNotRecordedAsCanceled() async throws {
    let answered = Task { try await images.image(at: ada) }
    _ = try await answered.value
    answered.cancel()
    images.hold()
    let held = Task { try await images.image(at: bob) }
    await images.arrived(2)
    held.cancel()
    await images.canceled(1)
    #expect(images.canceled == [bob])
    images.release()
    _ = try await held.value
  }

  @Test(arguments: [false, true])
  func firstOfAnswerAndCancellationCounts(isAnsweredFirst: Bool) async throws {
    images.hold()
    let task = Task { try await images.image(at: ada) }
    await images.arrived(1)
    if isAnsweredFirst { images.releaseNext() }
    task.cancel()
    if !isAnsweredFirst { images.releaseNext() }
    _ = try await task.value
    await mainActorIsIdle()
    #expect(images.canceled == (isAnsweredFirst ? [] : [ada]))
  }

  @Test func onlyTheTestFillsTheCache() async throws {
    images.images[ada] = LoadedImage("Ada")
    _ = try await images.image(at: ada)
    #expect(images.cachedImage(at: ada) == nil)
    images.cached[ada] = LoadedImage("Ada")
    #expect(images.cachedImage(at: ada) == LoadedImage("Ada"))
    #expect(images.cachedImage(at: bob) == nil)
    #expect(images.calls == [ada])
  }
}
