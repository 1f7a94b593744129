import Components
import Fakes
import Foundation
import SelfManaged
import TestSupport
import Testing

/// Failures as messages.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct MessageLanguageTests {
  nonisolated static let failures: [(RuleFailure, english: String, chinese: String)] = [
    (.init(.required), "NAME must not be empty", "NAME不能为空"),
    (.init(.unselected), "NAME must be selected", "请选择NAME"),
    (.init(.digits), "NAME may contain only the digits 0 to 9", "NAME只能输入数字"),
    (.init(.minDigits, 5), "NAME must have at least five digits", "NAME至少5位"),
    (.init(.minDigits, 1), "NAME must have at least one digit", "NAME至少1位"),
    (.init(.minDigits, 2), "NAME must have at least two digits", "NAME至少2位"),
    (.init(.minDigits, 11), "NAME must have at least 11 digits", "NAME至少11位"),
    (.init(.tooShort, 10), "NAME must have at least ten characters", "NAME至少10个字符"),
    (.init(.tooShort, 1), "NAME must have at least one character", "NAME至少1个字符"),
    (.init(.minDigits, UInt8(5)), "NAME must have at least five digits", "NAME至少5位"),
    (.init(.tooShort, Int64(1)), "NAME must have at least one character", "NAME至少1个字符"),
    (
      .init(.tooShort, UInt64.max), "NAME must have at least 18446744073709551615 characters",
      "NAME至少18446744073709551615个字符"
    ),
    (.init(.tooLong, 20), "NAME must have at most 20 characters", "NAME最多20个字符"),
    (.init(.tooLong, 0), "NAME must have at most no characters", "NAME最多0个字符"),
    (.init(.tooLong, -1), "NAME must have at most -1 characters", "NAME最多-1个字符"),
    (.init(.tooSmall, 5), "NAME must be at least 5", "NAME不能小于5"),
    (.init(.tooLarge, 0.5), "NAME must be at most 0.5", "NAME不能大于0.5"),
    (.init(.tooLarge, 1.0), "NAME must be at most 1", "NAME不能大于1"),
    (.init(.tooSmall, -20.0), "NAME must be at least -20", "NAME不能小于-20"),
    (.init(.tooSmall, Float(5)), "NAME must be at least 5", "NAME不能小于5"),
    (.init(.tooSmall, -0.0), "NAME must be at least 0", "NAME不能小于0"),
    (
      .init(.tooSmall, 1e16), "NAME must be at least 10000000000000000", "NAME不能小于10000000000000000"
    ),
    (.init(.notBefore, 5), "NAME must be less than 5", "NAME必须小于5"),
    (.init(.notAfter, 5), "NAME must be greater than 5", "NAME必须大于5"),
    (.init(.notAccepted), "NAME must be accepted", "请勾选NAME"),
    (.init(.notOffered), "NAME is not among the choices", "NAME不在可选范围内"),
    (.init(.mismatch), "NAME must match ", "NAME与不一致"),
    (.init(.email), "NAME must be an e-mail address", "NAME格式不正确"),
    (.init(.url), "NAME must be a web address", "NAME格式不正确"),
    (
      .init(.chinaMobile), "NAME must be a mainland China mobile number", "NAME格式不正确"
    ),
    (.init(.chinaResidentID), "NAME must be a Chinese resident ID number", "NAME格式不正确"),
    (.init(.pattern), "NAME has an invalid format", "NAME格式不正确"),
    (.init(.taken), "NAME is already taken", "NAME已被使用"),
    (.server("Not today"), "Not today", "Not today"),
    (.init(.pending), "NAME is still being checked", "正在校验NAME，请稍候"),
    (
      .init(.unanswered, "offline"), "NAME could not be checked; please try again",
      "暂时无法校验NAME，请重试"
    ),
    (.init(.alreadySubmitting), "The form is already being submitted", "正在提交，请勿重复操作"),
    (.init(.canceled), "The submission was canceled", "提交已取消"),
    (.init(.noRules), "NAME could not be checked", "无法校验NAME"),
    (.init(.notAttached, "Box"), "This field could not be checked", "无法校验该项"),
    (.init(.noFields), "The form could not be checked", "无法校验表单"),
    (.init(.unreadable), "NAME could not be checked", "无法校验NAME"),
    (.init("unheard-of"), "NAME is not valid", "NAME不符合要求"),
  ]

  @Test("every code has words in both languages")
  func everyCodeHasAMessage() {
    for (failure, english, chinese) in Self.failures {
      #expect(MessageLanguage.english.text(of: failure, title: "NAME") == english)
      #expect(MessageLanguage.simplifiedChinese.text(of: failure, title: "NAME") == chinese)
    }
    let codes = Set(Self.failures.map(\.0.code))
    #expect(codes.count == 29)
    for code in codes where code != "unheard-of" {
      #expect(MessageLanguage.english[code] != nil, "\(code)")
      #expect(MessageLanguage.simplifiedChinese[code] != nil, "\(code)")
    }
  }

  @Test func languageWithoutAServerPhraseShowsTheServersWords() {
    var german = MessageLanguage("de") { "\($0.title) ist ungültig" }
    let email = field("email", "a@b.de"), form = ValidationManager.fake(language: german)
    form.add(email, [.required])
    form.receive(["email": .server("Schon registriert")])
    #expect(email.shows == "Schon registriert")
    #expect(german.text(of: .server(""), title: "E-Mail") == "E-Mail ist ungültig")
    german[.server] = { "Server: \($0.text())" }
    form.language = german
    #expect(email.shows == "Server: Schon registriert")
  }

  @Test(arguments: [RuleFailure.server(""), RuleFailure(.server)])
  func emptyPhraseIsReplacedByTheOtherPhrase(_ failure: RuleFailure) {
    #expect(MessageLanguage.english.text(of: failure, title: "Name") == "Name is not valid")
    #expect(MessageLanguage.simplifiedChinese.text(of: failure, title: "姓名") == "姓名不符合要求")
  }

  @Test func datesAreWrittenAsDays() throws {
    let noon = try #require(
      Calendar(identifier: .gregorian).date(
        from: DateComponents(year: 2026, month: 1, day: 31, hour: 12)))
    let early = RuleFailure(.tooSmall, noon), late = RuleFailure(.tooLarge, noon)
    let chinese = MessageLanguage.simplifiedChinese
    #expect(
      MessageLanguage.english.text(of: early, title: "Day") == "Day must not be before 2026-01-31")
    #expect(
      MessageLanguage.english.text(of: late, title: "Day") == "Day must not be after 2026-01-31")
    #expect(chinese.text(of: early, title: "日期") == "日期不能早于2026-01-31")
    #expect(chinese.text(of: late, title: "日期") == "日期不能晚于2026-01-31")
    let (before, after) = (RuleFailure(.notBefore, noon), RuleFailure(.notAfter, noon))
    #expect(
      MessageLanguage.english.text(of: before, title: "Day") == "Day must be before 2026-01-31")
    #expect(MessageLanguage.english.text(of: after, title: "Day") == "Day must be after 2026-01-31")
    #expect(chinese.text(of: before, title: "日期") == "日期必须早于2026-01-31")
    #expect(chinese.text(of: after, title: "日期") == "日期必须晚于2026-01-31")
  }

  @Test("a change of language changes displayed texts, and no rule runs")
  func languageChangeRunsNoRule() async {
    let calls = Calls(), names = FakeNameCheck(taken: ["ann"])
    let name = field("NAME"), qq = field("QQ号", "1234"), nick = field("nick", "ann")
    let form = ValidationManager.fake()
    form.add(name, [calls.rule("count"), .required])
    form.add(qq, [calls.rule("count"), .minDigits(5)])
    form.add(nick, [calls.rule("count")], then: names.rule)
    let message = await form.submit()
    #expect(
      [name, qq, nick].map(\.shows)
        == [
          "NAME must not be empty", "QQ号 must have at least five digits", "nick is already taken",
        ])
    calls.forget()
    form.language = .simplifiedChinese
    #expect([name, qq, nick].map(\.shows) == ["NAME不能为空", "QQ号至少5位", "nick已被使用"])
    #expect(form.state.failing.map(\.text) == ["NAME不能为空", "QQ号至少5位", "nick已被使用"])
    #expect(message.text == "NAME不能为空", "a message that was given speaks the new language too")
    #expect(form.state.language == "zh-Hans")
    #expect(calls.names.isEmpty)
    #expect(names.calls.count == 1)
  }

  @Test func numbersAreInWordsInTheVariantOfTheLanguage() {
    let words = MessageLanguage.simplifiedChineseInWords
    #expect(words.identifier == "zh-Hans")
    #expect(words.text(of: .init(.required), title: "NAME") == "NAME输入不能为空")
    #expect(words.text(of: .init(.minDigits, 5), title: "QQ号") == "QQ号最低五位")
    #expect(words.text(of: .init(.tooShort, 2), title: "NAME") == "NAME至少两个字符")
    #expect(words.text(of: .init(.tooLong, 11), title: "NAME") == "NAME最多11个字符")
  }

  @Test func languageChangesTheWholeSentence() async {
    let name = TitledTextField(title: "Name", key: "name")
    let other = field("other", "x"), row = Held("y"), form = ValidationManager.fake()
    var chinese = MessageLanguage.simplifiedChinese
    chinese.titles = ["name": "姓名", "other": "确认姓名", "row": "备注", "zip": "邮编"]
    let handle = form.add(name, [.required])
    form.add(other, [.matches(handle)])
    form.add(row, key: "row", through: .held("Row"), [.oneOf(["z"])])
    let message = await form.submit()
    form.receive(["zip": RuleFailure(.required)])
    form.language = chinese
    #expect(message.text == "姓名不能为空")
    #expect(form.state.fields.map(\.text) == ["姓名不能为空", nil, "备注不在可选范围内"])
    #expect(form.state.failure == "邮编不能为空")
    name.edit("Ann")
    #expect(form.check(other).text == "确认姓名与姓名不一致")
    form.remove(name)
    #expect(message.text == "姓名不能为空")
    form.language = .english
    #expect(message.text == "Name must not be empty")
    form.language.titles["row"] = ""
    #expect(form.state.failing.map(\.text) == ["Row is not among the choices"])
  }

  @Test func ruleHasItsOwnMessageWhereItIsUsed() {
    let name = field("name"), terms = Held(false)
    let form = ValidationManager()
    form.add(name, [.required.saying("Tell us your name"), .minDigits(5)])
    form.add(
      terms, key: "terms", through: .held("Terms"),
      [.accepted.saying(["en": "Please accept the terms", "fr": "Acceptez les conditions"])])
    #expect(form.check().text == "Tell us your name")
    #expect(form.check().code == .required)
    form.language = .simplifiedChinese
    #expect(form.check().text == "Tell us your name")
    name.edit("1234")
    #expect(form.check().text == "name至少5位")
    name.edit("12345")
    #expect(form.check().text == "请勾选Terms")
    form.language = .english
    #expect(form.check().text == "Please accept the terms")
  }

  @Test func stateNamesTheFirstLanguage() {
    #expect(ValidationManager(language: .simplifiedChinese).state.language == "zh-Hans")
    #expect(ValidationManager().state.language == "en")
  }

  @Test func languageChangeShowsNoNewFailure() {
    let name = field("NAME"), form = ValidationManager()
    form.add(name, [.required])
    let shown = StateRecorder { name.state }
    form.language = .simplifiedChinese
    #expect(shown.states.isEmpty)
  }

  @Test("titles change with the language, including the other field's")
  func titlesFollowTheLanguage() async {
    let password = field("Password", "a"), confirm = field("Repeat", "b")
    let form = ValidationManager()
    form.add(confirm, [.required, .matches(form.add(password, [.required]))])
    let message = await form.submit()
    #expect(confirm.shows == "Repeat must match Password")
    form.language = .simplifiedChinese
    var state = password.state
    state.title = "密码"
    password.show(state)
    state = confirm.state
    state.title = "确认密码"
    confirm.show(state)
    #expect(confirm.shows == "确认密码与密码不一致")
    #expect(message.text == "确认密码与密码不一致")
  }

  @Test func changedTitleIsInTheTextAtOnce() async {
    let a = field("a", "x"), b = field("b", "y"), form = ValidationManager()
    form.add(b, [.matches(form.add(a, [.required]))])
    _ = await form.submit()
    var state = a.state
    state.title = "A"
    a.show(state)
    #expect(b.shows == "b must match A")
  }

  @Test func messageKeepsTheTitleOfAFieldThatLeft() {
    let a = field("A", "x"), b = field("B", "y"), form = ValidationManager()
    form.add(b, [.matches(form.add(a, [.required]))])
    let message = form.check()
    #expect(message.text == "B must match A")
    form.remove(a)
    #expect(message.text == "B must match A")
  }

  @Test func appCanAddMessagesAndLanguages() async {
    let name = field("Name", "root"), form = ValidationManager()
    form.add(name, [.not(.oneOf(["root"])).failing(as: "reserved"), .length(9...)])
    #expect(form.check().text == "Name is not valid")
    form.language["reserved"] = { "\($0.title) is reserved" }
    #expect(form.check().text == "Name is reserved")
    var french = MessageLanguage("fr", spell: { $0 == 9 ? "neuf" : "\($0)" }) {
      "\($0.title) n’est pas valable"
    }
    french[.tooShort] = { "\($0.title) : \($0.number()) caractères au moins" }
    form.language = french
    #expect(form.check().text == "Name n’est pas valable")
    name.edit("Ann")
    #expect(form.check().text == "Name : neuf caractères au moins")
    form.language[.tooShort] = nil
    #expect(form.check().text == "Name n’est pas valable")
    #expect(MessageLanguage.english["reserved"] == nil)
  }

  @Test func optionalArgumentIsUnwrapped() {
    let maximum: Int? = 5, none: Int? = nil, words: String?? = "Ann is taken"
    func text(_ failure: RuleFailure) -> String {
      MessageLanguage.english.text(of: failure, title: "Guests")
    }
    #expect(text(RuleFailure(.tooLarge, maximum)) == "Guests must be at most 5")
    #expect(text(RuleFailure(.server, words)) == "Ann is taken")
    #expect(text(RuleFailure(.tooLarge, none)) == "Guests must be at most ")
  }

  @Test func missingArgumentsAreEmpty() {
    var language = MessageLanguage("x") { _ in "" }
    language["a"] = {
      "\($0.text(1))|\($0.text(-1))|\($0.number(7))|\($0.count() ?? -1)|\($0.text())"
    }
    #expect(language.text(of: RuleFailure("a", "b"), title: "t") == "|||-1|b")
  }
}
