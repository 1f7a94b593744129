import Components
import Fakes
import SelfManaged
import Testing

/// The haptics and announcements of changes.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct FeedbackTests {
  let likes = FakeLikeService()
  let cart = FakeCartService()

  private func change(
    _ cause: ChangeCause, isOwnTap: Bool = false, failure: ServiceError? = nil,
    notice: String? = nil, isAdjusted: Bool = false
  ) -> ManagedChange<Int> {
    var change = ManagedChange(value: 5, cause: cause, failure: failure)
    change.isOwnTap = isOwnTap
    if isAdjusted { change.adjustment = Adjustment(requested: 9, actual: 5, notice: notice) }
    return change
  }

  @Test func feedbackIsAFunctionOfTheChange() {
    func feedback(_ change: ManagedChange<Int>) -> Feedback? { change.feedback { "\($0)" } }
    #expect(feedback(change(.user, isOwnTap: true)) == Feedback(.lightTap))
    #expect(feedback(change(.user)) == nil, "the user tapped another component")
    for cause in [ChangeCause.confirm, .external, .bind, .rollback, .adjust] {
      #expect(feedback(change(cause)) == nil)
    }
    #expect(
      feedback(change(.rollback, failure: .rejected("Sold out")))
        == Feedback(.failure, announcement: "Sold out"))
    #expect(
      feedback(change(.rollback, failure: .offline))
        == Feedback(.failure, announcement: "The change was undone"))
    #expect(
      feedback(change(.adjust, isAdjusted: true))
        == Feedback(.warning, announcement: "Adjusted to 5"))
    #expect(
      feedback(change(.adjust, notice: "Only 5 left", isAdjusted: true))
        == Feedback(.warning, announcement: "Only 5 left"))
  }

  @Test func announcementsHaveChineseWords() {
    let adjusted = change(.adjust, isAdjusted: true).feedback(.simplifiedChinese) { "\($0)" }
    #expect(adjusted?.announcement == "已调整为 5")
    let failed = change(.rollback, failure: .offline).feedback(.simplifiedChinese) { "\($0)" }
    #expect(failed?.announcement == "更改已撤销")
  }

  @Test func onlyTheTappedButtonHasFeedback() async {
    let session = Session.fake(likes: likes)
    var played: [[Feedback]] = [[], [], []]
    let buttons = (0..<3).map { screen in
      let button = LikeButton()
      button.selfManagedConfigure(isLiked: false, count: 10, itemID: "p", in: session)
      button.onFeedback = { played[screen].append($0) }
      return button
    }
    likes.hold()
    likes.failNext(.rejected("Closed"))
    for _ in 0..<5 { buttons[1].tap() }
    await likes.arrived(1)
    likes.release()
    await session.settled()
    let taps = Array(repeating: Feedback(.lightTap), count: 5)
    #expect(played[0].isEmpty && played[2].isEmpty)
    #expect(played[1].filter { $0.announcement == nil } == taps)
    #expect(played[1].count - 5 <= 1)
  }

  @Test func burstWithOneFailureIsAnnouncedOnce() async {
    let session = Session.fake(cart: cart)
    var played: [Feedback] = []
    let editors = (0..<3).map { _ in
      let editor = NumberEditor()
      editor.prepareForCart(productID: "tea", quantity: 1, in: session)
      editor.onFeedback = { played.append($0) }
      return editor
    }
    cart["tea"] = 1
    cart.hold()
    cart.failNext(.rejected("Closed").scoped(to: .session))
    for _ in 0..<5 { editors[0].add() }
    await cart.arrived(1)
    cart.release()
    await session.settled()
    #expect(
      played == Array(repeating: Feedback(.lightTap), count: 5)
        + [Feedback(.failure, announcement: "Closed")])
    #expect(editors.map(\.state.quantity) == [1, 1, 1])
  }

  @Test(arguments: [true, false], [4, 5])
  func clampOfATypedNumberIsAWarning(isManaged: Bool, former: Int) async {
    let editor = NumberEditor()
    let cart = FakeCartService(), rules = QuantityRules(maximum: 5)
    cart["tea"] = former
    let session = Session.fake(cart: cart)
    if isManaged {
      editor.prepareForCart(productID: "tea", quantity: former, rules: rules, in: session)
    } else {
      editor.configure(quantity: former, rules: rules)
    }
    var played: [Feedback] = []
    editor.onFeedback = { played.append($0) }
    editor.edit("9")
    editor.endEditing()
    #expect(played == [Feedback(.warning, announcement: "\(editor.words.adjusted) 5")])
    await session.settled()
    editor.reduce()
    #expect(played.last == Feedback(.lightTap))
    await session.settled()
  }

  @Test func clampByTheServerIsAWarning() async {
    let session = Session.fake(cart: cart)
    cart.stock["tea"] = 1
    let editor = NumberEditor()
    editor.prepareForCart(productID: "tea", quantity: 1, in: session)
    cart["tea"] = 1
    var played: [Feedback] = []
    editor.onFeedback = { played.append($0) }
    editor.add()
    await session.settled()
    #expect(played.map(\.haptic) == [.lightTap, .warning])
    #expect(played.last?.announcement?.isEmpty == false)
  }

  @Test func plainComponentsHaveFeedback() {
    var played: [Feedback] = []
    let like = LikeButton()
    like.onFeedback = { played.append($0) }
    like.tap()
    let editor = NumberEditor()
    editor.onFeedback = { played.append($0) }
    editor.add()
    #expect(played == [Feedback(.lightTap), Feedback(.lightTap)])
  }
}
