/// A failure, and the place of its rule in the chain.
package struct RuleFinding: Hashable, Sendable {
  /// The rule's place in its chain, with async rules counted after the others; `nil` without a
  /// rule.
  package var index: Int?
  /// The failure.
  package var failure: RuleFailure

  package init(_ failure: RuleFailure, at index: Int? = nil) {
    self.index = index
    self.failure = failure
  }
}
