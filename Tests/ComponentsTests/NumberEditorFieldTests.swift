import Components
import TestSupport
import Testing

/// The number editor as a field of a form.
@MainActor
struct NumberEditorFieldTests {
  let editor = NumberEditor(label: "Guests")

  @Test func theFailureIsSpoken() {
    editor.show(.init(checkFailure: "Too few"))
    #expect(
      editor.accessibility
        == AccessibilityData(label: "Guests, Increment", value: "Too few", traits: .button))
    editor.show(.init(quantity: 9, checkFailure: "Too many"))
    #expect(
      editor.accessibility
        == AccessibilityData(label: "Guests", value: "9, Too many", traits: .adjustable))
  }

  @Test func theFailureStaysWhileTheNumberIsEdited() {
    editor.show(.init(quantity: 9, checkFailure: "Too many", isCheckPending: true))
    editor.edit("8")
    editor.endEditing()
    #expect(editor.state.quantity == 8)
    #expect(editor.state.checkFailure == "Too many")
    #expect(editor.state.isCheckPending)
    editor.configure(quantity: 1)
    #expect(editor.state.checkFailure == nil)
    #expect(!editor.state.isCheckPending)
  }

  @Test func editingCanBeginWithoutAKeystroke() {
    editor.show(.init(quantity: 2, notice: .refused("No")))
    var completed: [Int] = []
    editor.onInputComplete = { number, _ in completed.append(number) }
    editor.beginEditing()
    #expect(editor.state.text == "2")
    #expect(editor.state.notice == .refused("No"))
    editor.edit("5")
    editor.beginEditing()
    #expect(editor.state.text == "5")
    editor.endEditing()
    #expect(completed == [5])
  }

  @Test("an observer is notified of each change of the number and of the end of editing")
  func observerIsNotifiedOfTheNumber() {
    var log: [String] = []
    editor.onAdd = { log.append("app") }
    editor.onInputComplete = { number, _ in log.append("app \(number)") }
    editor.observer = FieldObserver(
      changed: { log.append("\($0)") },
      editingEnded: { log.append("left") }, needsDisplay: { log.append("needsDisplay") })
    editor.add()
    editor.edit("7")
    editor.endEditing()
    editor.endEditing()
    editor.edit("abc")
    editor.endEditing()
    editor.edit("9")
    editor.cancelEditing()
    editor.cancelEditing()
    editor.reduce()
    var state = editor.state
    state.quantity = 3
    state.change = .external
    editor.show(state)
    editor.configure(quantity: 3)
    #expect(
      log == [
        "user", "left", "app", "user", "left", "app 7", "left", "left", "user", "left",
        "app", "needsDisplay", "needsDisplay",
      ])
  }

  @Test("a step and the observer's change of the number are one notification")
  func stepAndItsFailureAreOneNotification() {
    editor.observer = FieldObserver(
      changed: { [unowned editor] _ in editor.show(checkFailure: "Too many") })
    let published = StateRecorder { editor.state }
    editor.add()
    #expect(published.states == [.init(quantity: 1, change: .user, checkFailure: "Too many")])
    editor.show(checkFailure: "Too many")
    #expect(published.count == 1)
  }

  @Test("unchanged text is not committed: the number stays, even if it changed meanwhile")
  func unchangedTextIsNotCommitted() {
    var asked: [Int] = [], completed: [Int] = []
    editor.configure(quantity: 3, rules: QuantityRules(minimum: 2, step: 2))
    editor.attach(.init(step: { _ in }, set: { asked.append($0) }))
    editor.onInputComplete = { number, _ in completed.append(number) }
    editor.beginEditing()
    var state = editor.state
    state.quantity = 8
    editor.show(state)
    editor.edit("3")
    editor.endEditing()
    #expect(editor.state.text == nil)
    #expect(editor.state.quantity == 8)
    #expect(asked.isEmpty)
    #expect(completed == [8])
    editor.beginEditing()
    editor.edit("4")
    editor.edit("8")
    editor.endEditing()
    #expect(asked == [8])
  }

  @Test("unchanged text is not committed before a plus either")
  func focusAloneCommitsNothingBeforeAPlus() {
    var completed: [Int] = []
    editor.configure(quantity: 7, rules: QuantityRules(minimum: 2, maximum: 10, step: 2))
    editor.onInputComplete = { number, _ in completed.append(number) }
    editor.beginEditing()
    editor.add()
    #expect(editor.state == .init(quantity: 8, rules: editor.state.rules, change: .user))
    #expect(completed.isEmpty)
    editor.beginEditing()
    editor.edit("4")
    editor.reduce()
    #expect(editor.state.quantity == 2)
    #expect(completed == [4])
  }

  @Test("the displayed text is not committed, whether editing began before or with it")
  func displayedTextIsNotCommitted() {
    var asked: [Int] = []
    editor.configure(quantity: 3)
    editor.attach(.init(step: { _ in }, set: { asked.append($0) }))
    editor.edit("3")
    editor.endEditing()
    #expect(asked.isEmpty)
    editor.edit("3")
    editor.edit("30")
    editor.edit("3")
    editor.endEditing()
    #expect(asked == [3])
  }

  @Test("a text field that repeats its text after losing the focus does not begin editing")
  func repeatedTextAfterEditingBeginsNothing() {
    editor.configure(quantity: 3)
    editor.edit("5")
    editor.endEditing()
    let published = StateRecorder { editor.state }
    editor.edit("5")
    #expect(editor.state.text == nil)
    #expect(published.count == 0)
    var state = editor.state
    state.quantity = 8
    editor.show(state)
    #expect(editor.state.shownText == "8")
    editor.edit("5")
    #expect(editor.state.text == "5")
  }

  @Test func displayedTextKeepsTheNotice() {
    editor.show(.init(quantity: 3, notice: .refused("No")))
    editor.edit("3")
    #expect(editor.state == .init(quantity: 3, notice: .refused("No")))
  }

  @Test func severalChangesByTheObserverAreOneNotification() {
    editor.configure(quantity: 1)
    editor.observer = FieldObserver(
      changed: { [unowned editor] _ in
        if editor.current.quantity == 2 { editor.show(.init(quantity: 5)) }
      },
      editingEnded: { [unowned editor] in editor.show(checkFailure: "Too many") })
    let published = StateRecorder { editor.state }
    editor.add()
    #expect(published.states == [.init(quantity: 5, checkFailure: "Too many")])
  }

  @Test func removedObserverIsNotReportedAsReplaced() {
    var replaced = 0
    let observer = FieldObserver(changed: { _ in }, replaced: { replaced += 1 })
    let field = TitledTextField(title: "Name", key: "name")
    let item = SelectItem<Int>(options: [1])
    editor.observer = observer
    field.observer = observer
    item.observer = observer
    editor.observer = nil
    field.observer = nil
    item.observer = nil
    #expect(replaced == 0)
    editor.observer = observer
    editor.observer = observer
    #expect(replaced == 1)
  }

  @Test func aPendingCheckIsShown() {
    editor.show(checkFailure: nil, isCheckPending: true)
    #expect(editor.state.isCheckPending)
    editor.show(checkFailure: "Too few")
    #expect(!editor.state.isCheckPending)
  }

  @Test func stepThatTheRulesDoNotAllowEndsEditing() {
    editor.configure(quantity: 5, rules: QuantityRules(maximum: 5))
    var ended = 0
    editor.observer = FieldObserver(changed: { _ in }, editingEnded: { ended += 1 })
    editor.beginEditing()
    editor.add()
    #expect(editor.state.text == nil && editor.state.quantity == 5)
    #expect(ended == 1)
    editor.edit("abc")
    editor.add()
    #expect(editor.state.text == nil && editor.state.notice != nil)
    #expect(ended == 2)
  }

  @Test func stepOfAnObserverStartsFromTheNumberItIsNotifiedOf() {
    var isFirst = true
    editor.observer = FieldObserver(changed: { [unowned editor] _ in
      guard isFirst else { return }
      isFirst = false
      editor.add()
    })
    editor.add()
    #expect(editor.state.quantity == 2)
  }
}
