import Components
import Fakes
import SelfManaged
import Testing

/// List data with versions and limits.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct VersionedListTests {
  let likes = FakeLikeService()
  let cart = FakeCartService()
  let session: Session
  let like = LikeButton()
  let editor = NumberEditor()

  init() { session = .fake(likes: likes, cart: cart) }

  @Test func olderVersionIsIgnored() {
    like.selfManagedConfigure(isLiked: true, count: 11, version: 5, itemID: "p1", in: session)
    like.selfManagedConfigure(isLiked: false, count: 10, version: 4, itemID: "p1", in: session)
    #expect(like.state == .init(isLiked: true, count: 11))
    like.selfManagedConfigure(isLiked: false, count: 10, version: 6, itemID: "p1", in: session)
    #expect(like.state == .init(isLiked: false, count: 10))
    editor.prepareForCart(productID: "tea", quantity: 7, version: 5, in: session)
    editor.prepareForCart(productID: "tea", quantity: 3, version: 4, in: session)
    #expect(editor.state.quantity == 7)
  }

  @Test func limitsOfTheListApply() async {
    cart["tea"] = 2
    cart.hold()
    editor.prepareForCart(
      productID: "tea", quantity: 2, limits: QuantityLimits(minimum: 2, maximum: 3), in: session)
    #expect(editor.state.rules.minimum == 2)
    #expect(editor.state.rules.maximum == 3)
    editor.add()
    #expect(!editor.state.canAdd)
    cart.release()
    await session.settled()
  }

  @Test func limitsApplyWhileTheQuantityIsRead() async {
    cart["tea"] = 4
    cart.hold()
    editor.prepareForCart(productID: "tea", limits: QuantityLimits(maximum: 5), in: session)
    #expect(editor.state.rules.maximum == 5)
    #expect(editor.state.quantity == 0)
    await cart.arrived(1)
    cart.release()
    await session.settled()
    #expect(editor.state.quantity == 4)
  }
}
