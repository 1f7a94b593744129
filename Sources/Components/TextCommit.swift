/// The result of committing the text that is being edited in a number editor.
package enum TextCommit: Hashable {
  /// No text is being edited.
  case none
  /// The text is unchanged since editing began, so nothing is committed.
  case unchanged
  /// The text is not a number.
  case invalid(text: String, QuantityText.Problem)
  /// The text is a number: the allowed quantity, and a notice if it is not the typed one.
  case quantity(Int, QuantityNotice?)

  /// Determines the result for a state.
  package init(of state: NumberEditor.State) {
    guard let text = state.text else {
      self = .none
      return
    }
    guard !state.isTextUnchanged else {
      self = .unchanged
      return
    }
    switch QuantityText.parse(text) {
    case .failure(let problem): self = .invalid(text: text, problem)
    case .success(let requested):
      let (quantity, rule) = state.rules.allowed(requested, from: state.quantity)
      self = .quantity(
        quantity, rule.map { .adjusted(requested: requested, actual: quantity, rule: $0) })
    }
  }

  /// Whether the user has typed a text that is to be committed.
  package var isTyped: Bool {
    switch self {
    case .none, .unchanged: false
    case .invalid, .quantity: true
    }
  }
}
