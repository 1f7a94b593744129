import Components
import Fakes
import SelfManaged
import Testing

/// Rules that read other fields.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct CrossFieldTests {
  let name = field("name")
  let password = field("password", "secret"), confirm = field("confirm", "secret")
  let calls = Calls()
  let form = ValidationManager(policy: ValidationPolicy(shows: .onChange))

  init() {
    let calls = calls
    form.add(name, [.required])
    let handle = form.add(password, [calls.rule("password") { $0.count > 5 }])
    form.add(
      confirm,
      [
        calls.rule("own") { !$0.isEmpty },
        .reading(handle, failing: .mismatch) { confirm, password in
          calls.note("match")
          return confirm == password
        },
      ])
  }

  @Test("changing the password fails its repetition, not the password")
  func repetitionFailsWhenThePasswordChanges() {
    name.edit("Ann")
    #expect(form.check().isSuccess)
    password.edit("secrets")
    #expect(form.checkAll().map(\.code) == [nil, nil, .mismatch])
    #expect(form.check().ruleIndex == 1)
    #expect(form.check().text == "confirm must match password")
  }

  @Test func failureOfARepetitionStaysWhileItStillDiffers() async {
    let form = ValidationManager(policy: ValidationPolicy(shows: .onEditingEnd))
    let password = field("password", "secret"), confirm = field("confirm")
    let handle = form.add(password, [.required])
    form.add(confirm, [.reading(handle, failing: .mismatch) { $0 == $1 }])
    confirm.edit("other")
    confirm.endEditing()
    #expect(confirm.shows == "confirm must match password")
    password.edit("secret!")
    #expect(confirm.shows == "confirm must match password")
    password.edit("other")
    #expect(confirm.shows == "-")
    withExtendedLifetime(form) {}
  }

  @Test("a change runs the dependents once, and the field once")
  func aChangeRunsTheDependentsOnce() {
    confirm.edit("secret!")
    calls.forget()
    password.edit("secret!")
    #expect(calls.names.sorted() == ["match", "own", "password"])
    calls.forget()
    confirm.edit("secret")
    #expect(calls.names.sorted() == ["match", "own", "password"])
    calls.forget()
    name.edit("Ann")
    #expect(calls.names.isEmpty)
  }

  @Test("one check of the form runs no rule twice")
  func aCheckRunsEachRuleOnce() {
    name.edit("Ann")
    calls.forget()
    _ = form.checkAll()
    #expect(calls.names.sorted() == ["match", "own", "password"])
    calls.forget()
    _ = form.check()
    #expect(calls.names.sorted() == ["match", "own", "password"])
  }

  @Test("an unrelated failure skips nothing")
  func anUnrelatedFailureSkipsNothing() {
    confirm.edit("other")
    #expect(form.checkAll().map(\.code) == [.required, nil, .mismatch])
  }

  @Test("a field that is read and fails is not compared")
  func failingFieldIsNotCompared() {
    confirm.edit("other")
    password.edit("pw")
    #expect(form.checkAll().map(\.code) == [.required, "password", nil])
    #expect(form.failures(of: confirm).isEmpty)
    password.edit("secret")
    #expect(form.checkAll().map(\.code) == [.required, nil, .mismatch])
    #expect(form.failures(of: confirm).map(\.code) == [.mismatch])
  }

  @Test func disabledFieldIsNotCompared() {
    name.edit("Ann")
    confirm.edit("other")
    #expect(confirm.shows == "confirm must match password")
    form.disable(password)
    #expect(form.check().isSuccess)
    #expect(confirm.shows == "-")
    form.enable(password)
    #expect(form.check().code == .mismatch)
    #expect(confirm.shows == "confirm must match password")
    form.remove(password)
    #expect(form.check().isSuccess)
    #expect(confirm.shows == "-")
  }

  @Test("a rule reads a field's current value, even a later field's unreported one")
  func ruleReadsTheCurrentValue() {
    let form = ValidationManager(), first = Held("x"), last = Held("x")
    let handle = form.add(last, key: "last", through: .held("Last"), [.required])
    form.add(first, key: "first", through: .held("First"), [.matches(handle)], before: last)
    #expect(form.check().isSuccess)
    last.value = "y"
    #expect(form.check().text == "First must match Last")
    #expect(form.checkAll().map(\.code) == [.mismatch, nil])
    last.value = ""
    #expect(form.checkAll().map(\.code) == [nil, .required])
  }

  @Test func removedFieldIsNotCompared() {
    let form = ValidationManager(), other = Held("y")
    var read: Held<String>? = Held("x")
    if let read {
      let handle = form.add(read, key: "read", through: .held("Read"), [.required])
      form.add(other, key: "other", through: .held("Other"), [.matches(handle)])
    }
    #expect(form.check().text == "Other must match Read")
    read = nil
    #expect(form.check().isSuccess)
  }

  @Test("the verdict depends on the values only, not on the order of the fields")
  func fieldOrderChangesNoVerdict() {
    let a = Held("x"), b = Held("y"), c = Held("")
    var verdicts: Set<String> = []
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let form = ValidationManager()
      let objects = [a, b, c]
      let handles = order.map { number in
        (
          number,
          form.add(
            objects[number], key: "\(number)", through: .held("\(number)"), [.required])
        )
      }
      func handle(_ number: Int) -> FieldHandle<String> {
        handles[order.firstIndex(of: number) ?? 0].1
      }
      form.setRules([.required, .matches(handle(1)), .digits], of: handle(0))
      form.setRules([.required, .matches(handle(0)), .matches(handle(2))], of: handle(1))
      verdicts.insert(
        form.checkAll().map { "\($0.key ?? ""): \($0.text)" }.sorted().joined(separator: "; "))
    }
    #expect(verdicts.count == 1)
  }

  @Test("fields that read each other terminate, and so does one that reads itself")
  func cyclesTerminate() async {
    let form = ValidationManager(policy: ValidationPolicy(shows: .onChange)), calls = Calls()
    let first = field("first", "1"), last = field("last", "2")
    let start = form.add(first, [.digits])
    let end = form.add(
      last,
      [
        .digits,
        .reading(start, failing: "early") { last, first in
          calls.note("last")
          return last >= first
        },
      ])
    form.setRules(
      [
        .digits,
        .reading(end, failing: "late") { first, last in
          calls.note("first")
          return first <= last
        },
        .matches(start),
      ], of: start)
    #expect(form.check().isSuccess)
    calls.forget()
    first.edit("3")
    #expect(calls.names.sorted() == ["first", "last"])
    #expect(form.checkAll().map(\.code) == ["late", "early"])
    calls.forget()
    last.edit("4")
    #expect(calls.names.sorted() == ["first", "last"])
    #expect(await form.submit().isSuccess)
  }

  @Test func ruleOfAnotherFormFailsByName() {
    let elsewhere = ValidationManager(), other = field("other", "x"), mine = field("mine", "x")
    let handle = elsewhere.add(other, [.required])
    let form = ValidationManager()
    form.add(mine, [.matches(handle)])
    #expect(form.check().code == .unreadable)
    form.add(mine, [.not(.matches(handle)).failing(as: "same")])
    #expect(form.check().code == .unreadable)
    form.add(mine, [.matches(handle).or(.required)])
    #expect(form.check().code == .unreadable)
    form.add(mine, [Rule.email.or(.matches(handle))])
    #expect(form.check().code == .unreadable)
    form.add(mine, [.matches(handle).saying("Repeat it")])
    #expect(form.check().text == "mine could not be checked")
    form.add(mine, [.reading(handle, failing: "x") { _, _ in true }])
    #expect(form.check().code == .unreadable)
    #expect(Rule.matches(handle).check("x") == RuleFailure(.unreadable))
  }

  @Test func ruleReadsFieldsOfSeveralTypes() {
    let form = ValidationManager()
    let city = SelectItem<String>(title: "City", key: "city", options: ["Rome"])
    let guests = NumberEditor(), name = field("name", "Ann")
    let cityName = form.add(city, [.selected])
    let count = form.add(guests, key: "guests", [.inRange(0...)])
    form.add(
      name,
      [
        .reading(cityName, count, failing: "crowd") { name, city, count in
          city == "Rome" && count < 2 && name == "Ann"
        }
      ])
    #expect(form.checkAll().map(\.code) == [.unselected, nil, nil])
    city.select("Rome")
    #expect(form.check().isSuccess)
    guests.add()
    guests.add()
    #expect(form.check().failure == RuleFailure("crowd", cityName.id, count.id))
  }

  @Test func fieldAddedAfterAReaderDoesNotDisableItsRule() {
    let form = ValidationManager(), a = field("a", "x"), b = field("b", "y"), c = field("c", "z")
    form.add(b, [.matches(form.add(a, [.required]))])
    form.add(c, [.required])
    #expect(form.check().code == .mismatch)
  }

  @Test func ruleReadsTwoFieldsOfOneType() {
    let form = ValidationManager()
    let low = field("low", "1"), high = field("high", "5"), name = field("name", "3")
    let bounds = (form.add(low, [.digits]), form.add(high, [.digits]))
    form.add(name, [.reading(bounds.0, bounds.1, failing: "outside") { $1 <= $0 && $0 <= $2 }])
    #expect(form.check().isSuccess)
    name.edit("6")
    #expect(form.check().code == "outside")
  }

  @Test func composedRulesReadTheFieldsOfTheirParts() {
    let form = ValidationManager()
    let a = field("a", "x"), b = field("b", "y")
    let handle = form.add(a, [.required])
    let other = form.add(b, [.not(.matches(handle)).failing(as: "same")])
    #expect(form.check().isSuccess)
    b.edit("x")
    #expect(form.check().failure == RuleFailure("same"))
    form.setRules([.ifFilled(.matches(handle).or(.digits).and(.length(...3)))], of: other)
    #expect(form.check().isSuccess)
    b.edit("12")
    #expect(form.check().isSuccess)
    b.edit("1234")
    #expect(form.check().code == .tooLong)
    b.edit("z")
    #expect(form.check().code == .mismatch)
    b.edit("")
    #expect(form.check().isSuccess)
  }

  @Test(
    "of two rules as one, only the one without a comparable field is skipped")
  func conjunctionSkipsOnlyTheIncomparablePart() {
    let form = ValidationManager.fake()
    let password = field("password", "x"), again = field("again", "")
    let secret = form.add(password, [.required])
    form.add(again, [.required.and(.matches(secret)).and(.length(2...))])
    form.disable(password)
    #expect(form.check(again).code == .required)
    again.edit("y")
    #expect(form.check(again).code == .tooShort)
    form.enable(password)
    #expect(form.check(again).code == .mismatch)
  }

  nonisolated static let wrappers: [@Sendable (Rule<String>) -> Rule<String>] = [
    { $0.saying("No") }, { $0.failing(as: .tooShort) }, { .on({ $0 }, $0) }, { .ifFilled($0) },
    { .on({ $0 }, .ifPresent($0)) }, { .on({ $0 }, .ifPresent($0.saying("No"))) },
  ]

  @Test(arguments: 0..<6)
  func wrappedConjunctionSkipsOnlyTheIncomparablePart(_ wrapper: Int) {
    let form = ValidationManager.fake()
    let password = field("password", "x"), again = field("again", "y")
    let secret = form.add(password, [.required])
    form.add(again, [Self.wrappers[wrapper](.length(2...).and(.matches(secret)))])
    form.disable(password)
    #expect(form.check(again).code == .tooShort)
    again.edit("yz")
    #expect(form.check(again).isSuccess)
    form.enable(password)
    #expect(!form.check(again).isSuccess)
  }
}
