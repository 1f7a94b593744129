import Fakes
import SelfManaged
import Testing

/// A guess is no knowledge: an intent that equals it is sent during the first read.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct GuessTests {
  @Test func intentThatEqualsTheGuessIsSentDuringTheFirstRead() async {
    let likes = FakeLikeService(items: ["p1": LikeAnswer(isLiked: true, count: 3)])
    let session = Session.fake(likes: likes)
    likes.hold()
    let binding = session.bind(
      LikeIntent.self, to: "p1", startingAt: LikeValue(isLiked: false, count: 0)
    ) { _ in }
    await likes.arrived(1)
    binding.send(LikeIntent(isLiked: false))
    #expect(binding.value.isLiked == false)
    likes.release()
    await session.settled()
    #expect(likes.sent == [false])
    #expect(likes.items["p1"]?.isLiked == false)
    #expect(binding.value == LikeValue(isLiked: false, count: 2))
  }

  @Test func numberThatEqualsTheGuessIsSentDuringTheFirstRead() async {
    let cart = FakeCartService()
    cart["tea"] = 2
    let session = Session.fake(cart: cart)
    cart.hold()
    let binding = session.bind(
      QuantityIntent.self, to: "tea", startingAt: CartValue(quantity: 0)
    ) { _ in }
    await cart.arrived(1)
    binding.send(.set(0))
    cart.release()
    await session.settled()
    #expect(cart.sent == ["=0"])
    #expect(cart["tea"] == 0)
    #expect(binding.value.quantity == 0)
  }
}
