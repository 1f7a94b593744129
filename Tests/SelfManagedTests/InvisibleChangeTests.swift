import Components
import Fakes
import SelfManaged
import Testing

/// Changes that the user can't see: another limit, a quantity that becomes known, an average.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct InvisibleChangeTests {
  let cart = FakeCartService()
  let editor = NumberEditor()

  @Test("a number being typed survives changes that keep the displayed number")
  func typedNumberSurvivesInvisibleChanges() async {
    let session = Session.fake(cart: cart)
    cart.hold()
    editor.prepareForCart(productID: "tea", in: session)
    await cart.arrived(1)
    editor.edit("5")
    cart.release()
    await session.settled()
    #expect(editor.state.text == "5")
    let limits = QuantityLimits(maximum: 20)
    session.receive(CartAnswer(quantity: 0, limits: limits), of: QuantityIntent.self, for: "tea")
    #expect(editor.state.rules.maximum == 20)
    session.refresh()
    await session.settled()
    #expect(editor.state.text == "5")
    #expect(editor.state.rules.maximum == .max)
    editor.endEditing()
    await session.settled()
    #expect(cart.sent == ["=5"])
  }

  @Test func noticeSurvivesInvisibleChanges() async {
    let session = Session.fake(cart: cart)
    editor.prepareForCart(productID: "tea", quantity: 3, in: session)
    editor.edit("abc")
    editor.endEditing()
    let notice = editor.state.notice
    #expect(notice != nil)
    let limits = QuantityLimits(maximum: 20)
    session.receive(CartAnswer(quantity: 3, limits: limits), of: QuantityIntent.self, for: "tea")
    #expect(editor.state.notice == notice)
  }

  @Test("an invisible change has its own cause, not that of the last visible one")
  func invisibleChangeHasItsOwnCause() async {
    let session = Session.fake()
    var causes: [ChangeCause] = []
    session.register(RatingIntent.self) { _ in
      Transport { intent, _ in RatingAnswer(stars: intent.stars, average: 4) }
    }
    let hold = session.bind(
      RatingIntent.self, to: "film", startingAt: Rating(),
      knowing: RatingAnswer(stars: 0, average: 3),
      show: { causes.append($0.cause) })
    hold.send(RatingIntent(stars: 5))
    await session.settled()
    session.receive(RatingAnswer(average: 2), of: RatingIntent.self, for: "film")
    #expect(hold.value == Rating(stars: 5, average: 2))
    #expect(causes == [.bind, .user, .confirm, .external])
  }
}

/// The user's own stars, which are displayed, and the average, which changes often.
private struct Rating: Hashable {
  var stars = 0
  var average = 0
}

private struct RatingAnswer: ServerAnswer {
  var stars: Int?
  var average: Int?
  var version: Int?
}

private struct RatingIntent: OptimisticIntent {
  var stars: Int

  func applied(to value: Rating) -> Rating { Rating(stars: stars, average: value.average) }

  func adjustment(
    requested: Rating, actual: Rating, answer: RatingAnswer
  ) -> Adjustment<Rating>? {
    actual.stars == stars ? nil : Adjustment(requested: requested, actual: actual)
  }

  static func value(from answer: RatingAnswer, over predicted: Rating, before: Rating) -> Rating {
    Rating(
      stars: answer.stars ?? predicted.stars, average: answer.average ?? predicted.average)
  }

  static func isVisuallyEqual(_ first: Rating, _ second: Rating) -> Bool {
    first.stars == second.stars
  }
}
