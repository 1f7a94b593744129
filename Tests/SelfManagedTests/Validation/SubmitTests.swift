import Components
import Fakes
import Observation
import SelfManaged
import TestSupport
import Testing

/// Submits that wait for answers.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct SubmitTests {
  let names = FakeNameCheck(taken: ["ann", "joh"])
  let clock = FakeClock()
  let name = field("name"), qq = field("qq", "12345")
  let form: ValidationManager

  init() {
    form = .fake(
      policy: ValidationPolicy(shows: .onChange, debounce: .milliseconds(500)), clock: clock)
    form.add(name, [.required, .length(2...)], then: names.rule)
    form.add(qq, [.required, .minDigits(5)])
  }

  /// Performs an action after the last async check of the name has ended, and before the submit that
  /// waits for it resumes.
  private func onceChecked(_ action: @escaping @MainActor @Sendable () -> Void) {
    withObservationTracking {
      _ = name.state.isPending
    } onChange: {
      Task { @MainActor in action() }
    }
  }

  @Test func serverFailureOfTheSubmittedValueIsShown() async {
    names.hold()
    name.edit("bob")
    async let result = form.submit()
    await names.arrived(1)
    onceChecked { [qq] in qq.edit("54321") }
    names.release()
    let message = await result
    #expect(message.isSuccess)
    form.receive(["qq": .server("54321 is taken")], asOf: message)
    #expect(qq.shows == "54321 is taken")
  }

  @Test func submitThatIsCanceledAfterTheLastCheckMovesNoFocus() async {
    let page = SubmitPage()
    name.nextResponder = page
    names.hold()
    name.edit("ann")
    let submit = Task { await form.submit() }
    await names.arrived(1)
    onceChecked { submit.cancel() }
    names.release()
    #expect(await submit.value.code == .taken)
    #expect(!name.state.isFocused)
    #expect(page.failures == 0)
  }

  @Test func otherSubmitMovesTheFocusIfTheFirstIsCanceled() async {
    let page = SubmitPage()
    name.nextResponder = page
    names.hold()
    name.edit("ann")
    let submit = Task { await form.submit() }
    let other = Task { await form.submit() }
    await names.arrived(1)
    onceChecked { submit.cancel() }
    names.release()
    _ = await (submit.value, other.value)
    #expect(name.state.isFocused)
    #expect(page.failures == 1)
  }

  @Test func formIsSubmittingUntilTheActionReturns() async throws {
    name.edit("bob")
    var changes: [Bool] = []
    let seen = StateRecorder { self.form.state.isSubmitting }
    try await form.submit { _ in
      #expect(form.state.isSubmitting)
      try await names.wire.carry {}
    }
    for value in seen.states where changes.last != value { changes.append(value) }
    #expect(changes == [true, false])
  }

  @Test func submitThatAwaitsNothingIsNeverShown() async {
    let form = ValidationManager.fake(), plain = field("plain", "x")
    form.add(plain, [.required])
    let seen = StateRecorder { form.state.isSubmitting }
    #expect(await form.submit().isSuccess)
    #expect(!seen.states.contains(true))
  }

  @Test func submitOfAFormThatChangesWhileItIsShownWaits() async {
    let box = Held("x")
    var access = FieldAccess<Held<String>, String>.held("box")
    var wasPending = false
    access.show = { [name] _, status in
      if wasPending, !status.isPending { name.edit("bea") }
      wasPending = status.isPending
    }
    name.edit("bob")
    _ = await form.submit()
    form.add(box, key: "box", through: access, [.required], then: names.rule)
    #expect(await form.submit().isSuccess)
    #expect(names.calls.last == "bea")
  }

  /// The value changes after the last async result, so it is a part of what the submit returns.
  @Test func serverFailureOfAValueThatChangedBeforeTheReturnIsShown() async {
    let box = Held("x")
    form.add(box, key: "box", through: .held("box"), [.required])
    name.edit("bob")
    names.hold()
    async let result = form.submit()
    await names.arrived(1)
    beforeChange({ form.state }) { box.value = "y" }
    names.release()
    let submitted = await result
    #expect(submitted.isSuccess)
    form.receive(["box": .server("No")], asOf: submitted)
    #expect(form.check().code == .server)
  }

  @Test("a submit skips the delay and waits")
  func submitSkipsTheDelay() async {
    names.hold()
    name.edit("ann")
    await clock.sleeping(1)
    clock.advance(by: .milliseconds(100))
    async let result = form.submit()
    await names.arrived(1)
    #expect(form.state.isSubmitting)
    #expect(names.calls == ["ann"])
    names.release()
    let message = await result
    #expect(message.code == .taken)
    #expect(message.field === name)
    #expect(message.ruleIndex == 2)
    #expect(name.state.isFocused)
    #expect(!form.state.isSubmitting)
    clock.advance(by: .seconds(1))
    await mainActorIsIdle()
    #expect(names.calls == ["ann"])
  }

  @Test func submitChecksUntypedValues() async {
    let prefilled = field("nick", "bob")
    form.add(prefilled, [.required], then: names.rule)
    #expect(prefilled.shows == "-")
    #expect(form.check(prefilled).code == .pending)
    name.configure(title: "name", text: "carl")
    #expect(await form.submit().isSuccess)
    #expect(names.calls.sorted() == ["bob", "carl"], "the checks go out at once, in no order")
    #expect(form.check().isSuccess)
  }

  @Test func submitDoesNotRepeatAnsweredChecks() async {
    name.edit("carl")
    #expect(await form.submit().isSuccess)
    #expect(await form.submit().isSuccess)
    #expect(names.calls == ["carl"])
  }

  @Test func typingDuringASubmitIsPartOfIt() async {
    names.hold()
    name.edit("carl")
    async let result = form.submit()
    await names.arrived(1)
    name.edit("ann")
    await clock.sleeping(2)
    names.release()
    #expect(form.state.isSubmitting)
    clock.advance(by: .milliseconds(500))
    #expect(await result.code == .taken)
  }

  @Test("a returned success is current, whatever happened just before")
  func successIsCurrentWhenReturned() async {
    let form = ValidationManager.fake(), qq = field("qq", "12345"), watched = Held("carl")
    form.add(qq, [.required, .minDigits(5)])
    var isTyping = true
    form.add(
      watched, key: "watched",
      through: FieldAccess(
        title: { _ in "Watched" }, value: { $0.value },
        show: { _, status in
          // The answer has arrived; the user types before the submit's caller resumes.
          guard !status.isPending, isTyping, !names.calls.isEmpty else { return }
          isTyping = false
          Task { qq.edit("1") }
        }), [.required], then: names.rule)
    let result = Task {
      let message = await form.submit()
      return (message.code, form.check().code)
    }
    let (given, present) = await result.value
    #expect(given == present)
    #expect(given == .minDigits)
  }

  @Test func changeMadeOnTheAnswerIsChecked() async {
    let form = ValidationManager.fake(), qq = field("qq", "12345"), watched = Held("carl")
    form.add(qq, [.required, .minDigits(5)])
    form.add(
      watched, key: "watched",
      through: FieldAccess(
        title: { _ in "Watched" }, value: { $0.value },
        show: { _, status in if !status.isPending, !names.calls.isEmpty { qq.edit("1") } }),
      [.required], then: names.rule)
    #expect(await form.submit().code == .minDigits)
  }

  @Test func removedFieldIsNotAwaited() async {
    names.hold()
    name.edit("carl")
    async let result = form.submit()
    await names.arrived(1)
    form.remove(name)
    #expect(await result.isSuccess)
    #expect(name.shows == "-")
    names.release()
    await names.canceled(1)
    #expect(form.check(name).code == .notAttached)
  }

  @Test func disabledFieldIsSkippedAndCheckedLater() async {
    names.hold()
    name.edit("carl")
    async let result = form.submit()
    await names.arrived(1)
    form.disable(name)
    #expect(await result.isSuccess)
    #expect(name.shows == "-")
    form.enable(name)
    #expect(form.check().code == .pending)
    async let again = form.submit()
    await names.arrived(2)
    names.release()
    #expect(await again.isSuccess)
  }

  @Test func submitStopsAwaitingAReleasedField() async {
    names.hold()
    var other: TitledTextField? = field("other", "bob")
    if let other { form.add(other, [], then: names.rule) }
    name.edit("carl")
    async let result = form.submit()
    await names.arrived(2)
    other = nil
    // Checks start at once and may overtake one another, so the first may be the other's.
    if names.calls.first == "carl" { names.releaseNext() } else { names.releaseLast() }
    #expect(await result.isSuccess)
    names.release()
  }

  @Test func fieldsAddedDuringASubmitAreChecked() async {
    names.hold()
    name.edit("carl")
    async let result = form.submit()
    await names.arrived(1)
    let late = field("late")
    form.add(late, [.required])
    names.release()
    #expect(await result.field === late)
    #expect(late.shows == "late must not be empty")
  }

  @Test func asyncRulesOfAFieldAddedDuringASubmitAreAwaited() async {
    names.hold()
    name.edit("carl")
    async let result = form.submit()
    await names.arrived(1)
    let late = field("late", "ann")
    form.add(late, [.required], then: names.rule)
    await names.arrived(2)
    names.release()
    #expect(await result.field === late)
    #expect(late.shows == "late is already taken")
  }

  @Test func canceledSubmitReturnsEarlyWithoutSuccess() async {
    names.hold()
    name.edit("carl")
    let task = Task { await form.submit() }
    await names.arrived(1)
    task.cancel()
    #expect(await task.value.code == .pending)
    names.release()
    await form.settled()
    #expect(form.check().isSuccess)
    #expect(!form.state.isSubmitting)
  }

  @Test func resetEndsASubmitWithoutSuccess() async {
    names.hold()
    name.edit("carl")
    async let result = form.submit()
    await names.arrived(1)
    form.reset()
    #expect(await result.code == .pending)
    #expect(name.shows == "-")
    names.release()
    await names.canceled(1)
    #expect(form.check().code == .pending)
  }
}

/// Counts the failures of submits.
@MainActor
private final class SubmitPage: Responder {
  private(set) var failures = 0
  let nextResponder: (any Responder)? = nil
  private lazy var table = EventTable()
  var eventHandling: (any EventHandling)? { table }

  init() {
    table.on(SubmitFailed.self) { [unowned self] _, _ in
      failures += 1
      return .stop
    }
  }
}
