import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Submits whose failure ends before the task of the submit resumes.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct FixedFailureTests {
  let names = FakeNameCheck(taken: ["ann"])
  let name = field("name", "ann"), qq = field("qq", "12345")
  let form = ValidationManager.fake(policy: ValidationPolicy(shows: .onSubmit))

  init() {
    form.add(name, [.required], then: names.rule)
    form.add(qq, [.required])
  }

  /// Submits the form, and performs an action between the failure and the return.
  private func submit(_ fix: @escaping @MainActor @Sendable () -> Void) async -> RuleCode? {
    names.hold()
    let submit = Task { await form.submit().code }
    await names.arrived(1)
    beforeChange({ form.state }) { Task { @MainActor in fix() } }
    names.release()
    return await submit.value
  }

  @Test func failureThatWasFixedIsNotReturned() async {
    let code = await submit { [name] in name.edit("bob") }
    #expect(code == nil)
    #expect(names.calls == ["ann", "bob"])
    #expect(!name.state.isFocused)
  }

  @Test func failureThatAppearsMeanwhileIsReturned() async {
    let code = await submit { [name, qq] in
      name.edit("bob")
      qq.edit("")
    }
    #expect(code == .required)
    #expect(qq.state.isFocused && !name.state.isFocused)
  }

  @Test func failureOfADisabledFieldIsNotReturned() async {
    let code = await submit { [form, name] in form.disable(name) }
    #expect(code == nil)
  }

  @Test func failureOfAFieldThatDoesNotReportIsNotReturned() async {
    let row = Held(""), note = field("note", "x")
    form.add(row, key: "row", through: .held("Row"), [.required])
    form.add(note, [.required])
    names.hold()
    name.edit("bob")
    let code = await submit { row.value = "x" }
    #expect(code == nil)
  }

  /// The field is released when the form shows it: with its failure, or with the focus.
  @Test(arguments: [false, true])
  func nextFailingFieldGetsTheFocusIfOneIsReleased(onFocus: Bool) async {
    let form = ValidationManager.fake()
    var row: Held<String>? = Held("")
    var access = FieldAccess<Held<String>, String>(
      title: { _ in "Row" }, value: { $0.value },
      focus: { _ in if onFocus { row = nil } })
    access.show = { _, status in if !onFocus, status.failure != nil { row = nil } }
    qq.edit("")
    if let row { form.add(row, key: "row", through: access, [.required]) }
    form.add(qq, [.required])
    #expect(await form.submit().key == "qq")
    #expect(qq.state.isFocused)
    #expect(row == nil)
  }
}
