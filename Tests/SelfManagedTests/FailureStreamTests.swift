import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// The streams that report the failures of a session.
@MainActor
@Suite(.timeLimit(.minutes(30)))
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

  @Test(arguments: ["record", "activity", "status"])
  func failureWhoseObserverEndsTheSessionIsStreamed(observer: String) async {
    let session = Session.fake(likes: likes)
    var failures = session.failures().makeAsyncIterator()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    session.observe(LikeIntent.self) { [unowned session] record in
      if observer == "record", record.cause == .rollback { session.end() }
    }
    likes.hold()
    like.tap()
    await likes.arrived(1)
    switch observer {
    case "activity": beforeChange({ session.activity.isPending }) { session.end() }
    case "status": beforeChange({ like.requestStatus }) { session.end() }
    default: break
    }
    likes.failNext(.rejected("No"))
    likes.release()
    await mainActorIsIdle()
    #expect(session.hasEnded)
    #expect(await failures.next()?.error == .rejected("No"))
    #expect(await failures.next() == nil)
  }

  @Test func tapWhileTheSessionEndsIsNotStreamed() async {
    let session = Session.fake(likes: likes)
    var failures = session.failures().makeAsyncIterator()
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
    likes.hold()
    like.tap()
    like.tap()
    await likes.arrived(1)
    beforeChange({ like.state }) { [like] in like.tap() }
    session.end()
    #expect(await failures.next() == nil)
    likes.release()
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
