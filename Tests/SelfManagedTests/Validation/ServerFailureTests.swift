import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Server failures after a submit.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ServerFailureTests {
  let name = field("name", "ann"), qq = field("qq", "12345")
  let form = ValidationManager.fake(policy: ValidationPolicy(shows: .onSubmit))

  init() {
    form.add(name, [.required])
    form.add(qq, [.required, .minDigits(5)])
  }

  @Test("a server failure survives changes of other fields and ends with its own field's change")
  func serverFailureEndsWhenItsValueChanges() async {
    #expect(await form.submit().isSuccess)
    form.receive(["name": .server("ann is taken")])
    #expect(name.shows == "ann is taken")
    #expect(form.check().code == .server)
    #expect(form.check().field === name)
    qq.edit("123")
    qq.endEditing()
    name.endEditing()
    _ = form.checkAll()
    #expect(name.shows == "ann is taken")
    #expect(await form.submit().text == "ann is taken")
    qq.edit("12345")
    #expect(await form.submit().field === name)
    name.edit("anna")
    #expect(name.shows == "-")
    #expect(form.check().isSuccess)
    name.edit("ann")
    #expect(form.check().isSuccess)
  }

  @Test func repeatedTextIsNoChange() {
    form.receive(["name": .server("No")])
    name.edit("ann")
    #expect(name.shows == "No")
  }

  @Test func unreportedChangeEndsTheServerFailure() async {
    let plain = Held("x")
    form.add(plain, key: "plain", through: .held("Plain"), [.required])
    form.receive(["plain": .server("No")])
    #expect(form.check().code == .server)
    plain.value = "y"
    #expect(form.check().isSuccess)
    #expect(form.failures(of: plain).isEmpty)
    #expect(await form.submit().isSuccess)
    #expect(form.state.failing.isEmpty)
  }

  @Test("every check reads a value whose change was not reported")
  func unreportedValueIsChecked() {
    let form = ValidationManager.fake(), plain = Held("")
    form.add(plain, key: "plain", through: .held("Plain"), [.required])
    let checks: [@MainActor () -> Bool] = [
      { form.check().isSuccess }, { form.checkAll().allSatisfy(\.isSuccess) },
      { form.check(plain).isSuccess }, { form.failures(of: plain).isEmpty },
    ]
    for (number, check) in checks.enumerated() {
      for value in ["x", ""] {
        plain.value = value
        #expect(check() == (value == "x"), "check \(number)")
      }
    }
  }

  @Test("a value changed during the request does not get the server's failure")
  func changedValueIgnoresAnOldServerFailure() async {
    let message = await form.submit()
    name.edit("anna")
    form.receive(["name": .server("ann is taken"), "qq": .server("Unknown")], asOf: message)
    #expect(name.shows == "-")
    #expect(qq.shows == "Unknown")
    #expect(form.check().field === qq)
    form.add(name, [.required])
    form.receive(["name": .server("ann is taken")], asOf: message)
    #expect(name.shows == "-", "it was added after the submit")
  }

  @Test func unknownKeysAreReturned() {
    let left = form.receive(
      ["zip": .server("No"), "name": .server("No"), "age": .init(.tooSmall, 18)])
    #expect(left == ["age", "zip"])
    #expect(name.shows == "No")
    #expect(form.receive([:]).isEmpty)
    let keys = ["c", "f", "a", "e", "b", "d", "h", "g"]
    let many = Dictionary(uniqueKeysWithValues: keys.map { ($0, RuleFailure.server("No")) })
    #expect(form.receive(many) == keys.sorted())
  }

  @Test func keyOfAReleasedFieldIsUnknown() {
    var zip: TitledTextField? = field("zip")
    if let zip { form.add(zip, [.required]) }
    zip = nil
    #expect(form.receive(["zip": .server("No")]) == ["zip"])
  }

  @Test func firstFieldOfAKeyGetsItsFailure() {
    let other = field("name", "x")
    form.add(other, [.required])
    form.receive(["name": .server("No")])
    #expect(name.shows == "No")
    #expect(other.shows == "-")
  }

  @Test func enabledFieldOfAKeyGetsItsFailureFirst() {
    let other = field("name", "x")
    form.add(other, [.required])
    form.disable(name)
    #expect(form.receive(["name": .server("No")]).isEmpty)
    #expect(other.shows == "No")
    form.enable(name)
    #expect(name.shows == "-")
    form.disable(name)
    form.disable(other)
    form.receive(["name": .server("Never")])
    form.enable(name)
    #expect(name.shows == "Never")
  }

  @Test func formWordsServerFailuresWithACode() {
    form.receive(["name": RuleFailure(.taken)])
    #expect(name.shows == "name is already taken")
  }

  @Test func ruleFailuresPrecedeServerFailures() async {
    form.receive(["qq": .server("No")])
    form.setRules([.minDigits(6)], of: form.add(qq, [.required]))
    form.receive(["qq": .server("No")])
    #expect(form.check().code == .minDigits)
    #expect(form.failures(of: qq).map(\.code) == [.minDigits, .server])
  }

  @Test func disabledFieldHidesItsServerFailure() {
    form.disable(name)
    form.receive(["name": .server("No")])
    #expect(name.shows == "-")
    #expect(form.check().isSuccess)
    form.enable(name)
    #expect(name.shows == "No")
  }

  @Test func serverFailureEndsWithItsField() {
    form.receive(["name": .server("No")])
    form.remove(name)
    #expect(name.shows == "-")
    form.add(name, [.required])
    #expect(form.check().isSuccess)
  }

  @Test func serverFailureDoesNotAffectReaders() {
    let confirm = field("confirm", "x")
    let handle = form.add(name, [.required])
    form.add(confirm, [.matches(handle)])
    form.receive(["name": .server("No")])
    #expect(form.checkAll().map(\.code) == [.server, nil, .mismatch])
  }

  /// The object is not observable, so that the form alone can notify the view.
  @Test func everyCheckIsObserved() {
    let form = ValidationManager.fake(), plain = Held("ann")
    form.add(plain, key: "plain", through: .held("plain"), [.required])
    let checks: [@MainActor () -> Bool] = [
      { form.check().isSuccess }, { form.checkAll().allSatisfy(\.isSuccess) },
      { form.check(plain).isSuccess }, { form.failures(of: plain).isEmpty },
    ]
    let shown = checks.map { StateRecorder($0) }
    form.receive(["plain": .server("ann is taken")])
    #expect(shown.map(\.states.last) == [false, false, false, false])
  }
}
