import Components
import Observation
import TestSupport
import Testing

/// A number editor's plus and minus, without `SelfManaged`.
@MainActor
struct NumberEditorTests {
  let editor = NumberEditor()
  let dozens = QuantityRules(minimum: 2, maximum: 10, step: 2)

  @Test func editorBeginsCollapsed() {
    #expect(editor.state == .init(quantity: 0, rules: QuantityRules(), change: .bind))
    #expect(editor.state.isCollapsed)
    #expect(editor.state.canAdd)
    #expect(!editor.state.canReduce)
    #expect(!editor.isManaged)
  }

  @Test func plusOpensAndLastMinusCollapsesTheEditor() {
    editor.add()
    #expect(editor.state == .init(quantity: 1, change: .user))
    #expect(!editor.state.isCollapsed)
    #expect(editor.state.shownText == "1")
    editor.reduce()
    #expect(editor.state == .init(quantity: 0, change: .user))
    #expect(editor.state.isCollapsed)
  }

  @Test func plusStepsFromTheMinimumToTheMaximum() {
    editor.configure(quantity: 0, rules: dozens)
    let published = StateRecorder { [editor] in editor.state }
    for _ in 1...9 { editor.add() }
    #expect(published.states.map(\.quantity) == [2, 4, 6, 8, 10])
    #expect(!editor.state.canAdd)
  }

  @Test func tapObservesNothing() {
    withObservationTracking {
      editor.add()
    } onChange: {
      Issue.record("the tap observed the editor's state")
    }
    editor.add()
    #expect(editor.state.quantity == 2)
  }

  @Test func minusStepsFromTheMaximumToZero() {
    editor.configure(quantity: 10, rules: dozens)
    let published = StateRecorder { [editor] in editor.state }
    for _ in 1...9 { editor.reduce() }
    #expect(published.states.map(\.quantity) == [8, 6, 4, 2, 0])
    #expect(!editor.state.canReduce)
  }

  @Test func minusStopsAtTheMinimumIfZeroIsForbidden() {
    editor.configure(
      quantity: 4, rules: QuantityRules(minimum: 2, maximum: 10, step: 2, zero: .becomesMinimum))
    editor.reduce()
    #expect(editor.state.quantity == 2)
    #expect(!editor.state.canReduce)
    editor.reduce()
    #expect(editor.state.quantity == 2)
  }

  @Test(arguments: [(0, true, false), (2, true, true), (8, true, true), (10, false, true)])
  func theButtonsAreAvailableExceptAtTheLimits(quantity: Int, canAdd: Bool, canReduce: Bool) {
    editor.configure(quantity: quantity, rules: dozens)
    #expect(editor.state.canAdd == canAdd)
    #expect(editor.state.canReduce == canReduce)
  }

  @Test(arguments: [(7, 8, 6), (1, 2, 0), (99, 99, 10)])
  func quantityOutsideTheRulesStaysUntilAStep(quantity: Int, plus: Int, minus: Int) {
    editor.configure(quantity: quantity, rules: dozens)
    #expect(editor.state.quantity == quantity)
    editor.add()
    #expect(editor.state.quantity == plus)
    editor.configure(quantity: quantity, rules: dozens)
    editor.reduce()
    #expect(editor.state.quantity == minus)
  }

  @Test(arguments: [-1, Int.min])
  func aQuantityBelowZeroCountsAsZero(quantity: Int) {
    editor.configure(quantity: quantity)
    #expect(editor.state.quantity == 0)
    #expect(editor.state.isCollapsed)
  }

  @Test func theGreatestQuantityDoesNotTrap() {
    editor.configure(quantity: .max)
    editor.add()
    #expect(editor.state.quantity == .max)
    editor.reduce()
    #expect(editor.state.quantity == .max - 1)
  }

  @Test func callbacksAreCalledOnceAfterTheChange() {
    var seen: [String] = []
    editor.onAdd = { [unowned editor] in seen.append("+\(editor.state.quantity)") }
    editor.onReduce = { [unowned editor] in seen.append("-\(editor.state.quantity)") }
    editor.onInputComplete = { number, _ in seen.append("=\(number)") }
    editor.add()
    editor.add()
    editor.reduce()
    #expect(seen == ["+1", "+2", "-1"])
  }

  @Test func stepAtALimitChangesAndReportsNothing() {
    var calls = 0
    editor.onAdd = { calls += 1 }
    editor.onReduce = { calls += 1 }
    editor.configure(quantity: 0, rules: QuantityRules(maximum: 0))
    let published = StateRecorder { [editor] in editor.state }
    editor.add()
    editor.reduce()
    #expect(calls == 0)
    #expect(published.count == 0)
  }

  @Test func oneStepIsOneAnimatedNotification() {
    editor.configure(quantity: 3)
    let published = StateRecorder { [editor] in editor.state }
    editor.add()
    #expect(published.count == 1)
    #expect(editor.state.isAnimated)
    editor.reduce()
    #expect(published.count == 2)
  }

  @Test func configuringNotifiesOnceWithoutAnimation() {
    editor.add()
    let published = StateRecorder { [editor] in editor.state }
    editor.configure(quantity: 1, rules: dozens)
    editor.configure(quantity: 1, rules: dozens)
    editor.show(editor.state)
    #expect(published.states == [.init(quantity: 1, rules: dozens, change: .bind)])
    #expect(!editor.state.isAnimated)
  }
}
