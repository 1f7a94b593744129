import Components
import Fakes
import SelfManaged
import Testing

/// Which fields belong to a form, and for how long.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct FormMembershipTests {
  @Test func rulesOfADisabledFieldDoNotRun() async {
    let calls = Calls(), form = ValidationManager(), name = field("name", "x")
    form.add(name, [calls.rule("rule", passes: false)])
    form.disable(name)
    calls.forget()
    #expect(form.check(name).isSuccess)
    #expect(form.failures(of: name).isEmpty)
    #expect(await form.submit().isSuccess)
    #expect(calls.names.isEmpty)
  }

  @Test("a field that is displayed nowhere still counts; a disabled field does not")
  func membershipDoesNotDependOnDisplay() {
    let fields = (1...40).map { field("F\($0)", $0 == 40 ? "" : "x") }
    // An optimized build releases the array after its last use, and the form keeps no field.
    defer { withExtendedLifetime(fields) {} }
    let form = ValidationManager()
    for field in fields { form.add(field, [.required]) }
    #expect(form.check().key == "F40")
    form.disable(fields[39])
    #expect(form.check().isSuccess)
    #expect(form.checkAll().count == 39)
    #expect(form.check(fields[39]).isSuccess)
    #expect(form.failures(of: fields[39]).isEmpty)
    form.enable(fields[39])
    #expect(form.check().key == "F40")
  }

  @Test func formWithOnlyDisabledFieldsIsValid() {
    let name = field("name")
    let form = ValidationManager()
    form.add(name, [.required])
    form.disable(name)
    #expect(form.check().isSuccess)
  }

  @Test func endOfEditingAFieldAddedAgainShowsItsFailure() {
    let qq = field("qq")
    let form = ValidationManager(policy: ValidationPolicy(shows: .onEditingEnd))
    for rules: RuleChain<String> in [[.required], [.minDigits(5)]] { form.add(qq, rules) }
    qq.edit("12")
    #expect(qq.shows == "-")
    qq.endEditing()
    #expect(qq.shows == "qq must have at least five digits")
    withExtendedLifetime(form) {}
  }

  @Test func fieldsCanBeInsertedAndRemoved() async {
    let a = field("a"), b = field("b"), c = field("c"), stranger = field("stranger")
    let form = ValidationManager()
    form.add(c, [.required])
    form.add(a, [.required], before: c)
    form.add(b, [.required], before: c)
    #expect(form.checkAll().map(\.key) == ["a", "b", "c"])
    _ = await form.submit()
    #expect(b.shows == "b must not be empty")
    form.remove(b)
    #expect(b.shows == "-")
    #expect(form.checkAll().map(\.key) == ["a", "c"])
    form.remove(b)
    #expect(form.check(b).code == .notAttached)
    form.add(b, [.required], before: stranger)
    #expect(form.checkAll().map(\.key) == ["a", "c", "b"])
    #expect(form.state.fields.map(\.key) == ["a", "c", "b"])
  }

  @Test func attachedObjectsAreListedInOrder() {
    let a = field("a"), c = field("c")
    var b: TitledTextField? = field("b")
    let form = ValidationManager()
    form.add(c, [.required])
    form.add(a, [.required], before: c)
    if let b { form.add(b, [.required], before: c) }
    #expect(form.objects.map { ($0 as? TitledTextField)?.key } == ["a", "b", "c"])
    b = nil
    #expect(form.objects.map { ($0 as? TitledTextField)?.key } == ["a", "c"])
  }

  @Test func fieldInsertedOutsideASubmitIsListedAtItsPlace() {
    let a = field("a"), b = field("b"), c = field("c"), d = field("d")
    let form = ValidationManager()
    for field in [a, b, d] { form.add(field, [.required]) }
    form.add(c, [.required], before: d)
    #expect(form.state.fields.map(\.key) == ["a", "b", "c", "d"])
  }

  @Test func rulesOfADisabledFieldAreNotRun() {
    let calls = Calls(), name = field("name")
    let form = ValidationManager()
    form.add(name, [calls.rule("rule", passes: false)])
    form.disable(name)
    calls.forget()
    #expect(form.check(name).isSuccess)
    #expect(calls.names == [])
  }

  @Test func addingAFieldAgainResetsIt() async {
    let a = field("a"), b = field("b")
    let form = ValidationManager()
    let former = form.add(a, [.required])
    form.add(b, [.required])
    _ = await form.submit()
    #expect(a.shows != "-")
    let handle = form.add(a, [.minDigits(5)], before: a)
    #expect(handle != former)
    #expect(a.shows == "-")
    #expect(form.checkAll().map(\.code) == [.minDigits, .required])
    form.add(a, [.digits])
    #expect(form.checkAll().map(\.code) == [.digits, .required])
  }

  @Test func fieldAddedAgainKeepsItsPlaceByDefault() {
    let a = field("a"), b = field("b"), c = field("c"), stranger = field("stranger")
    let form = ValidationManager()
    for field in [a, b, c] { form.add(field, [.required]) }
    form.add(a, [.digits])
    #expect(form.state.fields.map(\.key) == ["a", "b", "c"])
    form.add(b, [.digits], before: b)
    form.add(b, [.digits], before: stranger)
    #expect(form.state.fields.map(\.key) == ["a", "b", "c"])
    form.add(a, [.digits], before: c)
    #expect(form.state.fields.map(\.key) == ["b", "a", "c"])
    form.add(c, [.digits], before: b)
    #expect(form.state.fields.map(\.key) == ["c", "b", "a"])
  }

  @Test(
    "a field added again during its check is still awaited", arguments: [0, 1, 2])
  func addingAPendingFieldAgainKeepsTheSubmit(before: Int) async {
    let a = field("a", "ann"), b = field("b"), names = FakeNameCheck(taken: ["ann"])
    let form = ValidationManager.fake()
    form.add(a, [.required], then: names.rule)
    form.add(b, [.required])
    names.hold()
    async let message = form.submit()
    await names.arrived(1)
    form.add(a, [.required], then: names.rule, before: [nil, a, b][before])
    #expect(form.state.isSubmitting)
    await names.arrived(2)
    names.release()
    let (code, key) = (await message.code, await message.key)
    #expect(code == .taken)
    #expect(key == "a")
    #expect(a.state.isFocused)
  }

  @Test("rules that read a field added again are skipped: its handle changed")
  func readersOfAReaddedFieldRunAgain() async {
    let a = field("a", "x"), b = field("b", "y"), form = ValidationManager()
    form.add(b, [.matches(form.add(a, [.required]))])
    _ = await form.submit()
    #expect(b.shows == "b must match a")
    form.add(a, [.required])
    #expect(b.shows == "-")
    #expect(form.check().isSuccess)
  }

  @Test func theFormKeepsNoFieldAlive() {
    let form = ValidationManager()
    let name = field("name", "Ann")
    form.add(name, [.required])
    var other: TitledTextField? = field("other")
    weak let gone = other
    form.add(other ?? name, [.required])
    let message = form.check()
    #expect(message.key == "other")
    other = nil
    #expect(gone == nil)
    #expect(message.field == nil)
    #expect(message.text == "other must not be empty")
    #expect(form.check().isSuccess)
    #expect(form.checkAll().map(\.key) == ["name"])
  }

  @Test func fieldsKeepNoFormAlive() {
    let name = field("name")
    var form: ValidationManager? = ValidationManager()
    form?.add(name, [.required])
    weak let gone = form
    form = nil
    #expect(gone == nil)
    name.edit("x")
    name.endEditing()
    #expect(name.shows == "-")
  }

  @Test("an object at the address of a released one inherits nothing")
  func anAddressIsNoIdentity() async throws {
    let form = ValidationManager()
    let anchor = field("anchor", "x")
    form.add(anchor, [.required])
    let next = try #require(
      objectAtTheAddress { former in
        form.add(former, key: "former", through: .held("Former"), [.required])
        form.receive(["former": .server("taken")])
        #expect(form.check().key == "former")
      }, "no address was used again")
    #expect(form.check(next).code == .notAttached)
    #expect(form.check().isSuccess)
    form.add(next, key: "next", through: .held("Next"), [.digits])
    #expect(form.check().code == .digits)
    #expect(form.failures(of: next).map(\.code) == [.digits])
  }

  @Test("a released object leaves without the one at its address")
  func anAddressIsNoIdentityOfALeavingField() async throws {
    let form = ValidationManager()
    let next = try #require(
      objectAtTheAddress { former in
        form.add(former, key: "former", through: .held("Former"), [.required])
      }, "no address was used again")
    form.add(next, key: "next", through: .held("Next"), [.digits])
    #expect(await form.submit().key == "next")
    #expect(form.check(next).code == .digits)
  }

  @Test func rulesCanBeReplacedInPlace() async {
    let a = field("a"), b = field("b", "x")
    let form = ValidationManager()
    let handle = form.add(a, [.required])
    form.add(b, [.required])
    _ = await form.submit()
    #expect(a.shows == "a must not be empty")
    form.setRules([.ifFilled(.digits)], of: handle)
    #expect(a.shows == "-")
    #expect(form.check().isSuccess)
    a.edit("x")
    #expect(form.check().code == .digits)
    #expect(form.checkAll().map(\.key) == ["a", "b"])
    form.remove(a)
    form.setRules([.required], of: handle)
    #expect(form.checkAll().map(\.key) == ["b"])
  }

  @Test func replacedRulesMayBeAsync() async {
    let a = field("a", "ann"), names = FakeNameCheck(taken: ["ann"])
    let form = ValidationManager.fake()
    let handle = form.add(a, [.required])
    #expect(await form.submit().isSuccess)
    form.setRules(RuleChain([.required], then: [names.rule]), of: handle)
    #expect(form.check().code == .pending)
    #expect(await form.submit().code == .taken)
    form.setRules([.required], of: handle)
    #expect(form.check().isSuccess)
  }

  @Test("a field added to another form leaves the first, and its failure ends")
  func aFieldBelongsToTheLastForm() async {
    let name = TitledTextField(title: "Name"), number = NumberEditor(label: "Guests")
    let city = SelectItem<String>(title: "City", options: ["a", "b"])
    let first = ValidationManager(), second = ValidationManager()
    first.add(name, [.required])
    first.add(number, key: "guests", [.inRange(1...5)])
    first.add(city, [.required])
    _ = await first.submit()
    second.add(name, [.length(2...20)])
    second.add(number, key: "guests", [.inRange(2...5)])
    second.add(city, [.required])
    #expect(first.check().code == .noFields)
    #expect(
      name.state.failure == nil && number.state.checkFailure == nil && city.state.failure == nil)
    _ = await second.submit()
    first.remove(name)
    first.remove(number)
    first.remove(city)
    #expect(number.state.checkFailure != nil && city.state.failure != nil)
    second.add(number, key: "guests", [.inRange(0...5)])
    #expect(second.checkAll().count == 3)
  }

  @Test func aFieldIsIdentifiedByItsCurrentKey() {
    let name = field("name", "Ann"), form = ValidationManager()
    let city = SelectItem<String>(title: "City", key: "city", options: ["Rome"])
    form.add(name, [.required])
    form.add(city, [.selected])
    name.configure(title: "Nick", key: "nick", text: "Ann")
    city.configure(title: "Town", key: "town", options: ["Rome"])
    #expect(form.checkAll().map(\.key) == ["nick", "town"])
    let failures = ["nick": RuleFailure.server("No"), "town": .server("Not here")]
    #expect(form.receive(failures).isEmpty)
    #expect(name.shows == "No")
    #expect(city.state.failure == "Not here")
    #expect(form.state.fields.map(\.key) == ["nick", "town"])
  }

  @Test("a field inserted before another keeps its place, although an earlier one is released")
  func removedFieldMisplacesNoOther() {
    let form = ValidationManager.fake(policy: ValidationPolicy(shows: .onChange))
    let coupon = field("coupon", "x"), agree = field("agree", "x")
    var gone: TitledTextField? = field("gone", "x")
    form.add(gone!, [.required])
    form.add(agree, [.required])
    gone = nil
    form.add(coupon, [.required], before: agree)
    coupon.edit("")
    #expect(coupon.state.failure == "coupon must not be empty")
    form.disable(agree)
    #expect(form.check().key == "coupon")
    #expect(form.state.fields.map(\.isEnabled) == [true, false])
  }

  @Test func fieldAddedBeforeItselfKeepsItsPlace() {
    let form = ValidationManager.fake()
    var gone: TitledTextField? = field("gone", "x")
    let a = field("a", "x"), b = field("b", "x")
    form.add(gone!, [.required])
    form.add(a, [.required])
    form.add(b, [.required])
    gone = nil
    form.add(a, [.required], before: a)
    #expect(form.state.fields.map(\.key) == ["a", "b"])
  }

  @Test func reconfiguredFieldIsFoundByItsKey() {
    let form = ValidationManager.fake(), field = field("a", "x")
    form.add(field, [.required])
    field.configure(title: "B", key: "b", text: "x")
    #expect(form.receive(["b": .server("taken")]) == [])
    #expect(form.check().key == "b")
    #expect(form.state.fields.map(\.key) == ["b"])
  }

  private final class Secret: Equatable, Sendable {
    static func == (first: Secret, second: Secret) -> Bool { first === second }
  }

  @Test func messageKeepsNoValueOfARemovedField() {
    let form = ValidationManager.fake()
    weak var value: Secret?
    var message: ValidationMessage?
    do {
      let held = Held(Secret())
      value = held.value
      form.add(held, key: "k", through: .held("K"), [Rule("never") { _ in false }])
      message = form.check()
      form.remove(held)
    }
    #expect(value == nil)
    #expect(message?.key == "k")
    #expect(message?.field == nil)
  }
}
