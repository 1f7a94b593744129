import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Rules, fields and observers that change the form during its work.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ReentrantFormTests {
  let a = field("a", "x"), b = field("b"), c = field("c")
  let form = ValidationManager.fake(policy: ValidationPolicy(shows: .onChange))

  /// A rule that changes the form when it runs, and passes or not.
  private func rule(
    passes: Bool = true, _ action: @escaping @MainActor () -> Void
  ) -> Rule<String> {
    Rule("acting") { _ in
      MainActor.assumeIsolated(action)
      return passes
    }
  }

  // MARK: An observer that changes a field

  @Test func failureThatObserversShowAndClearIsNotKept() {
    for field in [a, b] {
      field.edit("x")
      form.add(field, [.required])
    }
    beforeChange({ form.state }) { [a, form] in
      a.edit("")
      beforeChange({ form.state }) { [a] in a.edit("x") }
    }
    b.edit("")
    #expect(form.state.failing.map(\.key) == ["b"])
    #expect(a.shows == "-")
  }

  // MARK: A rule that removes a field

  @Test func fieldRemovedByARuleIsNotNamed() async {
    form.add(a, [rule { [unowned form, unowned b] in form.remove(b) }])
    form.add(b, [.required])
    form.add(c, [.required])
    #expect(form.check().key == "c")
    #expect(form.checkAll().map(\.key) == ["a", "c"])
    form.add(b, [.required], before: c)
    #expect(form.checkAll().map(\.key) == ["a", "c"])
    form.add(b, [.required], before: c)
    #expect(form.failures(of: a).isEmpty)
    #expect(form.check(b).code == .notAttached)
    form.add(b, [.required], before: c)
    #expect(await form.submit().key == "c")
    #expect(c.state.isFocused && !b.state.isFocused)
    #expect(b.shows == "-")
  }

  @Test func rulesOfAFieldThatARuleRemovedDoNotRun() {
    var calls = 0
    form.add(a, [rule { [unowned form, unowned b] in form.remove(b) }])
    form.add(b, [rule { calls += 1 }])
    calls = 0
    _ = form.checkAll()
    #expect(calls == 0)
  }

  @Test func fieldRemovedByItsOwnRuleIsNotNamed() async {
    let rule = rule(passes: false) { [unowned form, unowned a] in form.remove(a) }
    form.add(a, [rule])
    form.add(b, [.required])
    #expect(form.check().key == "b")
    form.add(a, [rule], before: b)
    #expect(form.check(a).code == .notAttached)
    form.add(a, [rule], before: b)
    #expect(form.failures(of: a).map(\.code) == [.notAttached])
    form.add(a, [rule], before: b)
    #expect(form.checkAll().map(\.key) == ["b"])
    form.add(a, [rule], before: b)
    #expect(await form.submit().key == "b")
    #expect(a.shows == "-")
  }

  @Test func submitThatARuleStartsInTheLastCheckOfAnotherIsWithdrawn() async {
    guard #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let names = FakeNameCheck()
    let form = ValidationManager.fake(policy: ValidationPolicy(shows: .onSubmit))
    var runs = 0
    let last = Late<Int>()
    var other: Task<RuleCode?, Never>?
    form.add(a, [.required], then: names.rule)
    form.add(
      b,
      [
        rule { [unowned form, unowned a] in
          runs += 1
          guard runs == last.value else { return }
          names.hold()
          a.edit("y")
          other = Task.immediate { await form.submit().code }
        }
      ])
    c.edit("z")
    form.add(c, [.required])
    #expect(await form.submit().isSuccess)
    runs = 0
    #expect(await form.submit().isSuccess)
    last.value = runs * 2
    #expect(await form.submit().isSuccess)
    #expect(await other?.value == .alreadySubmitting)
    c.edit("")
    names.release()
    await form.settled()
    #expect(c.shows == "-", "no submit waits that would show the failure")
  }

  @Test func pendingFieldRemovedByALaterRuleIsNotNamed() {
    form.add(a, [.required], then: FakeNameCheck().rule)
    #expect(form.check().code == .pending)
    b.edit("x")
    form.add(b, [rule { [unowned form, unowned a] in form.remove(a) }])
    #expect(form.check().isSuccess)
    #expect(form.state.fields.map(\.key) == ["b"])
  }

  @Test func fieldDisabledByItsOwnRuleIsValid() {
    form.add(a, [rule(passes: false) { [unowned form, unowned a] in form.disable(a) }])
    form.add(b, [.required])
    let checks: [@MainActor () -> Bool] = [
      { form.check(a).isSuccess }, { form.failures(of: a).isEmpty },
      { form.check().key == "b" }, { form.checkAll().map(\.key) == ["b"] },
    ]
    for (number, check) in checks.enumerated() {
      form.enable(a)
      #expect(check(), "check \(number)")
    }
  }

  @Test func ruleMayAddAFieldDuringTyping() {
    form.add(
      a,
      [
        rule { [unowned form, unowned a, unowned c] in
          if form.state.fields.count == 1 { form.add(c, [.required], before: a) }
        }
      ])
    a.edit("y")
    #expect(form.state.fields.map(\.key) == ["c", "a"])
    c.edit("z")
    c.edit("")
    #expect(c.shows == "c must not be empty")
  }

  @Test func ruleMayReplaceItsOwnRulesDuringTyping() {
    let handle = Late<FieldHandle<String>>()
    let rule = rule { [unowned form] in
      if let handle = handle.value { form.setRules([.digits], of: handle) }
    }
    handle.value = form.add(a, [rule, .required])
    a.edit("")
    #expect(form.check().code == .digits)
    a.edit("x")
    #expect(a.shows == "a may contain only the digits 0 to 9")
  }

  @Test func ruleMayRemoveAFieldDuringTyping() {
    form.add(a, [rule { [unowned form, unowned b] in form.remove(b) }])
    form.add(b, [.required])
    a.edit("y")
    #expect(form.state.fields.map(\.key) == ["a"])
    #expect(form.check().isSuccess)
  }

  @Test func ruleMayChangeTheFormInAnyWay() async {
    var isLeft = true
    form.add(
      a,
      [
        rule { [unowned form, unowned a, unowned b, unowned c] in
          guard isLeft else { return }
          isLeft = false
          form.disable(b)
          form.add(c, [.required], before: a)
          form.language = .simplifiedChinese
          form.receive(["b": .server("No")])
          form.changed(b)
          form.editingEnded(b)
          form.enable(b)
        }
      ])
    form.add(b, [.required])
    #expect(await form.submit().key == "b")
    #expect(form.state.fields.map(\.key) == ["c", "a", "b"])
    #expect(b.shows == "No", "the rule made its change right after the submit")
    #expect(await form.submit().key == "c")
    #expect(c.shows == "c不能为空")
    #expect(b.shows == "b不能为空")
  }

  @Test func ruleMayReadAnotherField() async {
    form.add(
      a, [rule { [unowned form, unowned b] in _ = form.check(b).isSuccess && form.state.isPending }]
    )
    form.add(b, [.required])
    #expect(form.check().key == "b")
    #expect(await form.submit().key == "b")
  }

  @Test func ruleMayResetTheFormDuringASubmit() async {
    form.add(a, [rule { [unowned form] in form.reset() }])
    form.add(b, [.required])
    #expect(await form.submit().key == "b")
    #expect(!form.state.isSubmitting)
    #expect(b.shows == "-")
  }

  // MARK: A field that reacts to its display

  @Test func fieldRemovedOnDisplayIsNotNamed() async {
    let row = Held("")
    form.add(
      row, key: "row",
      through: FieldAccess(
        title: { _ in "Row" }, value: { $0.value },
        show: { [unowned form] row, status in if status.failure != nil { form.remove(row) } }),
      [.required])
    form.add(b, [.required])
    form.add(c, [.required])
    #expect(await form.submit().key == "b")
    #expect(b.state.isFocused)
    #expect(form.state.fields.map(\.key) == ["b", "c"])
    #expect(b.shows == "b must not be empty")
    #expect(c.shows == "c must not be empty")
    #expect(!form.state.isSubmitting)
  }

  @Test func fieldRemovedOnAdditionLeavesNothingBehind() async {
    let row = Held("")
    form.add(
      row, key: "row",
      through: FieldAccess(
        title: { _ in "Row" }, value: { $0.value },
        show: { [unowned form] row, _ in form.remove(row) }),
      [.required])
    form.add(b, [.required])
    #expect(form.state.fields.map(\.key) == ["b"])
    #expect(await form.submit().key == "b")
  }

  @Test func fieldRemovedOnFocusPassesTheFocusOn() async {
    let row = Held("")
    form.add(
      row, key: "row",
      through: FieldAccess(
        title: { _ in "Row" }, value: { $0.value }, focus: { [unowned form] in form.remove($0) }),
      [.required])
    form.add(b, [.required])
    #expect(await form.submit().key == "b")
    #expect(b.state.isFocused)
  }

  @Test func fieldThatBecomesValidOnFocusPassesTheFocusOn() async {
    let row = Held("")
    form.add(
      row, key: "row",
      through: FieldAccess(
        title: { _ in "Row" }, value: { $0.value },
        focus: { [unowned form] in
          $0.value = "first"
          form.changed($0)
        }), [.required])
    form.add(b, [.required])
    #expect(await form.submit().key == "b")
    #expect(b.state.isFocused)
  }

  @Test func fieldThatCorrectsItselfOnDisplayIsCheckedInTheSameSubmit() async {
    let names = FakeNameCheck()
    let row = Held("Carl")
    var wasPending = false
    form.add(
      row, key: "row",
      through: FieldAccess(
        title: { _ in "Row" }, value: { $0.value },
        show: { row, status in
          if wasPending, !status.isPending { row.value = "carl" }
          wasPending = status.isPending
        }),
      [.required], then: names.rule)
    let watch = StateRecorder { form.state.isSubmitting }
    #expect(await form.submit { _ in }.isSuccess)
    #expect(names.calls == ["Carl", "carl"])
    #expect(watch.states.firstIndex(of: false) == watch.states.count - 1)
  }

  @Test func checkThatAFieldStartsOnDisplayIsNotCanceledWithTheFormerOne() async {
    let clock = FakeClock(), names = FakeNameCheck(), row = Held("ann")
    let form = ValidationManager.fake(
      policy: ValidationPolicy(shows: .onChange, debounce: .seconds(1)), clock: clock)
    form.add(
      row, key: "row",
      through: FieldAccess(
        title: { _ in "Row" }, value: { $0.value },
        show: { [unowned form] row, status in
          guard !status.isPending, row.value.isEmpty else { return }
          row.value = "bob"
          form.changed(row)
        }),
      [.required], then: names.rule)
    row.value = "ann2"
    form.changed(row)
    await clock.sleeping(1)
    row.value = ""
    form.changed(row)
    #expect(form.state.isPending)
    await mainActorIsIdle()
    #expect(names.calls.isEmpty, "the delay of the new check is not over")
    clock.advance(by: .seconds(1))
    await form.settled()
    #expect(names.calls == ["bob"])
  }

  // MARK: A released field

  @Test func releasedFieldIsNotCompared() async {
    var password: TitledTextField? = field("password", "secret")
    let watch = StateRecorder { form.state.fields.map(\.key) }
    if let password {
      form.add(b, [.matches(form.add(password, [.required]))])
    }
    _ = await form.submit()
    #expect(b.shows == "b must match password")
    password = nil
    await laterTurn()
    #expect(b.shows == "-")
    #expect(form.state.failing.isEmpty)
    #expect(watch.states.last == ["b"])
  }

  @Test func releasedFieldOfAnyKindLeaves() async {
    var city: SelectItem<String>? = SelectItem(title: "City", key: "city", options: ["a"])
    var number: NumberEditor? = NumberEditor(label: "Guests")
    if let city, let number {
      form.add(city, [.selected])
      form.add(number, key: "guests", [.inRange(1...)])
    }
    form.add(b, [.required])
    city = nil
    number = nil
    await laterTurn()
    #expect(form.state.fields.map(\.key) == ["b"])
  }

  @Test func submitIgnoresAReleasedField() async {
    let names = FakeNameCheck()
    var name: TitledTextField? = field("name", "carl")
    if let name { form.add(name, [.required], then: names.rule) }
    form.add(a, [.required])
    names.hold()
    async let result = form.submit()
    await names.arrived(1)
    name = nil
    #expect(await result.isSuccess)
    await names.canceled(1)
    names.release()
  }

  /// Returns after the work that was queued on the main actor at the call.
  private func laterTurn() async { await Task { @MainActor in }.value }
}
