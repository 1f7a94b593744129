import Components
import TestSupport
import Testing

/// The plain text field, without any form.
@MainActor
struct TitledTextFieldTests {
  let field = TitledTextField(title: "Name", key: "name", placeholder: "Your name")

  @Test func newFieldIsEmptyWithoutAFailure() {
    #expect(field.state == .init(title: "Name", placeholder: "Your name"))
    #expect(field.key == "name")
    #expect(field.state.text == "")
    #expect(!field.state.isFocused)
    #expect(field.state.failure == nil)
    #expect(!field.state.isPending)
  }

  @Test func editingChangesAndReportsTheTextOnce() {
    var edits: [String] = []
    field.onEdit = { [unowned field] in edits.append($0 + field.state.text) }
    let published = StateRecorder { field.state }
    field.edit("Ann")
    #expect(edits == ["AnnAnn"])
    #expect(published.count == 1)
    #expect(field.state.text == "Ann")
  }

  @Test func theSameTextAgainPublishesNothing() {
    field.edit("Ann")
    let published = StateRecorder { field.state }
    field.edit("Ann")
    field.show(field.state)
    #expect(published.count == 0)
  }

  @Test func configuringAnotherFieldIsOneChange() {
    field.edit("Ann")
    field.focus()
    var state = field.state
    state.failure = "No"
    state.isPending = true
    field.show(state)
    let published = StateRecorder { field.state }
    field.configure(title: "City", key: "city", text: "Rome", placeholder: "A city")
    #expect(field.state == .init(title: "City", text: "Rome", placeholder: "A city"))
    #expect(field.key == "city")
    #expect(published.count == 1)
    field.configure(title: "Town")
    #expect(field.key == "city")
    #expect(field.state == .init(title: "Town"))
  }

  @Test func focusCanBeGainedAndLost() {
    var ended: [String] = []
    field.onEndEditing = { ended.append($0) }
    field.focus()
    #expect(field.state.isFocused)
    field.edit("Ann")
    field.endEditing()
    #expect(!field.state.isFocused)
    field.endEditing()
    #expect(ended == ["Ann", "Ann"])
  }

  @Test func endOfEditingByAnObserverReportsTheNewestText() {
    var ended: [String] = []
    field.onEndEditing = { ended.append($0) }
    field.observer = FieldObserver(changed: { [unowned field] _ in field.endEditing() })
    field.edit("123456")
    #expect(ended == ["123456"])
  }

  @Test func theFailureIsSpoken() {
    #expect(field.accessibility == AccessibilityData(label: "Name", value: "Your name"))
    field.edit("Ann")
    #expect(field.accessibility.value == "Ann")
    var state = field.state
    state.failure = "Too short"
    field.show(state)
    #expect(field.accessibility.value == "Ann, Too short")
    field.show(.init(title: "Name", failure: "Empty"))
    #expect(field.accessibility.value == "Empty")
    field.show(.init(title: "Name"))
    #expect(field.accessibility.value == nil)
  }

  @Test("an observer is notified of each change once, before the app")
  func observerIsNotifiedBeforeTheApp() {
    var log: [String] = []
    field.onEdit = { log.append("app \($0)") }
    field.onEndEditing = { log.append("app left \($0)") }
    field.observer = FieldObserver(
      changed: { log.append("\($0)") }, editingEnded: { log.append("left") },
      needsDisplay: { log.append("needsDisplay") })
    field.edit("a")
    field.edit("a")
    field.focus()
    field.show(failure: "No")
    field.endEditing()
    field.configure(title: "Name", text: "b")
    field.show(.init(title: "City", text: "c"))
    #expect(
      log == [
        "user", "app a", "left", "app left a", "app", "needsDisplay", "app", "needsDisplay",
      ])
  }

  @Test("a change and the observer's change of it are one notification")
  func changeAndItsFailureAreOneNotification() {
    field.observer = FieldObserver(
      changed: { [unowned field] _ in field.show(failure: "No", isPending: true) },
      editingEnded: { [unowned field] in
        field.focus()
        field.show(failure: nil)
      })
    let published = StateRecorder { field.state }
    field.edit("a")
    #expect(
      published.states == [
        .init(
          title: "Name", text: "a", placeholder: "Your name", failure: "No", isPending: true)
      ])
    field.endEditing()
    #expect(published.count == 2)
    #expect(field.state.failure == nil)
    #expect(field.state.isFocused)
  }

  @Test("an observer that edits the field during its notification is notified again")
  func editingObserverIsNotifiedAgain() {
    var origins: [FieldObserver.Origin] = []
    field.observer = FieldObserver(changed: { [unowned field] origin in
      origins.append(origin)
      if origins.count == 1 { field.edit("b") }
    })
    let published = StateRecorder { field.state.text }
    field.edit("a")
    #expect(origins == [.user, .user])
    #expect(published.states == ["b"])
  }
}
