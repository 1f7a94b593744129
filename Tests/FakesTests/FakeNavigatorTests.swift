import Components
import Fakes
import SelfManaged
import Testing

/// The navigator that records destinations.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct FakeNavigatorTests {
  let navigator = FakeNavigator()

  @Test func destinationsAreRecordedInOrder() {
    #expect(navigator.shown == [])
    navigator.show(.userProfile("42"))
    navigator.show(.signIn)
    navigator.show(.userProfile("42"))
    #expect(navigator.shown == [.userProfile("42"), .signIn, .userProfile("42")])
  }

  @Test func arrivedReturnsAtTheRequestedCount() async {
    let navigator: any Navigator = navigator
    let task = Task { await navigator.show(.product("tea")) }
    await self.navigator.arrived(1)
    #expect(self.navigator.shown == [.product("tea")])
    await task.value
    await self.navigator.arrived(1)
  }

  @Test func aTapOnAnAvatarIsRecordedOnce() async {
    let avatar = AvatarView()
    avatar.selfManagedConfigure(imageURL: nil, userID: "42", navigator: navigator)
    avatar.tap()
    await navigator.arrived(1)
    #expect(navigator.shown == [.userProfile("42")])
  }
}
