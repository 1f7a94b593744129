import Components
import Fakes
import SelfManaged
import Testing

/// An observer of a session's items can be canceled, and its description is readable.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ObservationTokenTests {
  let session = Session.fake()
  let like = LikeButton()

  private func bind() {
    like.selfManagedConfigure(isLiked: false, count: 10, itemID: "p1", in: session)
  }

  @Test func aCanceledObserverIsNotCalled() async {
    var events = 0, others = 0
    let token = session.observe(LikeIntent.self) { _ in events += 1 }
    session.observe(LikeIntent.self) { _ in others += 1 }
    bind()
    like.tap()
    await session.settled()
    #expect(events > 0)
    #expect(events == others)
    let before = events
    token.cancel()
    token.cancel()
    like.tap()
    await session.settled()
    #expect(events == before)
    #expect(others > before)
  }

  @Test func observerCanceledByAnotherIsNotCalled() {
    var second: ItemObservation?
    var order: [Int] = []
    session.observe(LikeIntent.self) { _ in
      order.append(1)
      second?.cancel()
    }
    second = session.observe(LikeIntent.self) { _ in order.append(2) }
    session.observe(LikeIntent.self) { _ in order.append(3) }
    bind()
    #expect(Array(order.prefix(2)) == [1, 3])
    #expect(!order.contains(2))
  }

  @Test func aCanceledObserverIsReleased() {
    final class Kept {}
    weak var kept: Kept?
    let token: ItemObservation
    do {
      let object = Kept()
      kept = object
      token = session.observe(LikeIntent.self) { _ in _ = object }
    }
    #expect(kept != nil)
    token.cancel()
    #expect(kept == nil)
  }

  /// The observer's closure is released outside every access, since a deinit may add an observer.
  @Test func observerMayRegisterAnotherOnRelease() {
    final class Kept: Sendable {
      let session: Session
      init(_ session: Session) { self.session = session }
      deinit {
        let session = session
        MainActor.assumeIsolated { session.observe(LikeIntent.self) { _ in }.cancel() }
      }
    }
    weak var kept: Kept?
    let token: ItemObservation
    do {
      let object = Kept(session)
      kept = object
      token = session.observe(LikeIntent.self) { _ in _ = object }
    }
    token.cancel()
    #expect(kept == nil)
  }

  @Test func aTokenKeepsNoSessionAlive() {
    weak var former: Session?
    let token: ItemObservation
    do {
      let session = Session.fake()
      former = session
      token = session.observe(LikeIntent.self) { _ in }
    }
    #expect(former == nil)
    token.cancel()
  }

  @Test func aLogicalTimePrintsItsNumber() {
    let first = session.beginRead(), second = session.beginRead()
    #expect("\(first)" == "t1")
    #expect("\(second)" == "t2")
  }
}
