import Components
import Fakes
import SelfManaged
import TestSupport
import Testing

/// Changes that are not saved.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct DirtyFormTests {
  let name = field("name", "ann"), qq = field("qq", "12345"), guests = NumberEditor(label: "Guests")
  let form = ValidationManager.fake()

  init() {
    form.add(name, [.required])
    form.add(qq, [.required])
    form.add(guests, key: "guests", [.inRange(0...8)])
  }

  @Test func changesOfTheUserAreListedUntilTheyAreReverted() {
    #expect(!form.isDirty)
    let seen = StateRecorder { form.isDirty }
    guests.add()
    qq.edit("54321")
    #expect(form.changes == ["qq", "guests"])
    #expect(seen.states.contains(true))
    qq.edit("12345")
    guests.reduce()
    #expect(form.changes == [])
    #expect(!form.isDirty)
    name.edit("bob")
    form.disable(name)
    #expect(!form.isDirty)
  }

  @Test func valueThatTheAppConfiguresIsNoChange() {
    name.edit("bob")
    qq.edit("54321")
    name.configure(title: "name", text: "carl")
    #expect(form.changes == ["qq"])
    name.edit("ann")
    #expect(form.changes == ["name", "qq"])
  }

  @Test func successOfASubmitSavesTheChanges() async {
    name.edit("bob")
    qq.edit("")
    _ = await form.submit()
    #expect(form.changes == ["name", "qq"])
    qq.edit("54321")
    let seen = StateRecorder { form.isDirty }
    #expect(await form.submit().isSuccess)
    #expect(!form.isDirty)
    #expect(seen.states.last == false)
    form.receive(["name": .server("bob is taken")])
    #expect(form.changes == ["name"], "a refused value is not saved")
    name.edit("ann")
    #expect(form.changes == ["name"])
  }

  @Test func actionSavesWhatItWasGiven() async {
    name.edit("bob")
    await form.submit { _ in
      #expect(form.isDirty)
      qq.edit("1")
    }
    #expect(form.changes == ["qq"])
  }

  @Test func actionThatFailsSavesNothing() async {
    name.edit("bob")
    await #expect(throws: CancellationError.self) {
      try await form.submit { _ in throw CancellationError() }
    }
    #expect(form.changes == ["name"])
    qq.edit("54321")
    await form.submit { form.receive(["zip": .server("No")], asOf: $0) }
    #expect(form.changes == ["name", "qq"])
    await form.submit { submitted in
      name.edit("carl")
      form.receive(["name": .server("bob is taken")], asOf: submitted)
    }
    #expect(form.changes == ["name", "qq"])
    await form.submit { _ in }
    #expect(!form.isDirty)
  }

  @Test func valueThatTheAppSetsDuringAnActionIsSaved() async {
    name.edit("bob")
    await form.submit { _ in name.configure(title: "name", text: "") }
    #expect(!form.isDirty)
  }

  @Test func disabledFieldIsNotSaved() async {
    name.edit("bob")
    form.disable(name)
    #expect(await form.submit().isSuccess)
    form.enable(name)
    #expect(form.changes == ["name"])
    await form.submit { _ in form.disable(name) }
    form.enable(name)
    #expect(!form.isDirty)
  }

  @Test func refusedValueIsNotSavedThoughItIsTypedAgain() async {
    name.edit("bob")
    _ = await form.submit()
    let seen = StateRecorder { form.isDirty }
    form.receive(["name": .server("bob is taken")])
    #expect(seen.states.last == true)
    name.edit("bobb")
    name.edit("bob")
    #expect(form.changes == ["name"])
    form.reset()
    #expect(form.changes == ["name"])
    await form.submit { _ in }
    #expect(!form.isDirty)
  }

  @Test func changeThatIsNotReportedIsListed() {
    let row = Held("x"), trimmed = field("trimmed", "x")
    form.add(row, key: "row", through: .held("Row"), [.required])
    form.add(trimmed, [.trimmed])
    row.value = "y"
    trimmed.edit("x ")
    #expect(form.changes == ["row"])
    trimmed.endEditing()
    trimmed.edit("y ")
    trimmed.endEditing()
    #expect(form.changes == ["row", "trimmed"])
  }
}
