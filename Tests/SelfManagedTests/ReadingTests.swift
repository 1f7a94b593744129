import Components
import Fakes
import Foundation
import SelfManaged
import Testing

/// When the session reads, and when it does not.
@MainActor
@Suite(.timeLimit(.minutes(10)))
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
}
