import Components
import Fakes
import SelfManaged
import Testing

/// A failure for the lane or for the whole session.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct FailureScopeTests {
  let likes = FakeLikeService()

  @Test("a failure for the whole session fails no tap that is made on its item when it is shown")
  func tapsInTheHandlerOfAFailureAreSent() async {
    let session = Session.fake(likes: likes)
    let page = EventTable(), button = LikeButton()
    let responder = TableResponder(page)
    button.nextResponder = responder
    var failures = 0
    page.on(TapFailed.self) { _, _ in
      failures += 1
      for _ in 1...2 where failures == 1 { button.tap() }
      return .stop
    }
    button.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.failNext(.rejected.scoped(to: .session))
    button.tap()
    await session.settled()
    #expect(failures == 1)
    #expect(likes.sent == [true, true, false])
  }
}

private final class TableResponder: Responder {
  weak var nextResponder: (any Responder)?
  let table: EventTable
  var eventHandling: (any EventHandling)? { table }
  init(_ table: EventTable) { self.table = table }
}
