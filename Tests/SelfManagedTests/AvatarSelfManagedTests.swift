import Components
import Fakes
import Observation
import SelfManaged
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct AvatarSelfManagedTests {
  let images = FakeImageLoader()
  let navigator = FakeNavigator()
  let session: Session
  let avatar = AvatarView()
  let ann: URL
  let bob: URL

  init() throws {
    session = .fake(navigator: navigator, images: images)
    ann = try #require(URL(string: "https://images.example/ann.png"))
    bob = try #require(URL(string: "https://images.example/bob.png"))
  }

  @Test func avatarLoadsItsImageAndOpensTheProfile() async {
    var taps = 0
    avatar.onTap = { taps += 1 }
    let vip = VIPInformation(badge: .gold, label: "VIP 3")
    avatar.selfManagedConfigure(imageURL: ann, vip: vip, userID: "42", in: session)
    await session.imagesLoaded()
    #expect(
      avatar.state == .init(imageURL: ann, vip: vip, image: .loaded(LoadedImage(ann))))
    avatar.tap()
    await navigator.arrived(1)
    #expect(navigator.shown == [.userProfile("42")])
    #expect(taps == 1)
  }

  @Test func loadedImageStaysAfterTheEnd() async {
    avatar.selfManagedConfigure(imageURL: ann, userID: "42", in: session)
    await session.imagesLoaded()
    session.end()
    #expect(avatar.state.image == .loaded(LoadedImage(ann)))
  }

  @Test func navigatorAloneCanOpenTheProfile() async {
    avatar.selfManagedConfigure(imageURL: nil, userID: "42", navigator: navigator)
    #expect(avatar.state.image == .empty)
    avatar.tap()
    await navigator.arrived(1)
    #expect(navigator.shown == [.userProfile("42")])
  }

  @Test func newAddressCancelsTheOldLoadAndImage() async {
    images.hold()
    avatar.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    await images.arrived(1)
    avatar.selfManagedConfigure(imageURL: bob, userID: "2", in: session)
    await images.canceled(1)
    #expect(images.canceled == [ann])
    let shown = StateRecorder { avatar.state.image }
    images.release()
    await session.imagesLoaded()
    #expect(shown.states == [.loaded(LoadedImage(bob))])
  }

  @Test func avatarsWithOneAddressShareOneLoad() async {
    let other = AvatarView()
    images.hold()
    avatar.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    other.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    avatar.detach()
    images.release()
    await session.imagesLoaded()
    #expect(images.calls == [ann])
    #expect(images.canceled.isEmpty)
    #expect(other.state.image == .loaded(LoadedImage(ann)))
    #expect(avatar.state.image == .loading)
  }

  @Test func releasedAvatarCancelsItsLoad() async {
    images.hold()
    do {
      let released = AvatarView()
      released.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
      await images.arrived(1)
    }
    await images.canceled(1)
    #expect(images.canceled == [ann])
    images.release()
  }

  @Test func failedLoadCanBeRetried() async {
    images.failNext(.offline)
    avatar.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    await session.imagesLoaded()
    #expect(avatar.state.image == .failed(""))
    avatar.retryImage()
    await session.imagesLoaded()
    #expect(avatar.state.image == .loaded(LoadedImage(ann)))
    avatar.retryImage()
    #expect(images.calls == [ann, ann])
  }

  @Test func anotherAvatarRetriesAFailedLoad() async {
    images.failNext(.offline)
    avatar.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    await session.imagesLoaded()
    images.hold()
    let other = AvatarView()
    other.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    #expect(other.state.image == .loading && avatar.state.image == .loading)
    await images.arrived(2)
    images.release()
    await session.imagesLoaded()
    #expect(other.state.image == .loaded(LoadedImage(ann)))
    #expect(avatar.state.image == .loaded(LoadedImage(ann)))
    #expect(images.calls == [ann, ann])
  }

  /// An image whose value is unequal to itself.
  @Test func imageThatIsUnequalToItselfIsShown() async throws {
    images.images[ann] = LoadedImage(Double.nan)
    images.hold()
    avatar.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    await images.arrived(1)
    images.release()
    await session.imagesLoaded()
    guard case .loaded = avatar.state.image else {
      Issue.record("\(avatar.state.image) is shown")
      return
    }
  }

  @Test func retriedLoadOutlivesTheAvatarsThatFailed() async {
    images.failNext(.offline)
    avatar.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    await session.imagesLoaded()
    withObservationTracking {
      _ = avatar.state
    } onChange: { [avatar] in
      MainActor.assumeIsolated { avatar.detach() }  // It leaves as soon as it is loading again.
    }
    let other = AvatarView()
    other.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    await session.imagesLoaded()
    #expect(other.state.image == .loaded(LoadedImage(ann)))
  }

  @Test func avatarDoesNotShowAFailureThatIsRetriedMeanwhile() async {
    images.failNext(.offline)
    images.hold()
    let (second, third) = (AvatarView(), AvatarView())
    for view in [avatar, second] {
      view.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    }
    withObservationTracking {
      _ = avatar.state
    } onChange: { [images, ann, session] in
      MainActor.assumeIsolated {
        images.hold()
        third.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
      }
    }
    await images.arrived(1)
    images.release()
    await images.arrived(2)
    #expect(second.state.image == .loading && third.state.image == .loading)
    images.release()
    await session.imagesLoaded()
    #expect(second.state.image == .loaded(LoadedImage(ann)))
  }

  @Test func detachedAvatarIsUnmanaged() async {
    avatar.selfManagedConfigure(imageURL: nil, userID: "1", in: session)
    avatar.detach()
    avatar.tap()
    #expect(navigator.shown.isEmpty)
    #expect(!avatar.isManaged)
  }

  @Test func endOfTheSessionFailsLoadingAvatars() async {
    images.hold()
    avatar.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    await images.arrived(1)
    session.end()
    #expect(avatar.state.image == .failed(""))
    let shown = StateRecorder { avatar.state.image }
    images.release()
    await images.canceled(1)
    #expect(shown.states.isEmpty)
    avatar.selfManagedConfigure(imageURL: bob, userID: "1", in: session)
    #expect(avatar.state.image == .failed(""))
  }

  @Test func aCachedImageShowsAtOnce() async {
    images.cached[ann] = LoadedImage("Ann")
    let first = StateRecorder { avatar.state.image }
    avatar.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    #expect(first.states == [.loaded(LoadedImage("Ann"))])
    avatar.selfManagedConfigure(imageURL: bob, userID: "2", in: session)
    await session.imagesLoaded()
    let again = StateRecorder { avatar.state.image }
    avatar.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    #expect(again.states == [.loaded(LoadedImage("Ann"))])
    #expect(images.calls == [bob])
  }

  @Test func failedImageCachedMeanwhileNeedsNoLoad() async {
    images.failNext(.offline)
    avatar.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    await session.imagesLoaded()
    images.cached[ann] = LoadedImage("Ann")
    avatar.retryImage()
    #expect(avatar.state.image == .loaded(LoadedImage("Ann")))
    #expect(images.calls == [ann])
  }

  @Test func imageCachedDuringALoadShowsAtOnce() async {
    images.hold()
    avatar.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    await images.arrived(1)
    images.cached[ann] = LoadedImage("Ann")
    let other = AvatarView()
    other.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    #expect(other.state.image == .loaded(LoadedImage("Ann")))
    #expect(avatar.state.image == .loaded(LoadedImage("Ann")))
    await mainActorIsIdle()
    #expect(images.canceled == [ann])
    images.release()
    await mainActorIsIdle()
    #expect(avatar.state.image == .loaded(LoadedImage("Ann")))
  }

  @Test func avatarBoundByAnObserverShowsItsNewImage() async {
    images.hold()
    avatar.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    await images.arrived(1)
    beforeChange({ avatar.state }) { [avatar, bob, session] in
      avatar.selfManagedConfigure(imageURL: bob, userID: "2", in: session)
    }
    images.releaseNext()
    await images.arrived(2)
    #expect(avatar.state == .init(imageURL: bob, image: .loading))
    images.release()
    await session.imagesLoaded()
    #expect(avatar.state == .init(imageURL: bob, image: .loaded(LoadedImage(bob))))
  }

  @Test func avatarConfiguredByAnObserverOfItsBindingKeepsThatUser() async {
    images.hold()
    beforeChange({ avatar.state }) { [avatar, bob, session] in
      avatar.selfManagedConfigure(imageURL: bob, userID: "2", in: session)
    }
    avatar.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    images.release()
    await session.imagesLoaded()
    #expect(avatar.state == .init(imageURL: bob, image: .loaded(LoadedImage(bob))))
    avatar.tap()
    await navigator.arrived(1)
    #expect(navigator.shown == [.userProfile("2")])
  }

  @Test func emptiedCacheKeepsTheDisplayedImage() async {
    images.cached[ann] = LoadedImage("Ann")
    avatar.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    images.cached[ann] = nil
    let other = AvatarView()
    other.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    #expect(other.state.image == .loaded(LoadedImage("Ann")))
    #expect(images.calls.isEmpty)
  }

  @Test func cacheOfALoaderIsOptional() throws {
    struct Plain: ImageLoader {
      func image(at url: URL) async throws -> LoadedImage { LoadedImage(url) }
    }
    #expect(Plain().cachedImage(at: ann) == nil)
  }

  /// An actor and a struct implement the cache too.
  @Test func actorLoaderCanHaveACache() {
    actor Pipeline: ImageLoader {
      func image(at url: URL) async throws -> LoadedImage { LoadedImage(url) }
      nonisolated func cachedImage(at url: URL) -> LoadedImage? { LoadedImage("cached") }
    }
    avatar.selfManagedConfigure(
      imageURL: ann, userID: "1", in: Session(images: Pipeline(), clock: .withoutDelays))
    #expect(avatar.state.image == .loaded(LoadedImage("cached")))
  }

  @Test func failedImageHasTheServicesMessage() async {
    images.failNext(.rejected("This image was removed"))
    avatar.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    await session.imagesLoaded()
    #expect(avatar.state.image == .failed("This image was removed"))
  }

  @Test func loadThatAnObserverOfAFailureStartsIsCanceledWithItsAvatar() async {
    images.failNext(.offline)
    avatar.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    await session.imagesLoaded()
    images.failNext(.offline)  // The second load fails before the call returns.
    beforeChange({ avatar.state }) { [avatar, images] in
      beforeChange({ avatar.state }) {
        images.hold()
        avatar.retryImage()
      }
    }
    avatar.retryImage()
    await images.arrived(3)
    avatar.selfManagedConfigure(imageURL: nil, userID: "1", in: session)
    await mainActorIsIdle()
    #expect(images.canceled == [ann])
    images.release()
  }

  @Test func loadThatNoAvatarShowsIsNotAwaited() async {
    images.hold()
    avatar.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    await images.arrived(1)
    var hasReturned = false
    let wait = Task {
      await session.imagesLoaded()
      hasReturned = true
    }
    await mainActorIsIdle()
    #expect(!hasReturned)
    avatar.detach()
    await mainActorIsIdle()
    #expect(hasReturned)
    wait.cancel()
    images.release()
  }

  @Test func canceledTaskStopsWaitingForImages() async {
    images.hold()
    avatar.selfManagedConfigure(imageURL: ann, userID: "1", in: session)
    let waiting = Task { @MainActor [session] in await session.imagesLoaded() }
    await images.arrived(1)
    waiting.cancel()
    await waiting.value
    #expect(avatar.state.image == .loading)
    images.release()
    await session.imagesLoaded()
  }
}
