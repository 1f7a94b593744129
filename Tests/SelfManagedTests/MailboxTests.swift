import Fakes
import SelfManaged
import Testing

/// A session calls the app in the order of the events, whichever items they concern.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct MailboxTests {
  private func bind(
    _ id: String, in session: Session,
    _ show: @escaping @MainActor (ManagedChange<LikeValue>) -> Void
  ) -> ItemBinding<LikeIntent> {
    session.bind(
      to: id, startingAt: LikeValue(isLiked: false, count: 1),
      knowing: LikeAnswer(isLiked: false, count: 1), show: show)
  }

  @Test func changeOfAnotherItemFollowsTheCurrentOne() {
    let session = Session.fake()
    var shown: [String] = []
    let bindings = ["first", "second"].map { name in
      bind("p", in: session) { [unowned session] change in
        shown.append("\(name) \(change.value.count)")
        guard name == "first", change.value.count == 5 else { return }
        session.receive(LikeAnswer(isLiked: false, count: 7), of: LikeIntent.self, for: "q")
      }
    }
    let other = bind("q", in: session) { shown.append("other \($0.value.count)") }
    shown = []
    session.receive(LikeAnswer(isLiked: false, count: 5), of: LikeIntent.self, for: "p")
    #expect(shown == ["first 5", "second 5", "other 7"])
    for binding in bindings + [other] { binding.unbind() }
  }

  /// The value is decided at once; only the calls wait.
  @Test func valueChangesBeforeANestedTapReturns() async {
    let session = Session.fake()
    var values: [Int] = []
    let other = bind("q", in: session) { _ in }
    let first = bind("p", in: session) { change in
      guard change.value.count == 5 else { return }
      other.send(LikeIntent(isLiked: true))
      values.append(other.value.count)
    }
    session.receive(LikeAnswer(isLiked: false, count: 5), of: LikeIntent.self, for: "p")
    #expect(values == [2])
    await session.settled()
    for binding in [first, other] { binding.unbind() }
  }
}
