import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// When failures are shown.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct FailureTimingTests {
  nonisolated static let all: [FailureTiming] = [
    .onSubmit, .onEditingEnd, .onChange, .onChangeAfterFirstError,
    FailureTiming(first: .submit, again: .change),
    FailureTiming(first: .submit, again: .editingEnd),
  ]

  private func form(_ timing: FailureTiming) -> ValidationManager {
    .fake(policy: ValidationPolicy(shows: timing))
  }

  /// The display of a field after each action of the user, `x` for a failure: types a wrong text,
  /// leaves, types a wrong text, leaves, types a correct text, types a wrong text, leaves.
  private func story(_ timing: FailureTiming, submitsFirst: Bool = false) async -> String {
    let form = form(timing), qq = field("qq"), other = field("other")
    form.add(other, [.required])
    form.add(qq, [.required, .minDigits(5)])
    var shown = ""
    func note() { shown += qq.state.failure == nil ? "-" : "x" }
    if submitsFirst {
      _ = await form.submit()
      note()
    }
    for text in ["1", "12"] {
      qq.edit(text)
      note()
      qq.endEditing()
      note()
    }
    qq.edit("12345")
    note()
    qq.edit("1234")
    note()
    qq.endEditing()
    note()
    if !submitsFirst { #expect(other.shows == "-") }
    _ = await form.submit()
    note()
    #expect(other.shows != "-")
    return shown
  }

  @Test(
    "each field shows its failures at the chosen timing",
    arguments: [
      (FailureTiming.onSubmit, "-------x"), (.onEditingEnd, "-x-x--xx"), (.onChange, "xxxx-xxx"),
      (.onChangeAfterFirstError, "-xxx-xxx"),
      (FailureTiming(first: .submit, again: .change), "-------x"),
      (FailureTiming(first: .change, again: .submit), "xx-----x"),
    ])
  func failuresAppearAtTheChosenTiming(timing: FailureTiming, shown: String) async {
    #expect(await story(timing) == shown)
  }

  @Test(
    "after a submit the other timing applies",
    arguments: [
      (FailureTiming.onSubmit, "x-------x"), (.onEditingEnd, "x-x-x--xx"), (.onChange, "xxxxx-xxx"),
      (.onChangeAfterFirstError, "xxxxx-xxx"),
      (FailureTiming(first: .submit, again: .change), "xxxxx-xxx"),
      (FailureTiming(first: .change, again: .submit), "x-------x"),
    ])
  func timingChangesAfterASubmit(timing: FailureTiming, shown: String) async {
    #expect(await story(timing, submitsFirst: true) == shown)
  }

  @Test("a fresh form shows nothing, however it is filled by the app", arguments: all)
  func aFreshFormShowsNothing(timing: FailureTiming) {
    let form = form(timing), name = field("name"), qq = field("qq")
    form.add(name, [.required])
    form.add(qq, [.required, .minDigits(5)])
    qq.configure(title: "qq", text: "1")
    name.focus()
    _ = form.check()
    _ = form.checkAll()
    #expect(name.shows == "-")
    #expect(qq.shows == "-")
    #expect(form.state.failing.isEmpty)
  }

  @Test("touching one field shows no failure of others", arguments: all)
  func touchingOneFieldShowsNoOtherFailure(timing: FailureTiming) {
    let form = form(timing), fields = (1...3).map { field("F\($0)") }
    defer { withExtendedLifetime(fields) {} }
    for field in fields { form.add(field, [.required, .digits]) }
    fields[1].focus()
    fields[1].edit("x")
    fields[1].endEditing()
    #expect(fields[0].shows == "-")
    #expect(fields[2].shows == "-")
    #expect(form.state.failing.map(\.key) == (timing.first == .submit ? [] : ["F2"]))
  }

  @Test("an empty field that was visited and left shows its failure")
  func emptyTouchedFieldShowsItsFailure() {
    let form = form(.onEditingEnd), name = field("name")
    form.add(name, [.required])
    name.focus()
    name.endEditing()
    #expect(name.shows == "name must not be empty")
  }

  @Test("a displayed failure ends as soon as it is not true", arguments: all)
  func displayedFailureEndsWhenItIsNotTrue(timing: FailureTiming) async {
    let form = form(timing), name = field("name"), plain = Held("")
    form.add(name, [.required])
    form.add(plain, key: "plain", through: .held("Plain"), [.required])
    _ = await form.submit()
    #expect(form.state.failing.map(\.key) == ["name", "plain"])
    name.edit("x")
    #expect(form.state.failing.map(\.key) == ["plain"])
    plain.value = "x"
    form.changed(plain)
    #expect(form.state.failing.isEmpty)
  }

  @Test("a field shows no failure while the user types in another that it reads")
  func readerWaitsForItsTiming() async {
    let form = form(.onEditingEnd)
    let password = field("password", "secret"), confirm = field("confirm", "secret")
    let handle = form.add(password, [.required])
    form.add(confirm, [.required, .matches(handle)])
    confirm.endEditing()
    password.edit("secrets")
    #expect(confirm.shows == "-")
    password.endEditing()
    #expect(confirm.shows == "confirm must match password")
    password.edit("secret")
    #expect(confirm.shows == "-")
    password.edit("secret!")
    #expect(confirm.shows == "-")
    #expect(!form.check().isSuccess)
  }

  @Test func untouchedReaderShowsNoFailure() {
    for timing in [FailureTiming.onEditingEnd, .onChange, .onChangeAfterFirstError] {
      let form = form(timing)
      let password = field("password"), confirm = field("confirm")
      let handle = form.add(password, [.required])
      form.add(confirm, [.required, .matches(handle)])
      password.edit("secret")
      password.endEditing()
      #expect(confirm.shows == "-")
    }
  }

  @Test func readerFollowsChangesOfFieldsItReads() async {
    let form = form(.onChangeAfterFirstError)
    let password = field("password", "secret"), confirm = field("confirm", "other")
    let handle = form.add(password, [.required])
    form.add(confirm, [.required, .matches(handle)])
    _ = await form.submit()
    #expect(confirm.shows == "confirm must match password")
    password.edit("other")
    #expect(confirm.shows == "-")
    password.edit("another")
    #expect(confirm.shows == "confirm must match password")
  }

  @Test("no observer sees a new value beside the failure of an old one")
  func aChangeAndItsFailureAreOneNotification() async {
    let form = form(.onChangeAfterFirstError), name = field("name")
    form.add(name, [.required, .digits])
    let shown = StateRecorder { name.state }
    name.endEditing()
    name.edit("x")
    name.edit("1")
    #expect(shown.states.map(\.text) == ["", "x", "1"])
    #expect(
      shown.states.map(\.failure)
        == ["name must not be empty", "name may contain only the digits 0 to 9", nil])
  }

  @Test func selectionIsChangeAndEndOfEditing() async {
    let form = form(.onEditingEnd), city = SelectItem<String>(title: "City", options: ["a", "b"])
    form.add(city, [.selected, .ifPresent(.oneOf(["b"]))])
    city.select("a")
    #expect(city.state.failure == "City is not among the choices")
    city.select("b")
    #expect(city.state.failure == nil)
    city.select(nil)
    #expect(city.state.failure == "City must be selected")
    city.focus()
    city.endEditing()
    #expect(city.state.failure == "City must be selected")
  }

  @Test func stepIsChangeAndEndOfEditing() {
    let form = form(.onEditingEnd), editor = NumberEditor(label: "Guests")
    editor.configure(quantity: 3)
    form.add(editor, key: "guests", [.inRange(...3)])
    editor.add()
    #expect(editor.state.checkFailure == "Guests must be at most 3")
    editor.reduce()
    #expect(editor.state.checkFailure == nil)
    editor.edit("9")
    #expect(editor.state.checkFailure == nil)
    editor.endEditing()
    #expect(editor.state.checkFailure == "Guests must be at most 3")
    editor.configure(quantity: 2)
    #expect(editor.state.checkFailure == nil)
  }

  @Test func disabledFieldIsUntouchedAgain() async {
    let form = form(.onChangeAfterFirstError), name = field("name")
    form.add(name, [.required])
    _ = await form.submit()
    form.disable(name)
    #expect(name.shows == "-")
    name.edit("x")
    name.edit("")
    name.endEditing()
    #expect(name.shows == "-")
    #expect(await form.submit().isSuccess)
    form.enable(name)
    #expect(name.shows == "-")
    name.edit("x")
    name.edit("")
    #expect(name.shows == "-", "its first failure was that of another time")
    name.endEditing()
    #expect(name.shows == "name must not be empty")
  }

  @Test func aResetFormIsFresh() async {
    let form = form(.onChangeAfterFirstError), name = field("name")
    form.add(name, [.required])
    _ = await form.submit()
    form.receive(["name": .server("No")])
    form.reset()
    #expect(name.shows == "-")
    #expect(form.check().code == .required)
    name.edit("x")
    name.edit("")
    #expect(name.shows == "-")
    name.endEditing()
    #expect(name.shows == "name must not be empty")
  }

  @Test("configuring a field again keeps the failure that the form shows")
  func reconfiguredFieldKeepsItsFailure() async {
    let form = form(.onSubmit), name = field("name"), city = SelectItem<Int>(title: "City")
    let editor = NumberEditor()
    form.add(name, [.required])
    form.add(city, [.selected])
    form.add(editor, key: "count", [.inRange(1...)])
    _ = await form.submit()
    name.configure(title: "Name")
    city.configure(title: "Town", options: [1])
    editor.configure(quantity: 0)
    #expect(name.shows == "Name must not be empty")
    #expect(city.state.failure == "Town must be selected")
    #expect(editor.state.checkFailure == "Quantity must be at least 1")
  }

  @Test func fieldOfAnyTypeShowsItsFailureWhenTheUserLeavesIt() {
    let form = form(.onEditingEnd), plain = Held("")
    var shown: [String?] = []
    var access = FieldAccess<Held<String>, String>.held("Plain")
    access.show = { shown.append($1.text) }
    form.add(plain, key: "plain", through: access, [.required])
    #expect(shown.last == .some(nil))
    form.editingEnded(plain)
    #expect(shown.last == "Plain must not be empty")
  }
}
