import Components
import Fakes
import Swift6
import SelfManaged
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct Swift6Tests {
  @Test func everyKindOfServiceWorks() async throws {
    var shown: [Destination] = []
    let session = Session(
      navigator: NavigatorOfAStruct { shown.append($0) }, likes: LikesOfAClass(),
      cart: CartOfAnActor())
    let screen = try Screen(in: session)
    screen.like.tap()
    screen.editor.add()
    screen.avatar.tap()
    await session.settled()
    #expect(screen.like.state.isLiked)
    #expect(screen.editor.state.quantity == 1)
    #expect(shown == [.userProfile("ann")])
    #expect(screen.toasts.isEmpty)
  }

  @Test func failureReachesTheScreen() async throws {
    let likes = FakeLikeService()
    let session = Session.fake(likes: likes)
    let screen = try Screen(in: session)
    likes.failNext(.rejected("No"))
    screen.like.tap()
    await session.settled()
    #expect(!screen.like.state.isLiked)
    #expect(screen.toasts == ["No"])
  }

  @Test func servicesPassTheirContracts() async throws {
    try await LikeServiceContract(LikesOfAClass(), itemID: "p1").check()
    try await CartServiceContract(CartOfAnActor(), productID: "tea").check()
  }
}
