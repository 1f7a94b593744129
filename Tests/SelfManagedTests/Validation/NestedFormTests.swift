import Components
import Fakes
import Foundation
import SelfManaged
import TestSupport
import Testing

/// Observers of a form that change it, or check it, while it changes.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct NestedFormTests {
  let form = ValidationManager.fake()
  let a = field("a"), b = field("b"), c = field("c")

  private var keys: [String] { form.state.fields.map(\.key) }

  @Test func checkByAnObserverOfAnAddedField() {
    let seen = Late<[RuleCode?]>()
    beforeChange({ form.check() }) {
      seen.value = [form.check().code] + form.checkAll().map(\.code)
    }
    form.add(a, [.required])
    #expect(seen.value == [.required, .required])
  }

  @Test func checkByAnObserverOfARemovedField() {
    form.add(a, [.required])
    form.disable(a)
    b.edit("bad")
    form.add(b, [.digits])
    let seen = Late<RuleCode?>()
    beforeChange({ form.check() }) { seen.value = .some(form.check().code) }
    form.remove(a)
    #expect(seen.value == .some(.digits))
  }

  @Test func fieldAddedByAnObserverHidesNoFailure() {
    let form = ValidationManager.fake(policy: ValidationPolicy(shows: .onChange))
    a.edit("x")
    form.add(a, [.required])
    beforeChange({ form.state }) { [b] in form.add(b, [.required]) }
    a.edit("")
    #expect(form.state.failing.map(\.key) == ["a"])
    #expect(a.state.failure == "a must not be empty")
    beforeChange({ form.state }) { [c] in form.add(c, [.required]) }
    a.edit("valid")
    #expect(form.state.failing.isEmpty)
    #expect(a.state.failure == nil)
  }

  @Test func titleChangedByAnObserverIsInTheText() {
    let form = ValidationManager.fake(policy: ValidationPolicy(shows: .onChange))
    a.edit("x")
    form.add(a, [.required])
    beforeChange({ form.state }) { [a] in a.configure(title: "Name", text: "") }
    a.edit("")
    #expect(form.state.failing.map(\.text) == ["Name must not be empty"])
    #expect(a.state.failure == "Name must not be empty")
  }

  @Test func titleThatAnObserverChangesBackIsInTheText() {
    let form = ValidationManager.fake(policy: ValidationPolicy(shows: .onChange))
    a.edit("x")
    form.add(a, [.required])
    a.edit("")
    beforeChange({ form.state }) { [a] in a.configure(title: "a", text: "") }
    a.configure(title: "Name", text: "")
    #expect(form.state.failing.map(\.text) == ["a must not be empty"])
    #expect(a.state.failure == "a must not be empty")
  }

  @Test(arguments: [false, true])
  func fieldAddedWhileItIsRemovedShowsItsFailure(toAnotherForm: Bool) {
    a.edit("x")
    form.add(a, [.required])
    let next = toAnotherForm ? ValidationManager.fake() : form
    beforeChange({ form.state }) { [a] in
      next.add(a, [.required])
      next.receive(["a": .server("Taken")])
    }
    form.remove(a)
    #expect(next.state.failing.map(\.text) == ["Taken"])
    #expect(a.state.failure == "Taken")
  }

  @Test func fieldChangedWhileItIsAddedAgainIsCheckedWithItsNewValue() async {
    let names = FakeNameCheck()
    form.add(a, RuleChain([], then: [names.rule]))
    names.hold()
    let submit = Task { await form.submit() }
    await mainActorIsIdle()
    beforeChange({ a.state }) { [a] in a.edit("x") }  // When `pending` is cleared.
    form.add(a, [.required])
    #expect(form.check().isSuccess)
    #expect(a.shows == "-")
    names.release()
    #expect(await submit.value.isSuccess)
  }

  @Test func editWhileAFieldIsAddedAgainStartsItsCheck() async {
    let names = FakeNameCheck()
    a.edit("x")
    form.add(a, [.required], then: names.rule)
    names.hold()
    beforeChange({ form.state }) { [a] in a.edit("ann") }
    form.add(a, [.required], then: names.rule)
    await mainActorIsIdle()
    #expect(a.shows == "pending")
    #expect(names.calls == ["ann"])
    names.release()
    await form.settled()
  }

  @Test func endOfEditingWhileAFieldIsAddedAgainShowsItsFailure() {
    form.add(a, [.required])
    beforeChange({ form.state }) { [a] in a.endEditing() }
    form.add(a, [.required])
    #expect(a.shows == "a must not be empty")
  }

  @Test func removalByAnObserverOfACheckWhileAFieldIsInserted() {
    form.add(a, [.required])
    form.add(b, [.digits])
    beforeChange({ form.check() }) { form.remove(a) }
    form.add(c, [.length(3...)], before: b)
    #expect(keys == ["c", "b"])
    form.disable(c)
    #expect(form.check().key == "b")
    #expect(form.state.fields.map(\.isEnabled) == [false, true])
  }

  @Test func removalsByAnObserverOfTheStateWhileAFieldIsAdded() {
    form.add(a, [.required])
    form.add(b, [.required])
    beforeChange({ form.state }) {
      form.remove(a)
      form.remove(b)
    }
    form.add(c, [.required])
    #expect(keys == ["c"])
  }

  @Test func removalOfTheAddedFieldByAnObserverOfTheState() {
    form.add(a, [.required])
    beforeChange({ form.state }) { form.remove(c) }
    form.add(c, [.required])
    #expect(keys == ["a"])
    #expect(form.objects.count == 1)
  }

  @Test func fieldDisabledByAnObserverOfTheStateWhileItIsAdded() {
    form.add(a, [.required])
    beforeChange({ form.state }) { form.disable(c) }
    form.add(c, [.required])
    #expect(form.state.fields.map(\.isEnabled) == [true, false])
  }

  @Test func fieldMovedToAnotherFormByAnObserverOfTheState() {
    let other = ValidationManager.fake()
    beforeChange({ form.state }) { other.add(c, [.digits]) }
    form.add(c, [.required])
    #expect(keys == [])
    #expect(other.check().code == .digits)
    c.edit("1")
    #expect(other.check().isSuccess)
  }

  @Test func fieldThatAnObserverPutsBackWhileItMovesStaysInItsForm() {
    let other = ValidationManager.fake()
    form.add(c, [.required])
    beforeChange({ form.state }) { form.add(c, [.required]) }
    other.add(c, [.digits])
    #expect(keys == ["c"])
    #expect(other.objects.isEmpty)
    c.edit("x")
    c.endEditing()
    #expect(form.check().isSuccess)
  }

  @Test func fieldThatAnObserverAddsOnceMoreWhileItIsAddedAgain() {
    b.edit("x")
    form.add(a, [.required])
    form.add(b, [.required])
    beforeChange({ form.state }) { form.add(a, [.email]) }
    form.add(a, [.length(3...)])
    #expect(form.objects.count == 2)
    #expect(!form.check().isSuccess)
    #expect(keys == ["a", "b"])
    a.edit("ann@example.com")
    #expect(form.check().isSuccess)
  }

  @Test func resetByAnObserverOfACheckDuringASubmit() async {
    let names = FakeNameCheck(taken: ["ann"])
    a.edit("ann")
    form.add(a, [.required], then: names.rule)
    names.hold()
    beforeChange({ form.check() }) { form.reset() }
    let code = await form.submit().code
    names.release()
    await form.settled()
    #expect(code == .pending)
    #expect(a.shows == "-")
  }

  /// The observers act at random, in any order and depth.
  ///
  /// `FORMS=5000` in the environment runs more forms.
  @Test func observersThatActAtRandomLeaveAConsistentForm() {
    let forms = ProcessInfo.processInfo.environment["FORMS"].flatMap { UInt64($0) } ?? 100
    for seed in 1...forms {
      let page = Page(seed: seed)
      for step in 1...60 {
        page.observe()
        page.act()
        if let violation = page.violation {
          Issue.record("seed \(seed), \(step): \(violation)")
          return
        }
      }
    }
  }

  /// A form whose fields are required, and observers that change it.
  @MainActor
  private final class Page {
    let form = ValidationManager.fake()
    let fields = (0...3).map { field("F\($0)") }
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    func observe() {
      guard Int.random(in: 0...2, using: &random) > 0 else { return }
      let action: @MainActor @Sendable () -> Void = { [weak self] in self?.act() }
      switch Int.random(in: 0...2, using: &random) {
      case 0: beforeChange({ form.check() }, action)
      case 1: beforeChange({ form.state }, action)
      default: beforeChange({ pick().state }, action)
      }
    }

    private func pick() -> TitledTextField {
      fields[Int.random(in: fields.indices, using: &random)]
    }

    func act() {
      let field = pick(), other = pick()
      switch Int.random(in: 0...7, using: &random) {
      case 0: form.add(field, [.required])
      case 1: form.add(field, [.required], before: other)
      case 2: form.remove(field)
      case 3: form.disable(field)
      case 4: form.enable(field)
      case 5: field.edit("")
      case 6: field.edit("x")
      default: form.reset()
      }
    }

    /// What is inconsistent, if anything.
    var violation: String? {
      let attached = fields.filter { field in form.objects.contains { $0 === field } }
      let keys = form.objects.compactMap { ($0 as? TitledTextField)?.key }
      guard form.state.fields.map(\.key) == keys else {
        return "the state has \(form.state.fields.map(\.key)), the form \(keys)"
      }
      let enabled = form.state.fields.filter(\.isEnabled).map(\.key)
      let results = form.checkAll()
      guard results.map(\.key) == enabled else {
        return "\(enabled) are enabled, but \(results.map(\.key)) are checked"
      }
      for field in attached where enabled.contains(field.key) {
        guard form.check(field).isSuccess != field.state.text.isEmpty else {
          return "the check of \(field.key) with \(field.state.text.debugDescription) is wrong"
        }
      }
      let first = results.first { !$0.isSuccess }
      let isEmpty = form.objects.isEmpty
      guard form.check().code == (isEmpty ? .noFields : first?.code), form.check().key == first?.key
      else { return "the check is \(form.check()), the first failure \(String(describing: first))" }
      return nil
    }
  }
}
