import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// An async rule that the test controls, and a form without delays.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct FakeNameCheckTests {
  let names = FakeNameCheck(taken: ["ann"])

  @Test func takenNamesAreReportedAndCallsRecorded() async throws {
    #expect(try await names.isTaken("ann"))
    #expect(try await !names.isTaken("bob"))
    names.taken = ["bob"]
    #expect(try await names.isTaken("bob"))
    #expect(names.calls == ["ann", "bob", "bob"])
    #expect(names.arrivals == 3)
  }

  @Test func ruleFailsWithTaken() async {
    let form = ValidationManager.fake(), name = TitledTextField(title: "Name", key: "name")
    form.add(name, [.required], then: names.rule)
    name.edit("ann")
    await form.settled()
    #expect(form.check().failure == RuleFailure(.taken))
    #expect(names.rule.code == .taken)
    #expect(names.rule.ifUnanswered == .fails)
  }

  @Test func answersCanBeHeldLostAndReordered() async throws {
    names.hold()
    let first = Task { try await names.isTaken("ann") }
    await names.arrived(1)
    let second = Task { try await names.isTaken("bob") }
    await names.arrived(2)
    names.releaseLast()
    #expect(try await !second.value)
    #expect(names.heldCount == 1)
    names.failNext(.offline)
    names.release()
    await #expect(throws: ServiceError.offline) { try await first.value }
    names.releaseLast()
  }

  @Test func canceledCheckIsRecorded() async {
    names.hold()
    let task = Task { try await names.isTaken("ann") }
    await names.arrived(1)
    task.cancel()
    await names.canceled(1)
    #expect(names.canceled == ["ann"])
    names.release()
    #expect((try? await task.value) == true)
  }

  @Test func answeredCheckIsNotRecordedAsCanceled() async throws {
    names.hold()
    let task = Task { try await names.isTaken("ann") }
    await names.arrived(1)
    names.release()
    task.cancel()
    _ = try await task.value
    await mainActorIsIdle()
    #expect(names.canceled == [])
  }

  @Test("without a clock every delay passes at once; with a fake clock, as the test advances it")
  func fakeFormDelaysFollowTheClock() async {
    let name = TitledTextField(title: "Name"), clock = FakeClock()
    let form = ValidationManager.fake(
      policy: ValidationPolicy(debounce: .seconds(3600)), language: .simplifiedChinese)
    form.add(name, [.required], then: names.rule)
    #expect(form.check().text == "Name不能为空")
    name.edit("bob")
    await form.settled()
    #expect(names.calls == ["bob"])
    let slow = ValidationManager.fake(clock: clock)
    slow.add(name, [.required], then: names.rule)
    name.edit("carl")
    await clock.sleeping(1)
    clock.advance(by: .milliseconds(299))
    await mainActorIsIdle()
    #expect(names.calls == ["bob"])
    clock.advance(by: .milliseconds(1))
    await names.arrived(2)
    await slow.settled()
    #expect(slow.check().isSuccess)
  }
}
