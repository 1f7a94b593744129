import Components
import Fakes
import Foundation
import SelfManaged
import TestSupport
import Testing

/// Forms as a user of the package would test them.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ValidationManagerTests {
  @Test func readmeExampleWorks() {
    let name = TitledTextField(title: "NAME"), qq = TitledTextField(title: "QQ号")
    let form = ValidationManager(language: .simplifiedChineseInWords)
    form.add(name, [.required])
    form.add(qq, [.required, .minDigits(5)])
    #expect(form.check().text == "NAME输入不能为空")
    name.edit("Ann")
    qq.edit("1234")
    #expect(form.check().text == "QQ号最低五位")
    qq.edit("12345")
    #expect(form.check().isSuccess)
  }

  /// Equal values may differ in a part that a rule reads.
  @Test func eachCheckReadsTheCurrentValue() {
    let form = ValidationManager()
    let words = Held(["é"])
    form.add(
      words, key: "words", through: .held("Words"),
      [Rule("composed") { $0.allSatisfy { $0.unicodeScalars.count == 1 } }])
    #expect(form.checkAll().first?.isSuccess == true)
    words.value = ["e\u{301}"]
    #expect(form.check().code == "composed")
    #expect(form.checkAll().first?.code == "composed")
    words.value = ["é"]
    #expect(form.checkAll().first?.isSuccess == true)
  }

  @Test func messageHasFieldKeyRuleAndText() {
    let name = field("NAME", "Ann"), qq = field("QQ number", "1234")
    let form = ValidationManager()
    form.add(name, [.required])
    let handle = form.add(qq, [.required, .minDigits(5)])
    let message = form.check()
    #expect(message.field === qq)
    #expect(message.key == "QQ number")
    #expect(message.id == handle.id)
    #expect(!message.isSuccess)
    #expect(message.code == .minDigits)
    #expect(message.failure == RuleFailure(.minDigits, 5))
    #expect(message.ruleIndex == 1)
    #expect(message.text == "QQ number must have at least five digits")
    #expect(
      message.description == "QQ number: minDigits(5), “QQ number must have at least five digits”")
  }

  @Test func successIsAnEmptyMessage() {
    let name = field("NAME", "Ann")
    let form = ValidationManager()
    form.add(name, [.required])
    let message = form.check()
    #expect(message.isSuccess)
    #expect(message.code == nil)
    #expect(message.field == nil)
    #expect(message.key == nil)
    #expect(message.ruleIndex == nil)
    #expect(message.text == "")
    #expect(message.description == "valid")
  }

  @Test("the first failing field is named, a thousand times of a thousand")
  func fieldsAreCheckedInOrderOfAddition() {
    for round in 1...1000 {
      let fields = (1...5).map { field("F\($0)", [2, 4].contains($0) ? "" : "x") }
      defer { withExtendedLifetime(fields) {} }
      let form = ValidationManager()
      for field in fields { form.add(field, [.required]) }
      guard form.check().field === fields[1] else {
        Issue.record("round \(round): \(form.check())")
        return
      }
      #expect(form.checkAll().map(\.key) == ["F1", "F2", "F3", "F4", "F5"])
      #expect(form.checkAll().map(\.isSuccess) == [true, false, true, false, true])
    }
  }

  @Test("no rule after the first failure runs, and no later field is checked")
  func theFirstFailureStopsTheCheck() {
    let calls = Calls(), first = field("first"), second = field("second")
    let form = ValidationManager()
    form.add(first, [calls.rule("one", passes: false), calls.rule("two")])
    form.add(second, [calls.rule("three")])
    #expect(form.check().code == "one")
    #expect(calls.names == ["one"])
    calls.forget()
    #expect(form.checkAll().map(\.code) == ["one", nil])
    #expect(calls.names == ["one", "three"])
  }

  @Test func allFailuresOfAFieldAreAvailable() {
    let calls = Calls(), name = field("name")
    let form = ValidationManager()
    form.add(
      name,
      [calls.rule("one", passes: false), calls.rule("two"), calls.rule("three", passes: false)])
    let messages = form.failures(of: name)
    #expect(messages.map(\.code) == ["one", "three"])
    #expect(messages.map(\.ruleIndex) == [0, 2])
    #expect(calls.names == ["one", "two", "three"])
    #expect(form.check(name).code == "one")
  }

  @Test("an object that was never attached is not valid")
  func unattachedObjectIsNotValid() {
    let name = field("name", "Ann"), stranger = field("stranger", "Bob")
    let form = ValidationManager()
    form.add(name, [.required])
    #expect(form.check().isSuccess)
    #expect(form.check(name).isSuccess)
    #expect(form.check(stranger).code == .notAttached)
    #expect(form.failures(of: stranger).map(\.code) == [.notAttached])
    #expect(form.check(stranger).text == "This field could not be checked")
    #expect(form.check(stranger).field == nil)
  }

  @Test("a field without a chain is a named error")
  func aFieldWithoutRulesIsNotValid() async {
    let name = field("name", "Ann")
    let form = ValidationManager()
    form.add(name, [])
    #expect(form.check().code == .noRules)
    #expect(form.check().field === name)
    #expect(form.check().ruleIndex == nil)
    #expect(form.failures(of: name).map(\.code) == [.noRules])
    #expect(await form.submit().code == .noRules)
  }

  @Test("an app error has a user message, and the cause and fix for the developer")
  func appErrorsNameTheirFixToTheDeveloper() async {
    let name = field("name", "Ann"), other = field("other", "Bob"), stranger = field("stranger")
    let form = ValidationManager(), foreign = ValidationManager()
    #expect(form.check().text == "The form could not be checked")
    #expect(form.check().debugMessage.hasPrefix("The form has no fields, or all were released"))
    form.add(name, [])
    #expect(form.check().text == "name could not be checked")
    #expect(
      form.check().debugMessage
        == "The field “name” was added without rules; add at least one, for example [.required].")
    #expect(form.check().description.hasSuffix("(\(form.check().debugMessage))"))
    _ = await form.submit()
    #expect(name.shows == "name could not be checked")
    #expect(
      form.check(stranger).debugMessage
        == "This TitledTextField is not in the form; pass it to add(_:_:) before it is checked.")
    form.add(name, [.matches(foreign.add(other, [.required]))])
    #expect(form.check().text == "name could not be checked")
    #expect(form.check().debugMessage.contains("reads a field of another form"))
    form.add(name, [.required, .length(9...)])
    #expect(form.check().debugMessage == "", "nothing is wrong with the app")
    name.edit("Ann of nine")
    #expect(form.check().debugMessage == "")
  }

  @Test func thrownErrorIsNamedToTheDeveloper() async {
    let names = FakeNameCheck(), name = field("name", "Ann"), form = ValidationManager.fake()
    form.add(name, [.required], then: names.rule)
    names.failNext(.offline)
    let message = await form.submit()
    #expect(message.text == "name could not be checked; please try again")
    #expect(message.debugMessage == "An async rule of the field “name” threw: offline")
  }

  @Test("adding a field reads and displays no other")
  func addingFieldsIsLinear() {
    @MainActor final class Work {
      var reads = 0, titles = 0, shown = 0, notified = 0
    }
    func work(_ count: Int) -> [Int] {
      let work = Work(), form = ValidationManager(), fields = (0..<count).map { _ in Held("") }
      defer { withExtendedLifetime(fields) {} }
      let watch = StateRecorder { form.state.isSubmitting }
      let access = FieldAccess<Held<String>, String>(
        title: { _ in
          work.titles += 1
          return "T"
        },
        value: {
          work.reads += 1
          return $0.value
        }, show: { _, _ in work.shown += 1 })
      for (number, field) in fields.enumerated() {
        form.add(field, key: "k\(number)", through: access, [.required])
      }
      #expect(form.state.fields.map(\.key) == fields.indices.map { "k\($0)" })
      return [work.reads, work.titles, work.shown, watch.states.count]
    }
    let one = work(1)
    #expect(work(100) == one.map { $0 * 100 })
  }

  @Test func aFormWithoutFieldsIsNotValid() async {
    let form = ValidationManager()
    #expect(form.check().code == .noFields)
    #expect(await form.submit().code == .noFields)
    form.add(field("gone", "at once"), [.required])
    #expect(form.check().code == .noFields)
    #expect(form.checkAll().isEmpty)
    #expect(await form.submit().code == .noFields)
  }

  @Test("failing fields are listed without reading a text")
  func failingKeysAreListed() async {
    let fields = ["name", "qq", "phone"].map { field($0, $0 == "qq" ? "x" : "") }
    defer { withExtendedLifetime(fields) {} }
    let form = ValidationManager()
    for field in fields { form.add(field, [.required]) }
    #expect(form.checkAll().filter { !$0.isSuccess }.map(\.key) == ["name", "phone"])
    #expect(form.state.failing.isEmpty)
    _ = await form.submit()
    #expect(form.state.failing.map(\.key) == ["name", "phone"])
    #expect(form.state.failing.map(\.failure) == [.init(.required), .init(.required)])
  }

  @Test func fieldsOfAllKindsFitInOneForm() {
    let name = field("name"), city = SelectItem<String>(title: "City", key: "city")
    let count = NumberEditor(label: "Guests"), day = Held(Date(timeIntervalSince1970: 0))
    city.configure(title: "City", options: ["Paris", "Rome"])
    let form = ValidationManager()
    form.add(name, [.required])
    form.add(city, [.selected, .ifPresent(.oneOf(["Rome"]))])
    form.add(count, key: "guests", [.inRange(1...8)])
    form.add(
      day, key: "day", through: .held("Day"), [.inRange(Date(timeIntervalSince1970: 86_400)...)])
    #expect(form.checkAll().map(\.code) == [.required, .unselected, .tooSmall, .tooSmall])
    name.edit("Ann")
    city.select("Paris")
    count.add()
    day.value += 86_400
    #expect(form.checkAll().map(\.code) == [nil, .notOffered, nil, nil])
    city.select("Rome")
    #expect(form.check().isSuccess)
  }

  @Test("an optional selection")
  func anOptionalSelectionIsOptional() {
    let stars = Held<Int?>(nil), form = ValidationManager()
    let handle = form.add(
      stars, key: "stars", through: .held("Stars"), [.ifPresent(.inRange(1...5))])
    #expect(form.check().isSuccess)
    stars.value = 6
    #expect(form.check().failure == RuleFailure(.tooLarge, 5))
    stars.value = 5
    #expect(form.check().isSuccess)
    form.setRules([.required, .ifPresent(.inRange(1...5))], of: handle)
    #expect(form.check().isSuccess)
    stars.value = nil
    #expect(form.check().code == .required)
    #expect(form.check().ruleIndex == 0)
    stars.value = 0
    #expect(form.check().failure == RuleFailure(.tooSmall, 1))
    #expect(form.check().ruleIndex == 1)
  }

  @Test func checkChangesNothingDisplayed() {
    let name = field("name")
    let form = ValidationManager()
    form.add(name, [.required])
    let before = form.state
    let shown = StateRecorder { name.state }
    #expect(!form.check().isSuccess)
    #expect(form.checkAll().count == 1)
    #expect(form.failures(of: name).count == 1)
    #expect(form.state == before)
    #expect(shown.states.isEmpty)
  }

  @Test func checkIsObservable() async {
    let name = field("name"), plain = Held("")
    let form = ValidationManager()
    form.add(name, [.required])
    form.add(plain, key: "plain", through: .held("Plain"), [.required])
    let shown = StateRecorder { form.check().description }
    name.edit("Ann")
    #expect(shown.states.last?.hasPrefix("plain") == true)
    form.disable(plain)
    #expect(shown.states.last == "valid")
    form.receive(["name": .server("No")])
    #expect(shown.states.last == "name: server(No), “No”")
    form.enable(plain)
    form.remove(name)
    #expect(shown.states.last?.hasPrefix("plain") == true)
  }

  @Test func theFirstFailingFieldGetsTheFocus() async {
    let a = field("a", "x"), b = field("b"), c = field("c")
    let form = ValidationManager()
    for field in [a, b, c] { form.add(field, [.required]) }
    #expect(await form.submit().field === b)
    #expect([a, b, c].map(\.state.isFocused) == [false, true, false])
    #expect([a, b, c].map(\.shows) == ["-", "b must not be empty", "c must not be empty"])
    let count = NumberEditor(), city = SelectItem<Int>()
    form.add(count, key: "count", [.inRange(1...)], before: a)
    #expect(await form.submit().field === count)
    #expect(count.state.text == "0")
    form.add(city, [.selected], before: count)
    #expect(await form.submit().field === city)
    #expect(city.state.isFocused)
  }

  @Test func theFirstFailingFieldIsFocusedOnce() async {
    var focused: [String] = []
    let form = ValidationManager(), rows = ["a", "b", "c"].map { _ in Held("") }
    defer { withExtendedLifetime(rows) {} }
    #expect(!form.state.isSubmitting)
    for (row, key) in zip(rows, ["a", "b", "c"]) {
      form.add(
        row, key: key,
        through: FieldAccess(
          title: { _ in key }, value: { $0.value }, focus: { _ in focused.append(key) }),
        [.required])
    }
    _ = await form.submit()
    #expect(focused == ["a"])
    rows[0].value = "x"
    _ = await form.submit()
    #expect(focused == ["a", "b"])
  }

  @Test func anyObjectCanBeAField() async {
    @MainActor final class Row {
      var text = ""
      var shown: [String?] = []
      var isFocused = false
    }
    let row = Row(), form = ValidationManager(policy: ValidationPolicy(shows: .onChange))
    form.add(
      row, key: "row",
      through: FieldAccess(
        title: { _ in "Row" }, value: { $0.text }, show: { $0.shown.append($1.text) },
        focus: { $0.isFocused = true }), [.required, .digits])
    #expect(await form.submit().code == .required)
    #expect(row.isFocused)
    row.text = "x"
    form.changed(row)
    row.text = "1"
    form.changed(row)
    #expect(
      row.shown == [nil, "Row must not be empty", "Row may contain only the digits 0 to 9", nil])
  }

  @Test("a field that reacts to its display does not restore another's previous display")
  func nestedChangeKeepsItsDisplay() async {
    let first = Held(""), second = field("second")
    let form = ValidationManager(policy: ValidationPolicy(shows: .onSubmit))
    form.add(
      first, key: "first",
      through: FieldAccess(
        title: { _ in "First" }, value: { $0.value },
        show: { _, status in if status.failure != nil { second.edit("x") } }), [.required])
    form.add(second, [.required])
    let shown = StateRecorder { second.state.failure }
    #expect(await form.submit().key == "first")
    #expect(second.shows == "-")
    #expect(shown.states.allSatisfy { $0 == nil })
  }

  @Test func untitledFieldIsNamedByItsKey() {
    let name = TitledTextField(key: "name")
    let form = ValidationManager()
    form.add(name, [.required])
    #expect(form.check().text == "name must not be empty")
  }

  @Test func cartNumberEditorIsValidated() async {
    let cart = FakeCartService()
    cart["tea"] = 1
    let session = Session.fake(cart: cart), editor = NumberEditor(label: "Tea")
    let form = ValidationManager(policy: ValidationPolicy(shows: .onChange))
    editor.prepareForCart(productID: "tea", quantity: 1, in: session)
    form.add(editor, key: "tea", [.inRange(2...)])
    #expect(form.check().code == .tooSmall)
    _ = await form.submit()
    editor.cancelEditing()
    #expect(editor.state.checkFailure == "Tea must be at least 2")
    editor.add()
    #expect(editor.state.checkFailure == nil)
    await session.settled()
    #expect(cart["tea"] == 2)
    #expect(editor.state.checkFailure == nil)
    #expect(form.check().isSuccess)
  }
}
