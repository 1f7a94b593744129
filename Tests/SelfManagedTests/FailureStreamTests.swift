import Components
import Fakes
import SelfManaged
import Testing

/// The streams that report the failures of a session.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct FailureStreamTests {
  let likes = FakeLikeService()
  let like = LikeButton()

  @Test func failureIsStreamedWithoutItsComponent() async {
    let session = Session.fake(likes: likes)
    var failures = session.failures().makeAsyncIterator()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.hold()
    like.tap()
    like.detach()
    likes.failNext(.rejected("No"))
    likes.release()
    let failure = await failures.next()
    #expect(failure?.itemID == "p1")
    #expect(failure?.error == .rejected("No"))
    #expect(failure?.intent as? LikeIntent == LikeIntent(isLiked: true))
  }

  @Test func everyStreamReportsAFailure() async {
    let session = Session.fake(likes: likes)
    let streams = [session.failures(), session.failures()]
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.failNext(.rejected)
    like.tap()
    await session.settled()
    session.end()
    for stream in streams {
      var reported: [String] = []
      for await failure in stream { reported.append(failure.itemID) }
      #expect(reported == ["p1"])
    }
  }

  @Test func failureWhoseHandlerEndsTheSessionIsStreamed() async {
    let likes = FakeLikeService(), session = Session.fake(likes: likes)
    likes.failNext(.rejected)
    var failures = session.failures().makeAsyncIterator()
    let hold = session.bind(
      LikeIntent.self, to: "p1", startingAt: LikeValue(isLiked: false, count: 10),
      knowing: LikeAnswer(isLiked: false),
      show: { if $0.failure != nil { session.end() } })
    hold.send(LikeIntent(isLiked: true))
    await session.settled()
    #expect(session.hasEnded)
    #expect(await failures.next()?.itemID == "p1")
    #expect(await failures.next() == nil)
  }

  @Test func releasedSessionEndsItsStream() async {
    var failures = Session.fake().failures().makeAsyncIterator()
    #expect(await failures.next() == nil)
  }

  @Test func streamOfAnEndedSessionEndsAtOnce() async {
    let session = Session.fake()
    session.end()
    var failures = session.failures().makeAsyncIterator()
    #expect(await failures.next() == nil)
  }
}
