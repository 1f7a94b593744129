import Components
import Fakes
import Observation
import SelfManaged
import Testing

/// A view that calls a check is notified when its result may have changed.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct FormObservationTests {
  let form = ValidationManager.fake()
  let name = field("name", "ann")

  /// Whether an action notifies a view that has called a check.
  private func notifies(_ action: () -> Void) -> Bool {
    let notified = Late<Bool>()
    withObservationTracking {
      _ = form.check()
    } onChange: {
      MainActor.assumeIsolated { notified.value = true }
    }
    action()
    return notified.value == true
  }

  /// The message contains the title.
  @Test func newTitleNotifies() {
    let size = SelectItem<String>()
    size.configure(title: "Size", options: ["S", "M"])
    form.add(size, [.selected])
    #expect(notifies { size.configure(title: "Waist", options: ["S", "M"]) })
    #expect(form.check().text.contains("Waist"))
  }

  @Test func newRulesNotify() {
    let handle = form.add(name, [.required])
    #expect(notifies { form.setRules([.required, .length(5...9)], of: handle) })
    #expect(form.check().code == .tooShort)
  }

  @Test func changeOfAnObjectNotifies() {
    let box = Held("x")
    form.add(box, key: "box", through: .held("box"), [.required])
    let isNotified = notifies {
      box.value = ""
      form.changed(box)
    }
    #expect(isNotified)
    #expect(form.check().code == .required)
  }

  @Test func changedPhraseNotifies() {
    form.add(name, [.length(5...)])
    #expect(notifies { form.language[.tooShort] = { "\($0.title) is short" } })
    #expect(form.check().text == "name is short")
  }

  @Test func resetNotifies() async {
    form.add(name, [.required], then: FakeNameCheck().rule)
    #expect(await form.submit().isSuccess)
    #expect(notifies { form.reset() })
    #expect(form.check().code == .pending)
  }

  @Test func nothingNotifiesWhileNothingChanges() {
    form.add(name, [.required])
    #expect(!notifies { _ = form.checkAll() })
  }
}

/// Values that equality alone does not distinguish.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct UnequalValueTests {
  let form = ValidationManager.fake()

  @Test func asyncRuleOfNaNRunsOnce() async {
    let calls = Calls()
    let number = ValueField<Double>(title: "n", key: "n", value: .nan)
    let check = AsyncRule<Double>("async") { _ in
      calls.note("async")
      return true
    }
    form.add(number, [Rule("any") { _ in true }], then: check)
    let message = await form.submit()
    #expect(message.isSuccess)
    #expect(calls.names == ["async"])
    form.receive(["n": .server("bad")], asOf: message)
    #expect(number.state.failure == "bad")
  }

  @Test func failureOfNaNIsShownOnSubmit() async {
    let form = ValidationManager.fake(policy: ValidationPolicy(shows: .onSubmit))
    let number = ValueField<Double>(title: "n", key: "n", value: .nan)
    form.add(number, [.inRange(0...1)])
    _ = await form.submit()
    #expect(number.state.failure != nil)
  }

  /// The Kelvin sign and the letter K are equal texts.
  @Test func textWithOtherCharactersIsAnotherValue() {
    let mail = field("mail")
    form.add(mail, [.email])
    mail.edit("\u{212A}@b.com")
    mail.endEditing()
    #expect(mail.state.failure != nil)
    mail.edit("K@b.com")
    #expect(mail.state.failure == nil)
    #expect(mail.state.text.utf8.first == UInt8(ascii: "K"))
    #expect(form.check().isSuccess)
  }

  @Test func argumentsOfDifferentTypesDiffer() {
    #expect(RuleArgument(1) != RuleArgument(1.0))
    #expect(RuleArgument(1) != RuleArgument(UInt8(1)))
    #expect(RuleArgument(1) == RuleArgument(1))
  }
}
