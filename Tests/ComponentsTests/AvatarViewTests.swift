import Components
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An avatar as an app uses it without `SelfManaged`.
@MainActor
struct AvatarViewTests {
  let avatar = AvatarView(label: "Ada")
  let gold = VIPInformation(badge: .gold, label: "Gold member")
  let url: URL

  init() throws { url = try #require(URL(string: "https://example.org/ada.png")) }

  @Test func aNewAvatarShowsNothing() {
    #expect(avatar.state == .init(imageURL: nil, vip: nil, image: .empty))
    #expect(AvatarView().label == "Avatar")
  }

  @Test func imageIsLoadingOnlyWithAnAddress() {
    avatar.configure(imageURL: url, vip: gold)
    #expect(avatar.state == .init(imageURL: url, vip: gold, image: .loading))
    avatar.configure(imageURL: nil)
    #expect(avatar.state == .init(imageURL: nil, vip: nil, image: .empty))
  }

  @Test(arguments: [
    ImagePhase.empty, .loading, .loaded(LoadedImage("picture")), .failed("No network"),
  ])
  func newPhaseChangesOnlyThePhase(phase: ImagePhase) {
    avatar.configure(imageURL: url, vip: gold)
    avatar.show(image: phase)
    #expect(avatar.state == .init(imageURL: url, vip: gold, image: phase))
  }

  @Test func onlyChangesNotifyAndEachOnce() {
    let published = StateRecorder { [avatar] in avatar.state }
    avatar.configure(imageURL: url, vip: gold)
    #expect(published.count == 1)
    avatar.configure(imageURL: url, vip: gold)
    avatar.show(image: .loading)
    #expect(published.count == 1)
    avatar.show(image: .failed("No network"))
    #expect(published.states.map(\.image) == [.loading, .failed("No network")])
  }

  @Test func tapCallsOnTapOnceAndChangesNothing() {
    var taps = 0
    avatar.onTap = { taps += 1 }
    avatar.configure(imageURL: url)
    let published = StateRecorder { [avatar] in avatar.state }
    avatar.tap()
    #expect(taps == 1)
    #expect(published.count == 0)
  }

  @Test func configuringMayReplaceOnTap() {
    var calls: [String] = []
    avatar.configure(imageURL: url) { calls.append("first") }
    avatar.configure(imageURL: nil)
    avatar.tap()
    avatar.configure(imageURL: url) { calls.append("second") }
    avatar.tap()
    #expect(calls == ["first", "second"])
  }

  @Test func behaviorHandlesTheTapBeforeOnTap() {
    var calls: [String] = []
    avatar.onTap = { calls.append("onTap") }
    avatar.attach(.init(tap: { calls.append("behavior") }))
    avatar.tap()
    #expect(calls == ["behavior", "onTap"])
  }

  @Test func retryReachesTheBehaviorIfThereIsOne() {
    var retries = 0
    avatar.configure(imageURL: url)
    avatar.show(image: .failed("No network"))
    avatar.retryImage()
    #expect(avatar.state.image == .failed("No network"))
    avatar.attach(.init(tap: {}, retryImage: { retries += 1 }))
    avatar.retryImage()
    #expect(retries == 1)
  }

  @Test func configuringDetachesTheBehaviorOnce() {
    var calls: [String] = []
    avatar.attach(
      .init(
        tap: { calls.append("tap") }, retryImage: { calls.append("retry") },
        detached: { calls.append("detached") }))
    #expect(avatar.isManaged)
    avatar.configure(imageURL: url)
    avatar.configure(imageURL: url)
    avatar.tap()
    avatar.retryImage()
    #expect(!avatar.isManaged)
    #expect(calls == ["detached"])
  }

  @Test func detachingKeepsTheStateAndAttachingReplaces() {
    var calls: [String] = []
    avatar.configure(imageURL: url, vip: gold)
    avatar.attach(.init(tap: {}, detached: { calls.append("first") }))
    avatar.attach(.init(tap: {}, detached: { calls.append("second") }))
    #expect(calls == ["first"])
    avatar.detach()
    avatar.detach()
    #expect(calls == ["first", "second"])
    #expect(avatar.state == .init(imageURL: url, vip: gold, image: .loading))
  }

  @Test func appCanAddBadges() {
    let badge = VIPInformation.Badge(rawValue: "founder")
    #expect(badge != .gold)
    #expect(badge != .standard)
    #expect(badge == VIPInformation.Badge(rawValue: "founder"))
    #expect(VIPInformation(badge: badge, label: "Founder") != gold)
  }
}
