import Components
import Testing

/// The result of committing an edited text, as a synchronous value.
struct TextCommitTests {
  private let rules = QuantityRules(minimum: 2, maximum: 10, step: 2)

  private func commit(_ text: String?, from quantity: Int = 4, since initialText: String? = nil)
    -> TextCommit
  {
    TextCommit(
      of: NumberEditor.State(
        quantity: quantity, text: text, isTextUnchanged: text == initialText, rules: rules))
  }

  @Test func withoutATextNothingIsCommitted() {
    #expect(commit(nil) == .none)
    #expect(commit(nil, since: "4") == .none)
    #expect(!commit(nil).isTyped)
  }

  @Test func unchangedTextIsNotCommitted() {
    #expect(commit("4", since: "4") == .unchanged)
    #expect(!commit("4", since: "4").isTyped)
  }

  @Test func typedTextIsCommittedEvenIfItIsTheShownNumber() {
    #expect(commit("4") == .quantity(4, nil))
    #expect(commit("4", since: "6") == .quantity(4, nil))
    #expect(commit("4").isTyped)
  }

  @Test func textThatIsNoNumberIsRejectedWithItsProblem() {
    #expect(commit("4x", since: "4") == .invalid(text: "4x", .notANumber))
    #expect(commit("") == .invalid(text: "", .empty))
    #expect(commit("").isTyped)
  }

  @Test func numberIsClampedWithANotice() {
    #expect(
      commit("15") == .quantity(10, .adjusted(requested: 15, actual: 10, rule: .maximum(10))))
    #expect(commit("5") == .quantity(4, .adjusted(requested: 5, actual: 4, rule: .step(2))))
    #expect(commit("1") == .quantity(2, .adjusted(requested: 1, actual: 2, rule: .minimum(2))))
  }

  @Test func zeroDependsOnTheQuantityBefore() {
    let rules = QuantityRules(minimum: 2, zero: .becomesMinimum)
    func zero(from quantity: Int) -> TextCommit {
      TextCommit(of: NumberEditor.State(quantity: quantity, text: "0", rules: rules))
    }
    #expect(zero(from: 0) == .quantity(0, nil))
    #expect(zero(from: 4) == .quantity(2, .adjusted(requested: 0, actual: 2, rule: .minimum(2))))
    #expect(commit("0") == .quantity(0, nil))
  }
}
