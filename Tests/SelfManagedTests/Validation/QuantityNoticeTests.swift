import Components
import Fakes
import SelfManaged
import Testing

/// The messages for adjusted and refused quantities.
@MainActor
struct QuantityNoticeTests {
  @Test(arguments: [
    (QuantityNotice.adjusted(requested: 1, actual: 2, rule: .minimum(2)), "At least 2", "最少2件"),
    (.adjusted(requested: 9, actual: 3, rule: .maximum(3)), "At most 3", "最多3件"),
    (.adjusted(requested: 5, actual: 4, rule: .step(2)), "In steps of 2", "数量须按2件递增"),
    (
      .adjusted(requested: 5, actual: 4, rule: .server(nil)), "The quantity was changed to 4",
      "数量已调整为4"
    ),
    (
      .adjusted(requested: 5, actual: 4, rule: .server("")), "The quantity was changed to 4",
      "数量已调整为4"
    ),
    (.invalid(text: " ", problem: .empty), "Please enter a number", "请输入数量"),
    (.invalid(text: "x", problem: .notANumber), "“x” is not a number", "“x”不是有效的数量"),
    (.invalid(text: "1.5", problem: .fraction), "Please enter a whole number", "请输入整数"),
    (.invalid(text: "-1", problem: .negative), "Please enter 0 or more", "数量不能小于0"),
    (.invalid(text: "9e99", problem: .overflow), "This number is too large", "数量过大"),
    (.refused(nil), "The quantity could not be changed", "数量修改失败"),
    (.refused(""), "The quantity could not be changed", "数量修改失败"),
    (.limited(maximum: 3), "No more than 3 available", "最多可购买3件"),
    (.limited(maximum: nil), "No more available", "已达数量上限"),
  ])
  func noticeHasAMessage(_ notice: QuantityNotice, english: String, chinese: String) {
    #expect(notice.message() == english)
    #expect(notice.message(in: .simplifiedChinese) == chinese)
  }

  @Test func messageOfTheServerComesFirst() {
    #expect(QuantityNotice.refused("Sold out").message(in: .simplifiedChinese) == "Sold out")
    #expect(
      QuantityNotice.adjusted(requested: 5, actual: 4, rule: .server("Only 4 left")).message()
        == "Only 4 left")
  }

  @Test func anotherLanguageHasItsOwnPhrase() {
    var french = MessageLanguage("fr") { "\($0.title) n’est pas valable" }
    #expect(QuantityNotice.refused(nil).message(in: french) == "The quantity could not be changed")
    french.noticePhrase = { _ in "La quantité n’a pas changé" }
    #expect(QuantityNotice.refused(nil).message(in: french) == "La quantité n’a pas changé")
  }

  @Test func limitHasTheSameTextInNoticeAndError() {
    var german = MessageLanguage("de") { "\($0.title) ist ungültig" }
    #expect(QuantityNotice.limited(maximum: 3).message(in: german) == "No more than 3 available")
    german[ServiceError.Code.limit] = { "Höchstens \($0.maximum ?? 0)" }
    german.noticePhrase = { _ in "Nicht geändert" }
    #expect(QuantityNotice.limited(maximum: 3).message(in: german) == "Höchstens 3")
    #expect(ServiceError.limit(3).message(in: german) == "Höchstens 3")
  }

  @Test(arguments: [
    (ServiceError.limit(3), "No more than 3 available", "最多可购买3件"),
    (ServiceError(.limit), "No more available", "已达数量上限"),
    (.limit(3, "Only 3 for you"), "Only 3 for you", "Only 3 for you"),
  ])
  func refusalByALimitHasOneText(_ error: ServiceError, english: String, chinese: String) async {
    let cart = FakeCartService(), editor = NumberEditor()
    let session = Session.fake(cart: cart)
    let item = editor.prepareForCart(productID: "tea", in: session)
    await session.settled()
    cart.failNext(error)
    editor.edit("8")
    editor.endEditing()
    await session.settled()
    #expect(editor.state.quantity == 0)
    #expect(editor.requestStatus.failure == english)
    #expect(editor.state.notice?.message() == english)
    #expect(editor.state.notice?.message(in: .simplifiedChinese) == chinese)
    #expect(item.failure?.message(in: .simplifiedChinese) == chinese)
  }

  @Test func accessibilityHasChineseWords() {
    let like = LikeButton()
    like.words = .simplifiedChinese
    like.configure(isLiked: true, count: 3)
    #expect(like.accessibility.value?.hasPrefix("打开") == true)
    #expect(AccessibilityWords.simplifiedChinese.increment == "增加")
    #expect(AccessibilityWords.simplifiedChinese.decrement == "减少")
  }
}
