import Components
import Fakes
import SelfManaged
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The session whose services are fakes.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct SessionFakeTests {
  @Test func aSessionWithoutArgumentsServesAllComponents() async {
    let session = Session.fake()
    let like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    let editor = NumberEditor()
    editor.prepareForCart(productID: "tea", in: session)
    await session.settled()
    like.tap()
    editor.add()
    await session.settled()
    #expect(like.state == .init(isLiked: true, count: 11, change: .user))
    #expect(editor.state == .init(quantity: 1, change: .user))
    #expect(session.navigator is FakeNavigator)
  }

  @Test func givenServicesAreUsed() async throws {
    let navigator = FakeNavigator()
    let likes = FakeLikeService()
    let cart = FakeCartService()
    let images = FakeImageLoader()
    let session = Session.fake(navigator: navigator, likes: likes, cart: cart, images: images)
    let url = try #require(URL(string: "https://example.org/ada.png"))
    let avatar = AvatarView()
    avatar.selfManagedConfigure(imageURL: url, userID: "42", in: session)
    let like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    let editor = NumberEditor()
    editor.prepareForCart(productID: "tea", quantity: 0, in: session)
    avatar.tap()
    like.tap()
    editor.add()
    await session.settled()
    await images.arrived(1)
    await navigator.arrived(1)
    #expect(navigator.shown == [.userProfile("42")])
    #expect(likes.sent == [true])
    #expect(cart.sent == ["+1"])
    #expect(images.calls == [url])
  }

  @Test func keysRepeatInEveryRun() async {
    var runs: [[FakeLikeService.Call]] = []
    for _ in 1...2 {
      let likes = FakeLikeService()
      let session = Session.fake(likes: likes)
      let like = LikeButton()
      like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
      like.tap()
      await session.settled()
      like.tap()
      await session.settled()
      runs.append(likes.calls)
    }
    #expect(runs[0] == runs[1])
    #expect(Set(runs[0]).count == 2)
  }

  @Test func givenPolicyIsUsed() async {
    var policy = SessionPolicy()
    policy.likes.retryDelays = []
    let likes = FakeLikeService()
    let session = Session.fake(likes: likes, policy: policy)
    let like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.loseNextReply()
    like.tap()
    await session.settled()
    #expect(likes.sent == [true])
    #expect(likes.calls.contains(.read(itemID: "p1")))
  }

  @Test func aDelayOfZeroNeedsNoClock() async {
    var policy = SessionPolicy()
    policy.likes.retryDelays = [.zero]
    let likes = FakeLikeService()
    let session = Session.fake(likes: likes, policy: policy)
    let like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.loseNextReply()
    like.tap()
    await session.settled()
    #expect(likes.sent == [true, true])
    #expect(like.state == .init(isLiked: true, count: 11, change: .user))
  }

  @Test func sessionsOfOneServiceShareNoKey() async {
    let cart = FakeCartService()
    let first = Session.fake(cart: cart), second = Session.fake(cart: cart)
    let here = NumberEditor(), there = NumberEditor()
    here.prepareForCart(productID: "tea", quantity: 0, in: first)
    there.prepareForCart(productID: "tea", quantity: 0, in: second)
    here.add()
    await first.settled()
    there.add()
    await second.settled()
    #expect(cart["tea"] == 2)
  }
}
