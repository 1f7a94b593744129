import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// The records of a kind arrive in the order of the events, each with the state after its event.
@MainActor
struct RecordOrderTests {
  @Test func observerOfTheUndoOffersDoesNotOvertakeTheRecord() {
    var policy = SessionPolicy()
    policy.cart.grace = .seconds(5)
    let cart = FakeCartService(), editor = NumberEditor()
    let session = Session.fake(cart: cart, policy: policy, clock: FakeClock())
    editor.prepareForCart(productID: "tea", quantity: 2, in: session)
    var records: [ItemRecord<QuantityIntent>] = []
    session.observe(QuantityIntent.self) { records.append($0) }
    beforeChange({ session.undoable }) { editor.add() }
    editor.edit("0")
    editor.endEditing()
    let times = records.map(\.at)
    #expect(times == times.sorted())
    #expect(records.first { $0.tapped == .set(0) }?.displayed.quantity == 0)
  }

  @Test func eventAfterTheEndHasATimeOfItsOwn() {
    let session = Session.fake(), first = LikeButton(), second = LikeButton()
    first.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    second.selfManagedConfigure(isLiked: false, count: 10, itemID: "q", in: session)
    var times: [LogicalTime] = []
    session.observe(LikeIntent.self) { [unowned session] record in
      times.append(record.at)
      guard session.hasEnded, times.count == 1 else { return }
      session.receive(LikeAnswer(isLiked: true, count: 3), of: LikeIntent.self, for: "q")
    }
    session.end()
    #expect(times == times.sorted())
    #expect(Set(times).count == times.count)
    #expect(times.count > 2)
  }

  @Test func tapWhileTheSessionEndsHasATimeOfItsOwn() {
    let likes = FakeLikeService(), first = LikeButton(), second = LikeButton()
    let session = Session.fake(likes: likes)
    likes.hold()
    first.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
    second.selfManagedConfigure(isLiked: false, count: 10, itemID: "q", in: session)
    for button in [first, second, first, second] { button.tap() }
    var times: [LogicalTime] = []
    session.observe(LikeIntent.self) { times.append($0.at) }
    beforeChange({ first.requestStatus }) { second.tap() }
    session.end()
    #expect(times == times.sorted())
    #expect(Set(times).count == times.count)
    #expect(times.count > 2)
    likes.release()
  }
}
