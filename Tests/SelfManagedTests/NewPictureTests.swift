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

/// A user's picture changes, and its address does not.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct NewPictureTests {
  let images = FakeImageLoader()
  let session: Session
  let avatar = AvatarView()
  let other = AvatarView()
  let ann: URL
  let old = ImagePhase.loaded(LoadedImage("old"))
  let new = ImagePhase.loaded(LoadedImage("new"))

  init() throws {
    session = .fake(images: images)
    ann = try #require(URL(string: "https://images.example/ann.png"))
    images.images[ann] = LoadedImage("old")
  }

  private func bind(_ avatar: AvatarView, vip: VIPInformation? = nil) {
    avatar.selfManagedConfigure(imageURL: ann, vip: vip, userID: "1", in: session)
  }

  /// Binds both avatars, and awaits their image.
  private func showOldPicture() async {
    bind(avatar)
    bind(other)
    await session.imagesLoaded()
    #expect(avatar.state.image == old && other.state.image == old)
  }

  @Test func cachedPictureReachesAllAvatarsOfTheAddress() async {
    await showOldPicture()
    images.cached[ann] = LoadedImage("new")
    let third = AvatarView()
    bind(third)
    #expect(third.state.image == new)
    #expect(avatar.state.image == new && other.state.image == new)
    #expect(images.calls == [ann])
  }

  @Test func avatarThatIsBoundAgainShowsTheCachedPictureInOneChange() async {
    await showOldPicture()
    images.cached[ann] = LoadedImage("new")
    let shown = StateRecorder { avatar.state }
    let vip = VIPInformation(badge: .gold, label: "VIP 3")
    bind(avatar, vip: vip)
    #expect(shown.states == [.init(imageURL: ann, vip: vip, image: new)])
    #expect(other.state.image == new)
    bind(avatar, vip: vip)
    #expect(shown.states.count == 1)
  }

  @Test func observerOfAnotherAvatarMayBindTheAvatar() async throws {
    let bob = try #require(URL(string: "https://images.example/bob.png"))
    await showOldPicture()
    images.cached[ann] = LoadedImage("new")
    beforeChange({ other.state }) { [avatar, bob, session] in
      avatar.selfManagedConfigure(imageURL: bob, userID: "2", in: session)
    }
    bind(avatar)
    await session.imagesLoaded()
    #expect(avatar.state == .init(imageURL: bob, image: .loaded(LoadedImage(bob))))
    #expect(other.state.image == new)
  }

  @Test func reloadReplacesThePictureInAllAvatars() async {
    await showOldPicture()
    images.images[ann] = LoadedImage("new")
    images.hold()
    let shown = StateRecorder { avatar.state.image }
    session.reloadImage(at: ann)
    await images.arrived(2)
    bind(other)
    #expect(avatar.state.image == old && other.state.image == old)
    images.release()
    await session.imagesLoaded()
    #expect(shown.states == [new])
    #expect(other.state.image == new)
    #expect(images.calls == [ann, ann])
  }

  @Test func failedReloadKeepsThePicture() async {
    await showOldPicture()
    images.failNext(.offline)
    session.reloadImage(at: ann)
    await session.imagesLoaded()
    #expect(images.calls == [ann, ann])
    #expect(avatar.state.image == old)
  }

  @Test func reloadDuringALoadBeginsAgain() async {
    images.hold()
    bind(avatar)
    await images.arrived(1)
    images.images[ann] = LoadedImage("new")
    session.reloadImage(at: ann)
    await images.arrived(2)
    await images.canceled(1)
    #expect(images.canceled == [ann])
    #expect(avatar.state.image == .loading)
    images.release()
    await session.imagesLoaded()
    #expect(avatar.state.image == new)
  }

  @Test func reloadOfAFailedImageAsksTheLoader() async {
    images.failNext(.offline)
    bind(avatar)
    await session.imagesLoaded()
    images.cached[ann] = LoadedImage("old")
    images.images[ann] = LoadedImage("new")
    images.hold()
    session.reloadImage(at: ann)
    #expect(avatar.state.image == .loading)
    await images.arrived(2)
    images.release()
    await session.imagesLoaded()
    #expect(avatar.state.image == new)
  }

  @Test func reloadEndsWithTheLastAvatarOrTheSession() async {
    await showOldPicture()
    images.hold()
    session.reloadImage(at: ann)
    await images.arrived(2)
    avatar.detach()
    #expect(images.canceled.isEmpty)
    session.end()
    await images.canceled(1)
    await session.imagesLoaded()
    #expect(other.state.image == old)
    session.reloadImage(at: ann)
    #expect(images.calls == [ann, ann])
    images.release()
  }

  @Test func imageThatNoAvatarShowsIsNotReloaded() async {
    session.reloadImage(at: ann)
    await session.imagesLoaded()
    #expect(images.calls.isEmpty)
  }
}
