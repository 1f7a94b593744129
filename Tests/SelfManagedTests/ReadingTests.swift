import Components
import Fakes
import Foundation
import SelfManaged
import Testing

/// When the session reads, and when it does not.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ReadingTests {
  @Test("an item being read is not read again for a second screen")
  func twoScreensShareOneRead() async {
    let cart = FakeCartService()
    cart["tea"] = 3
    cart.hold()
    let session = Session.fake(cart: cart)
    let (first, second) = (NumberEditor(), NumberEditor())
    first.prepareForCart(productID: "tea", in: session)
    second.prepareForCart(productID: "tea", in: session)
    await cart.arrived(1)
    cart.release()
    await session.settled()
    #expect(cart.calls == [.read(productID: "tea")])
    #expect(second.state.quantity == 3)
  }

  @Test("reads requested synchronously before the session's end are not sent after it")
  func requestedReadsAreNotSentAfterTheEnd() async {
    let (cart, images) = (FakeCartService(), FakeImageLoader())
    let session = Session.fake(cart: cart, images: images)
    NumberEditor().prepareForCart(productID: "tea", in: session)
    AvatarView().selfManagedConfigure(
      imageURL: URL(string: "https://images.example/ann"), userID: "ann", in: session)
    session.end()
    await Task { @MainActor in }.value
    #expect(cart.calls.isEmpty || ImmediateTask.isAvailable)
    #expect(images.calls.isEmpty || ImmediateTask.isAvailable)
  }

  @Test("a read requested synchronously before the network was lost is not sent after it")
  func requestedReadIsNotSentWithoutTheNetwork() async {
    let cart = FakeCartService()
    let session = Session.fake(cart: cart)
    let editor = NumberEditor()
    editor.prepareForCart(productID: "tea", in: session)
    session.isReachable = false
    await Task { @MainActor in }.value
    #expect(cart.calls.isEmpty || ImmediateTask.isAvailable)
    session.isReachable = true
    await session.settled()
    #expect(cart.calls == [.read(productID: "tea")])
  }

  @Test("the items are read in the order of their IDs")
  func refreshReadsInTheOrderOfTheIDs() async {
    let cart = FakeCartService()
    let session = Session.fake(cart: cart)
    let ids = (10..<40).map { "p\($0)" }
    let editors = ids.shuffled().map { id in
      let editor = NumberEditor()
      editor.prepareForCart(productID: id, quantity: 1, in: session)
      return editor
    }
    session.refresh()
    await session.settled()
    #expect(cart.calls == ids.map { .read(productID: $0) })
    withExtendedLifetime(editors) {}
  }

  @Test("an observer that ends the session prevents the read that it was notified of")
  func readIsNotSentAfterAnObserverEndedTheSession() async {
    let cart = FakeCartService()
    let session = Session.fake(cart: cart)
    let editor = NumberEditor()
    editor.prepareForCart(productID: "tea", quantity: 3, in: session)
    let token = session.observe(QuantityIntent.self) { [weak session] _ in session?.end() }
    session.refresh()
    await Task { @MainActor in }.value
    #expect(cart.calls == [])
    token.cancel()
  }

  @Test("a list of unknown age does not replace the read of an item that was not shown")
  func undatedListDoesNotReplaceTheRefresh() async {
    let likes = FakeLikeService()
    let session = Session.fake(likes: likes)
    let like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    like.tap()
    await session.settled()
    let known = like.state.count
    like.detach()
    likes.items["p1"] = LikeAnswer(isLiked: true, count: 20)
    session.refresh()
    like.selfManagedConfigure(isLiked: true, count: known, itemID: "p1", in: session)
    await session.settled()
    #expect(like.state.count == 20)
  }

  @Test func bindingReadsAValueAgainThatCouldNotBeRead() async {
    let likes = FakeLikeService()
    var policy = SessionPolicy()
    policy.likes.retryDelays = []
    let session = Session.fake(likes: likes, policy: policy)
    let (like, other) = (LikeButton(), LikeButton())
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.failNext(.offline)
    session.refresh()
    await session.settled()
    #expect(like.requestStatus.isInDoubt)
    other.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    await session.settled()
    #expect(likes.calls.count == 2)
    #expect(!like.requestStatus.isInDoubt)
  }

  @Test("a refresh during a request is read after it, although its screen has been closed")
  func refreshDuringARequestNeedsNoScreen() async {
    let likes = FakeLikeService()
    let session = Session.fake(likes: likes)
    let like = LikeButton()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.hold()
    like.tap()
    await likes.arrived(1)
    like.detach()
    session.refresh()
    likes.items["p1"] = LikeAnswer(isLiked: true, count: 20)
    likes.release()
    await session.settled()
    #expect(likes.calls.count == 2)
    #expect(likes.sent == [true])
  }
}
