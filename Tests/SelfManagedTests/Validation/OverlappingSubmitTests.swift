import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Submits that are canceled, and submits that run at the same time.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct OverlappingSubmitTests {
  let names = FakeNameCheck(taken: ["ann"])
  let name = field("name", "carl"), qq = field("qq", "12345")
  let form = ValidationManager.fake(policy: ValidationPolicy(shows: .onSubmit))

  init() {
    form.add(name, [.required], then: names.rule)
    form.add(qq, [.required])
  }

  private func submit() -> Task<RuleCode?, Never> { Task { await form.submit().code } }

  // MARK: Cancellation

  @Test func canceledSubmitIsWithdrawn() async {
    names.hold()
    name.edit("ann")
    let task = submit()
    await names.arrived(1)
    task.cancel()
    #expect(await task.value == .pending)
    #expect(!form.state.isSubmitting)
    names.release()
    await form.settled()
    #expect(!name.state.isFocused, "no submit awaits the first failing field")
    #expect(name.shows == "name is already taken", "failures that the submit revealed stay visible")
  }

  @Test func canceledSubmitSendsNoEvent() async throws {
    let page = Page()
    name.nextResponder = page
    names.hold()
    name.edit("ann")
    let task = submit()
    await names.arrived(1)
    task.cancel()
    _ = await task.value
    names.release()
    await form.settled()
    #expect(page.failures == 0)
    #expect(await form.submit().code == .taken)
    #expect(page.failures == 1)
  }

  @Test func cancelingOneOfTwoSubmitsLeavesTheOther() async {
    names.hold()
    let first = submit()
    await names.arrived(1)
    let second = submit()
    first.cancel()
    #expect(await first.value == .pending)
    #expect(form.state.isSubmitting)
    names.release()
    #expect(await second.value == nil)
    #expect(!form.state.isSubmitting)
  }

  @Test func submitsWhoseFailingFieldLeavesOnFocusSucceedOnce() async {
    let row = Held("")
    form.add(
      row, key: "row",
      through: FieldAccess(
        title: { _ in "Row" }, value: { $0.value }, focus: { [unowned form] in form.remove($0) }),
      [.required])
    names.hold()
    let (first, second) = (submit(), submit())
    await names.arrived(1)
    names.release()
    let codes = await [first.value, second.value]
    #expect(Set(codes) == [nil, .alreadySubmitting])
  }

  @Test func submitOfACanceledTaskIsNoSuccess() async {
    names.hold()
    name.edit("")
    let task = submit()
    task.cancel()
    #expect(await task.value != nil)
    #expect(!form.state.isSubmitting)
    #expect(!name.state.isFocused)
    #expect(name.shows == "-")
  }

  @Test("a task canceled as the last answer arrives does not consume the success")
  func successGoesToTheRemainingCaller() async {
    names.hold()
    let first = submit()
    await names.arrived(1)
    let second = submit()
    let third = Task {
      first.cancel()
      names.release()
    }
    await third.value
    #expect(await first.value != nil)
    #expect(await second.value == nil)
  }

  // MARK: Two at once

  @Test func exactlyOneOfTwoSubmitsSucceeds() async {
    names.hold()
    async let first = form.submit().code
    async let second = form.submit().code
    await names.arrived(1)
    names.release()
    let codes = await [first, second]
    #expect(codes.filter { $0 == nil }.count == 1)
    #expect(codes.contains(.alreadySubmitting))
    #expect(names.calls == ["carl"])
    #expect(!form.state.isSubmitting)
  }

  @Test func twoFailingSubmitsNameTheSameField() async {
    let page = Page()
    name.nextResponder = page
    names.hold()
    name.edit("ann")
    async let first = form.submit().code
    async let second = form.submit().code
    await names.arrived(1)
    names.release()
    #expect(await [first, second] == [.taken, .taken])
    #expect(page.failures == 1, "one failure is one event")
  }

  @Test(
    "a submit between the last answer and the first caller's resumption joins the others")
  func submitAfterTheLastAnswerJoinsTheOthers() async {
    let form = ValidationManager.fake(), watched = Held("carl")
    var late: Task<RuleCode?, Never>?
    form.add(
      watched, key: "watched",
      through: FieldAccess(
        title: { _ in "Watched" }, value: { $0.value },
        show: { [unowned form] _, status in
          guard !status.isPending, late == nil, !names.calls.isEmpty else { return }
          late = Task { await form.submit().code }
        }), [.required], then: names.rule)
    let first = Task { await form.submit().code }
    let codes = [await first.value, await late?.value]
    #expect(codes.filter { $0 == nil }.count == 1, "\(codes)")
  }

  @Test("a submit whose failure was fixed is overtaken by one that succeeds before it resumes")
  func submitWhoseFailureWasFixedIsOvertaken() async {
    let form = ValidationManager.fake(), watched = Held("ann")
    form.add(qq, [.required])
    var late: Task<RuleCode?, Never>?
    form.add(
      watched, key: "watched",
      through: FieldAccess(
        title: { _ in "Watched" }, value: { $0.value },
        show: { [unowned form] watched, status in
          guard status.failure != nil, late == nil else { return }
          late = Task {
            form.disable(watched)
            return await form.submit().code
          }
        }), [.required], then: names.rule)
    let first = Task { await form.submit().code }
    #expect(await first.value == .alreadySubmitting)
    #expect(late != nil)
    #expect(await late?.value == nil)
  }

  // MARK: With an action

  @Test func doubleTapSavesOnce() async {
    let form = ValidationManager.fake()
    form.add(qq, [.required])
    let gate = FakeWire()
    gate.hold()
    var saved = 0
    let first = Task {
      await form.submit { _ in
        saved += 1
        try? await gate.carry {}
      }.code
    }
    await gate.arrived(1)
    #expect(form.state.isSubmitting)
    let second = await form.submit { _ in saved += 1 }
    #expect(second.code == .alreadySubmitting)
    #expect(await form.submit().code == .alreadySubmitting)
    #expect(second.text == "The form is already being submitted")
    gate.release()
    #expect(await first.value == nil)
    #expect(saved == 1)
    #expect(!form.state.isSubmitting)
    _ = await form.submit { _ in saved += 1 }
    #expect(saved == 2)
  }

  /// The app drops a field that the server refused, and submits again, before the first submit that
  /// the field failed returns.
  @Test(arguments: [true, false])
  func oneOfTwoSubmitsSucceedsIfTheFailingFieldHasLeft(hasAction: Bool) async {
    let saves = Late<Int>()
    let submit: @MainActor @Sendable () async -> RuleCode? = {
      guard hasAction else { return await form.submit().code }
      return await form.submit { _ in
        saves.value = (saves.value ?? 0) + 1
        await mainActorIsIdle()
      }.code
    }
    names.hold()
    name.edit("ann")
    let first = Task { await submit() }
    await names.arrived(1)
    let second = Late<Task<RuleCode?, Never>>()
    beforeChange({ name.state }) {
      second.value = Task {
        form.remove(name)
        return await submit()
      }
    }
    names.release()
    let codes = [await first.value, await second.value?.value]
    #expect(codes.count { $0 == nil } == 1, "\(codes)")
    #expect(saves.value == (hasAction ? 1 : nil))
  }

  @Test func actionIsNotRunIfTheFormFails() async {
    qq.edit("")
    let message = await form.submit { _ in Issue.record("nothing may be saved") }
    #expect(message.field === qq)
  }

  @Test func actionThatThrowsLeavesTheFormReady() async {
    await #expect(throws: CancellationError.self) {
      try await form.submit { _ in throw CancellationError() }
    }
    #expect(!form.state.isSubmitting)
    #expect(await form.submit().isSuccess)
  }

  @Test func serverFailuresInTheActionUseItsSuccess() async {
    await form.submit { submitted in
      name.edit("carla")
      form.receive(["name": .server("No"), "qq": .server("Not this")], asOf: submitted)
    }
    #expect(name.state.failure == nil, "the name was changed after it was submitted")
    #expect(qq.shows == "Not this")
  }

  @Test func nextSubmitSucceedsAgain() async {
    #expect(await form.submit().isSuccess)
    #expect(await form.submit().isSuccess)
  }
}

private final class Page: Responder {
  weak var nextResponder: (any Responder)?
  var failures = 0
  let table = EventTable()
  var eventHandling: (any EventHandling)? { table }

  init() {
    table.on(SubmitFailed.self) { [weak self] _, _ in
      self?.failures += 1
      return .stop
    }
  }

  @Test func resetBeforeTheSubmitResumesEndsIt() async {
    let form = ValidationManager.fake(), names = FakeNameCheck(), name = field("name", "ann")
    form.add(name, [.required], then: names.rule)
    names.hold()
    var saved = 0
    let submit = Task { await form.submit { _ in saved += 1 } }
    await names.arrived(1)
    // Runs after the last result, and before the task of the submit resumes.
    beforeChange({ form.state }) { Task { @MainActor in form.reset() } }
    names.release()
    #expect(await submit.value.code == .pending)
    #expect(saved == 0)
    #expect(names.calls == ["ann"])
  }

  @Test func resetFormStaysAsItIsIfItBecomesInvalid() async {
    let form = ValidationManager.fake(), names = FakeNameCheck()
    let a = field("a", "ann"), b = field("b", "bob")
    form.add(a, [.required])
    form.add(b, [.required], then: names.rule)
    names.hold()
    let submit = Task { await form.submit() }
    await names.arrived(1)
    beforeChange({ form.state }) {
      form.reset()
      a.edit("")
    }
    form.disable(b)
    #expect(await submit.value.code == .required)
    #expect(a.state.failure == nil)
    #expect(!a.state.isFocused)
    names.release()
  }

  @Test(arguments: [false, true])
  func resetByAnObserverSavesOnce(removes: Bool) async {
    let form = ValidationManager.fake(), names = FakeNameCheck()
    let a = field("a", "ann"), b = field("b", "bob")
    form.add(a, [.required])
    form.add(b, [.required], then: names.rule)
    names.hold()
    var (running, saved, most) = (0, 0, 0)
    let submits = (0..<2).map { _ in
      Task {
        await form.submit { _ in
          saved += 1
          running += 1
          most = max(most, running)
          await mainActorIsIdle()
          running -= 1
        }
      }
    }
    await mainActorIsIdle()
    if removes {
      beforeChange({ form.check() }) { form.reset() }
      form.remove(b)
    } else {
      beforeChange({ form.state }) { form.reset() }
      form.disable(b)
    }
    var successes = 0
    for submit in submits where await submit.value.isSuccess { successes += 1 }
    #expect(successes == 1)
    #expect(saved == 1)
    #expect(most == 1)
    names.release()
  }
}
