import Components
import TestSupport
import Testing

/// Typing into a number editor.
@MainActor
struct NumberEditorInputTests {
  let editor = NumberEditor()
  let dozens = QuantityRules(minimum: 2, maximum: 10, step: 2)

  init() { editor.configure(quantity: 4, rules: dozens) }

  private func type(_ text: String) {
    editor.edit(text)
    editor.endEditing()
  }

  @Test func clearingAndTypingFifteenCommitsOnce() {
    var completed: [Int] = []
    var steps = 0
    editor.configure(quantity: 3)
    editor.onInputComplete = { number, _ in completed.append(number) }
    editor.onAdd = { steps += 1 }
    editor.onReduce = { steps += 1 }
    for text in ["", "1", "15"] {
      editor.edit(text)
      #expect(editor.state.quantity == 3)
      #expect(editor.state.shownText == text)
      #expect(!editor.state.isCollapsed)
    }
    #expect(completed == [])
    editor.endEditing()
    #expect(completed == [15])
    #expect(steps == 0)
    #expect(editor.state == .init(quantity: 15, change: .user))
  }

  @Test func endingTwiceCommitsOnce() {
    var completed: [Int] = []
    editor.onInputComplete = { number, _ in completed.append(number) }
    editor.edit("6")
    editor.endEditing()
    let published = StateRecorder { [editor] in editor.state }
    editor.endEditing()
    #expect(completed == [6])
    #expect(published.count == 0)
  }

  @Test func numberBetweenStepsIsLoweredWithNotice() {
    var completed: [Int] = []
    editor.onInputComplete = { number, _ in completed.append(number) }
    type("7")
    #expect(editor.state.quantity == 6)
    #expect(editor.state.notice == .adjusted(requested: 7, actual: 6, rule: .step(2)))
    #expect(completed == [6])
  }

  @Test func numberAboveMaximumIsClampedWithNotice() {
    type("99")
    #expect(
      editor.state
        == .init(
          quantity: 10, rules: dozens, change: .user,
          notice: .adjusted(requested: 99, actual: 10, rule: .maximum(10))))
  }

  @Test func numberBelowMinimumIsRaisedWithNotice() {
    type("1")
    #expect(editor.state.quantity == 2)
    #expect(editor.state.notice == .adjusted(requested: 1, actual: 2, rule: .minimum(2)))
  }

  @Test func zeroRemovesTheItem() {
    type("0")
    #expect(editor.state == .init(quantity: 0, rules: dozens, change: .user))
    #expect(editor.state.isCollapsed)
  }

  @Test func zeroBecomesTheMinimumByPolicy() {
    editor.configure(quantity: 4, rules: QuantityRules(minimum: 2, zero: .becomesMinimum))
    type("0")
    #expect(editor.state.quantity == 2)
    #expect(editor.state.notice == .adjusted(requested: 0, actual: 2, rule: .minimum(2)))
  }

  @Test(
    arguments: [
      ("abc", .notANumber), ("", .empty), (" ", .empty), ("1.5", .fraction), ("-3", .negative),
      ("12345678901234567890123", .overflow),
    ] as [(String, QuantityText.Problem)])
  func invalidTextRestoresTheNumberWithAReason(
    text: String, problem: QuantityText.Problem
  ) {
    var completed = 0
    editor.onInputComplete = { _, _ in completed += 1 }
    type(text)
    #expect(editor.state.quantity == 4)
    #expect(editor.state.text == nil)
    #expect(editor.state.shownText == "4")
    #expect(editor.state.notice == .invalid(text: text, problem: problem))
    #expect(completed == 0)
  }

  @Test func fullWidthDigitsAreAcceptedWithoutANotice() {
    type("\u{3000}８\u{3000}")
    #expect(editor.state.quantity == 8)
    #expect(editor.state.notice == nil)
  }

  @Test func typingTheSameNumberCompletesWithoutAChange() {
    var completed: [Int] = []
    editor.onInputComplete = { number, _ in completed.append(number) }
    let before = editor.state
    editor.beginEditing()
    type("4")
    #expect(completed == [4])
    #expect(editor.state == before)
  }

  @Test func typingTheSameNumberAgainKeepsTheCause() {
    let before = editor.state
    editor.edit("40")
    type("4")
    #expect(editor.state == before)
  }

  @Test func onInputCompleteReportsTheTextAsItWasTyped() {
    var completed: [String] = []
    editor.configure(quantity: 2, rules: QuantityRules(maximum: 10))
    editor.onInputComplete = { completed.append("\($1) is \($0)") }
    editor.edit("15")
    editor.endEditing()
    editor.beginEditing()
    editor.endEditing()
    #expect(completed == ["15 is 10", "10 is 10"])
  }

  @Test func onInputCompleteIsCalledAfterTheChange() {
    var seen: [NumberEditor.State] = []
    editor.onInputComplete = { [unowned editor] _, _ in seen.append(editor.state) }
    type("6")
    #expect(seen == [.init(quantity: 6, rules: dozens, change: .user)])
  }

  @Test(
    arguments: [
      ("8", 8, nil), ("99", 10, .adjusted(requested: 99, actual: 10, rule: .maximum(10))),
      ("abc", 4, .invalid(text: "abc", problem: .notANumber)),
    ] as [(String, Int, QuantityNotice?)])
  func commitIsOneNotificationWithoutIntermediateState(
    text: String, quantity: Int, notice: QuantityNotice?
  ) {
    editor.edit(text)
    let published = StateRecorder { [editor] in editor.state }
    editor.endEditing()
    #expect(published.states.map(\.quantity) == [quantity])
    #expect(published.states.map(\.notice) == [notice])
    #expect(published.states.map(\.text) == [nil])
  }

  @Test func cancelingDropsTheTextAndCommitsNothing() {
    var completed = 0
    editor.onInputComplete = { _, _ in completed += 1 }
    let before = editor.state
    editor.edit("8")
    editor.cancelEditing()
    editor.endEditing()
    #expect(editor.state == before)
    #expect(completed == 0)
  }

  @Test func cancelingCollapsesACollapsedEditorAgain() {
    editor.configure(quantity: 0)
    editor.edit("8")
    #expect(!editor.state.isCollapsed)
    editor.cancelEditing()
    #expect(editor.state.isCollapsed)
  }

  @Test func aPlusCommitsTheTextFirst() {
    var calls: [String] = []
    editor.onInputComplete = { number, _ in calls.append("=\(number)") }
    editor.onAdd = { [unowned editor] in calls.append("+ to \(editor.state.quantity)") }
    editor.edit("6")
    editor.add()
    #expect(calls == ["=6", "+ to 8"])
    #expect(editor.state == .init(quantity: 8, rules: dozens, change: .user))
  }

  @Test func aMinusCommitsTheTextFirst() {
    var calls: [String] = []
    editor.onInputComplete = { number, _ in calls.append("=\(number)") }
    editor.onReduce = { [unowned editor] in calls.append("- to \(editor.state.quantity)") }
    editor.edit("10")
    editor.reduce()
    #expect(calls == ["=10", "- to 8"])
  }

  @Test func plusAtTheLimitStillCommitsTheText() {
    editor.edit("10")
    editor.add()
    #expect(editor.state.quantity == 10)
    #expect(editor.state.text == nil)
  }

  @Test func noticeEndsWithEditStepOrDismissal() {
    type("99")
    editor.dismissNotice()
    #expect(editor.state.notice == nil)
    #expect(editor.state.quantity == 10)
    type("abc")
    editor.edit("9")
    #expect(editor.state.notice == nil)
    editor.cancelEditing()
    type("abc")
    editor.reduce()
    #expect(editor.state == .init(quantity: 8, rules: dozens, change: .user))
    type("99")
    type("6")
    #expect(editor.state.notice == nil)
  }

  @Test func configuringDropsATextAndANotice() {
    type("99")
    editor.edit("5")
    editor.configure(quantity: 4, rules: dozens)
    #expect(editor.state == .init(quantity: 4, rules: dozens, change: .bind))
  }

  @Test func stepsStartFromTheTextBeingEdited() {
    let editor = NumberEditor()
    editor.configure(quantity: 10, rules: QuantityRules(maximum: 10))
    #expect(!editor.state.canAdd)
    editor.edit("3")
    #expect(editor.state.canAdd)
    editor.add()
    #expect(editor.state.quantity == 4)
  }

  @Test func invalidTextIsReportedEvenBeforeAPlus() {
    let editor = NumberEditor()
    editor.configure(quantity: 4)
    editor.edit("abc")
    editor.add()
    #expect(editor.state.quantity == 5)
    #expect(editor.state.notice == .invalid(text: "abc", problem: .notANumber))
  }

  @Test func zeroStaysZeroInACollapsedEditor() {
    let editor = NumberEditor()
    editor.configure(quantity: 0, rules: QuantityRules(minimum: 2, zero: .becomesMinimum))
    editor.edit("0")
    editor.endEditing()
    #expect(editor.state.quantity == 0)
    #expect(editor.state.notice == nil)
  }

  @Test func typingIsNeverAnimated() {
    let editor = NumberEditor()
    editor.add()
    #expect(editor.state.isAnimated)
    editor.edit("12")
    #expect(!editor.state.isAnimated)
  }

  @Test(arguments: [-5, .min])
  func quantityBelowZeroCountsAsZero(_ quantity: Int) {
    let editor = NumberEditor()
    var state = editor.state
    state.quantity = quantity
    editor.show(state)
    #expect(editor.state.quantity == 0 && editor.state.isCollapsed)
    editor.add()
    #expect(editor.state.quantity == 1)
  }

  /// While the user only looks at the focused text, the buttons start from the number.
  @Test func buttonsIgnoreAnUnchangedText() {
    let editor = NumberEditor()
    editor.configure(quantity: 7, rules: QuantityRules(maximum: 7, zero: .becomesMinimum))
    editor.beginEditing()
    #expect(!editor.state.canAdd)
    editor.show(quantity: 5)
    #expect(editor.state.text == "7" && editor.state.isTextUnchanged)
    var same = editor.state
    same.text = "7"
    #expect(same.isTextUnchanged)
    #expect(editor.state.canAdd)
    editor.add()
    #expect(editor.state.quantity == 6)
    editor.beginEditing()
    editor.show(quantity: 7)
    #expect(!editor.state.canAdd && editor.state.canReduce)
    editor.show(quantity: 1)
    #expect(!editor.state.canReduce)
    editor.edit("3")
    #expect(!editor.state.isTextUnchanged && editor.state.canReduce)
  }

}

extension NumberEditor {
  /// Shows another number while a text is being edited, as a push does.
  fileprivate func show(quantity: Int) {
    var next = state
    (next.quantity, next.change) = (quantity, .external)
    show(next)
  }
}
