import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Async rules.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct AsyncRuleTests {
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

  /// Types a name, and lets the delay of its first or a later check pass.
  private func askAbout(_ text: String, time: Int = 1) async {
    name.edit(text)
    await clock.sleeping(time)
    clock.advance(by: .milliseconds(500))
    await names.arrived(time)
  }

  @Test func fieldIsPendingFromKeystrokeToAnswer() async {
    names.hold()
    let shown = StateRecorder { name.state }
    name.edit("ann")
    #expect(name.shows == "pending")
    #expect(form.state.isPending)
    #expect(names.calls.isEmpty)
    await clock.sleeping(1)
    clock.advance(by: .milliseconds(499))
    clock.advance(by: .milliseconds(1))
    await names.arrived(1)
    #expect(names.calls == ["ann"])
    #expect(name.shows == "pending")
    names.release()
    await form.settled()
    #expect(name.shows == "name is already taken")
    #expect(!form.state.isPending)
    #expect(shown.states.map(\.isPending) == [true, false])
  }

  @Test func canceledWaitForTheChecksEnds() async {
    names.hold()
    let form = ValidationManager.fake(), other = field("other")
    form.add(other, [], then: names.rule)
    other.edit("ann")
    await names.arrived(1)
    let wait = Task { await form.settled() }
    wait.cancel()
    await wait.value
    #expect(form.state.isPending)
    names.release()
  }

  @Test func theFirstOfTwoPendingFieldsIsNamed() async {
    let other = field("other", "bob")
    form.add(other, [], then: names.rule)
    name.edit("carl")
    #expect(form.check().key == "name")
    #expect(form.check().code == .pending)
  }

  @Test func checkStartsAfterTheOtherRulesPass() async {
    name.edit("a")
    #expect(name.shows == "name must have at least two characters")
    #expect(!form.state.isPending)
    #expect(clock.sleeperCount == 0)
    #expect(await form.submit().code == .tooShort)
    #expect(names.calls.isEmpty)
  }

  @Test func eachKeystrokeRestartsTheDelay() async {
    name.edit("jo")
    await clock.sleeping(1)
    clock.advance(by: .milliseconds(400))
    name.edit("joh")
    await clock.sleeping(2)
    clock.advance(by: .milliseconds(400))
    await mainActorIsIdle()
    #expect(names.calls.isEmpty)
    clock.advance(by: .milliseconds(100))
    await names.arrived(1)
    await form.settled()
    #expect(names.calls == ["joh"])
  }

  @Test("an answer to an earlier value is ignored, whenever it arrives")
  func answerToAnEarlierValueIsIgnored() async {
    names.hold()
    await askAbout("joh")
    await askAbout("john", time: 2)
    #expect(names.calls == ["joh", "john"])
    names.releaseLast()
    await form.settled()
    #expect(name.shows == "-")
    #expect(form.check().isSuccess)
    names.release()
    await names.canceled(1)
    #expect(names.canceled == ["joh"])
    await form.settled()
    #expect(name.shows == "-")
    #expect(form.check().isSuccess)
  }

  @Test("an earlier answer that arrives first is ignored")
  func earlierAnswerComingFirstIsIgnored() async {
    names.hold()
    await askAbout("joh")
    await askAbout("john", time: 2)
    names.releaseNext()
    await names.canceled(1)
    #expect(name.shows == "pending")
    names.release()
    await form.settled()
    #expect(name.shows == "-")
  }

  @Test func pendingCheckIsNeverValid() async {
    names.hold()
    name.edit("carl")
    #expect(form.check().code == .pending)
    #expect(form.check().text == "name is still being checked")
    qq.edit("1")
    #expect(form.check().code == .minDigits, "a known failure comes before an open question")
    #expect(form.checkAll().map(\.code) == [.pending, .minDigits])
    qq.edit("12345")
    async let result = form.submit()
    await names.arrived(1)
    names.release()
    _ = await result
    #expect(form.check().isSuccess)
  }

  @Test func answerAppliesOnlyToItsValue() async {
    let held = Held("carl"), names = names
    form.add(held, key: "held", through: .held("Held"), [.required], then: names.rule)
    name.edit("bob")
    #expect(await form.submit().isSuccess)
    held.value = "ann"
    #expect(form.check().code == .pending)
    #expect(await form.submit().code == .taken)
    #expect(form.failures(of: held).map(\.code) == [.taken])
    held.value = "carl"
    #expect(form.check().code == .pending)
    #expect(form.failures(of: held).isEmpty)
    #expect(await form.submit().isSuccess)
  }

  @Test("offline: not valid, reported as such, and the next submit checks again")
  func failedCheckIsRepeatedByTheNextSubmit() async {
    names.failNext(.offline)
    await askAbout("carl")
    await form.settled()
    #expect(name.shows == "name could not be checked; please try again")
    #expect(form.check().code == .unanswered)
    #expect(form.check().failure?.arguments.map(\.description) == ["offline"])
    #expect(form.check().ruleIndex == 2)
    names.failNext(.offline)
    #expect(await form.submit().code == .unanswered)
    #expect(await form.submit().isSuccess)
    #expect(names.calls == ["carl", "carl", "carl"])
    #expect(name.shows == "-")
  }

  @Test func advisoryRulePassesUnanswered() async {
    let form = ValidationManager.fake(), name = field("name", "carl")
    let rule = AsyncRule<String>(.taken, ifUnanswered: .passes) { [names] in
      try await !names.isTaken($0)
    }
    form.add(name, [.required], then: rule)
    names.failNext(.offline)
    #expect(await form.submit().isSuccess)
    name.edit("ann")
    await form.settled()
    #expect(form.check().code == .taken)
  }

  @Test func checksRunInOrderUntilOneFails() async {
    let second = FakeNameCheck(taken: ["bob"]), third = FakeNameCheck()
    let form = ValidationManager.fake(), name = field("name", "ann")
    let chain: RuleChain<String> = [.required]
    form.add(name, chain.then(names.rule), then: second.rule, third.rule)
    #expect(await form.submit().ruleIndex == 1)
    #expect(second.calls.isEmpty)
    name.edit("bob")
    await form.settled()
    #expect(form.check().ruleIndex == 2)
    #expect(form.failures(of: name).map(\.ruleIndex) == [2])
    name.edit("carl")
    await form.settled()
    #expect(form.check().isSuccess)
    #expect(second.calls == ["bob", "carl"])
    #expect(third.calls == ["carl"])
  }

  @Test func asyncRuleAloneIsAChain() async {
    let form = ValidationManager.fake(), name = field("name")
    form.add(name, [], then: names.rule)
    #expect(await form.submit().isSuccess)
    #expect(names.calls == [""])
  }

  @Test func failedRuleCancelsTheCheck() async {
    names.hold()
    name.edit("carl")
    await clock.sleeping(1)
    name.edit("c")
    #expect(name.shows == "name must have at least two characters")
    clock.advance(by: .seconds(1))
    name.edit("carl")
    await clock.sleeping(2)
    clock.advance(by: .milliseconds(500))
    await names.arrived(1)
    #expect(names.calls == ["carl"])
    name.edit("")
    await names.canceled(1)
    #expect(!form.state.isPending)
    names.release()
  }

  @Test func changeOfAnotherFieldKeepsTheAnswer() async {
    let form = ValidationManager.fake(policy: ValidationPolicy(shows: .onChange))
    let other = field("other", "x"), name = field("name")
    let handle = form.add(other, [.required])
    form.add(name, [.not(.matches(handle)).failing(as: "same")], then: names.rule)
    name.edit("carl")
    await form.settled()
    other.edit("carl")
    #expect(name.shows == "name is not valid")
    other.edit("y")
    #expect(form.check().isSuccess)
    #expect(names.calls == ["carl"])
  }

  @Test func pendingCheckKeepsNoFormAlive() async {
    names.hold()
    var form: ValidationManager? = .fake()
    weak let gone = form
    form?.add(name, [], then: names.rule)
    name.edit("ann")
    await names.arrived(1)
    form = nil
    #expect(gone == nil)
    await names.canceled(1)
    names.release()
    #expect(name.shows == "pending")
  }

  @Test(
    "a field that changes its value when it is shown as pending is checked once",
    arguments: [Duration.zero, .milliseconds(500)])
  func changeOnDisplayIsCheckedOnce(debounce: Duration) async {
    var delays = 0
    let form = ValidationManager(policy: ValidationPolicy(debounce: debounce)) { _ in delays += 1 }
    let names = names, watched = Held("ann")
    form.add(
      watched, key: "watched",
      through: FieldAccess(
        title: { _ in "Watched" }, value: { $0.value },
        show: { [unowned form] watched, status in
          guard status.isPending, watched.value != "carl" else { return }
          watched.value = "carl"
          form.changed(watched)
        }), [.required], then: names.rule)
    watched.value = "bob"
    form.changed(watched)
    await form.settled()
    #expect(names.calls == ["carl"])
    #expect(delays == (debounce == .zero ? 0 : 1))
    #expect(form.check().isSuccess)
  }

  @Test("an optional empty value starts no check")
  func blankOptionalFieldStartsNoCheck() async {
    let form = ValidationManager.fake(), names = FakeNameCheck(taken: ["ann"])
    let nick = field("nick", " ")
    form.add(nick, [.ifFilled(.length(2...))], then: .ifFilled(names.rule))
    #expect(await form.submit().isSuccess)
    #expect(names.calls == [])
    nick.edit("ann")
    #expect(await form.submit().code == .taken)
  }

  @Test(arguments: [AsyncRule<Int>.Unanswered.fails, .passes])
  func absentValueStartsNoCheck(unanswered: AsyncRule<Int>.Unanswered) async {
    struct Unreachable: Error {}
    let form = ValidationManager.fake()
    let held = Held<Int?>(nil)
    let rule = AsyncRule<Int>("free", ifUnanswered: unanswered) { number in
      if number == 2 { throw Unreachable() }
      return number != 1
    }
    form.add(held, key: "k", through: .held("K"), [], then: .ifPresent(rule))
    #expect(await form.submit().isSuccess)
    held.value = 1
    #expect(await form.submit().code == "free")
    held.value = 2
    #expect(await form.submit().isSuccess == (unanswered == .passes))
  }
}
