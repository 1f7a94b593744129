import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Texts that are trimmed before they are checked and sent.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct TrimmedTests {
  let name = field("name"), form = ValidationManager.fake()

  @Test func trimmedTextIsCheckedAndSent() async {
    let names = FakeNameCheck(taken: ["ann"])
    form.add(name, [.required, .length(...3), .trimmed], then: names.rule)
    name.edit(" \u{3000}ann\u{200B}\n ")
    #expect(form.check().code == .pending, "every rule checks the trimmed text")
    #expect(await form.submit().code == .taken)
    #expect(names.calls == ["ann"])
    name.edit(" bob ")
    #expect(name.state.text == " bob ", "the text stays while it is typed")
    let sent = Late<String>()
    await form.submit { _ in sent.value = name.state.text }
    #expect(sent.value == "bob")
  }

  @Test func textIsTrimmedWhenTheUserLeavesTheField() {
    form.add(name, [.trimmed, .required])
    let note = ValueField(title: "Note", key: "note", value: "")
    form.add(note, [.trimmed, .required])
    var ended: [String] = []
    name.onEndEditing = { ended.append($0) }
    name.edit("  ann b ")
    name.endEditing()
    #expect(name.state.text == "ann b")
    #expect(ended == ["ann b"])
    let noted = Late<String>()
    note.onChange = { noted.value = $0 }
    note.change(to: " x ")
    #expect(note.state.value == "x")
    #expect(noted.value == "x")
    name.edit("   ")
    name.endEditing()
    #expect(name.shows == "name must not be empty")
  }

  @Test func textThatIsTypedDuringASubmitIsTrimmed() async {
    let names = FakeNameCheck()
    form.add(name, [.trimmed], then: names.rule)
    names.hold()
    let submit = Task { await form.submit { _ in } }
    await names.arrived(1)
    name.edit("ann ")
    names.release()
    #expect(await submit.value.isSuccess)
    #expect(name.state.text == "ann")
  }

  @Test func readersReadTheTrimmedText() {
    let repeated = field("repeated", "ann"), row = Held(" x ")
    let handle = form.add(name, [.trimmed, .required])
    name.edit("ann ")
    form.add(repeated, [.matches(handle)])
    form.add(row, key: "row", through: .held("Row"), [.trimmed, .length(1...1)])
    #expect(form.check().isSuccess)
    let chain: RuleChain<String> = [.trimmed, .length(...3)]
    #expect(chain.check(" ann ") == nil && chain.checkAll(" ann ").isEmpty)
    let both: RuleChain<String> = [.trimmed.and(.required), .length(...3)]
    #expect(both.check(" ann ") == nil)
    let worded: RuleChain<String> = [.trimmed.and(.required).saying("Name?"), .length(...3)]
    #expect(worded.check(" ann ") == nil)
  }

  @Test func marksOfTheLastCharacterStay() {
    form.add(name, [.trimmed])
    name.edit(" e\u{301} \u{2764}\u{FE0F} ")
    name.endEditing()
    #expect(name.state.text.unicodeScalars.count == 5)
  }

  // MARK: Messages

  @Test func emptyMessageFallsBackToThePhrase() {
    form.add(name, [.required.saying("")])
    #expect(form.check().text == "name must not be empty")
    form.add(name, [.required.saying(["en": ""])])
    #expect(form.check().text == "name must not be empty")
  }

  @Test func asyncRuleHasItsOwnMessage() async {
    let names = FakeNameCheck(taken: ["ann"])
    name.edit("ann")
    form.add(name, [.required], then: names.rule.saying(["en": "Choose another name"]))
    #expect(await form.submit().text == "Choose another name")
    form.language = .simplifiedChinese
    #expect(name.shows == "name已被使用")
    form.add(name, [.required], then: names.rule.saying("Taken"))
    #expect(await form.submit().text == "Taken")
    names.failNext(.offline)
    name.edit("bob")
    #expect(await form.submit().code == .unanswered)
    #expect(name.shows == "暂时无法校验name，请重试")
  }

  // MARK: Attached rules

  @Test func attachedRulesAreListedAndDetached() {
    name.attach([.required, .minDigits(5)])
    let chain: RuleChain<String>? = ValidationManager.attachedRules(of: name)
    #expect(chain?.rules.map(\.code) == [.required, .minDigits])
    let other: RuleChain<Int>? = ValidationManager.attachedRules(of: name)
    #expect(other == nil)
    form.add(name)
    ValidationManager.detachRules(of: name)
    let none: RuleChain<String>? = ValidationManager.attachedRules(of: name)
    #expect(none == nil)
    #expect(form.check().code == .required, "the form keeps its rules")
    form.add(name)
    #expect(form.check().code == .noRules)
  }

  // MARK: Actions

  @Test func actionThatIgnoresCancellationDoesNotLockTheForm() async {
    name.edit("ann")
    form.add(name, [.required])
    let action = Late<CheckedContinuation<Void, Never>>()
    let submit = Task {
      await form.submit { _ in await withCheckedContinuation { action.value = $0 } }
    }
    await until { form.state.isSubmitting }
    await mainActorIsIdle()
    submit.cancel()
    await until { !form.state.isSubmitting }
    var saved = 0
    #expect(await form.submit { _ in saved += 1 }.isSuccess)
    #expect(saved == 1)
    action.value?.resume()
    _ = await submit.value
    #expect(!form.state.isSubmitting)
  }
}
