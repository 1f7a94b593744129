import Components
import Fakes
import SelfManaged
import Testing

@testable import MainActorByDefault

@Suite(.timeLimit(.minutes(10)))
struct MainActorByDefaultTests {
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

  @Test func customValueIsRolledBack() async {
    let session = Session.fake(), wire = FakeWire()
    var shown: [Stars] = []
    session.register(StarsIntent.self) { _ in
      Transport(send: { intent, _ in try await wire.carry { StarsAnswer(mine: intent.mine) } })
    }
    let binding = session.bind(
      StarsIntent.self, to: "film", startingAt: Stars(), knowing: StarsAnswer(mine: 0, voters: 0)
    ) { shown.append($0.value) }
    wire.failNext(.offline)
    binding.send(StarsIntent(mine: 5))
    await session.settled()
    #expect(shown == [Stars(), Stars(mine: 5, voters: 1), Stars()])
  }

  @Test func ruleChecksCustomValue() {
    let form = ValidationManager.fake(), place = Place()
    form.add(
      place, key: "address", through: FieldAccess(title: { _ in "Address" }, value: { $0.address }),
      [hasCity])
    #expect(!form.check().isSuccess)
    place.address.city = "Beijing"
    #expect(form.check().isSuccess)
  }

  @Test func servicesPassTheirContracts() async throws {
    try await LikeServiceContract(LikesOfAClass(), itemID: "p1").check()
    try await CartServiceContract(CartOfAnActor(), productID: "tea").check()
  }
}

/// The app's own field.
private final class Place {
  var address = Address(city: "")
}
