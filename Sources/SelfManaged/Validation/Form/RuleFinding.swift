/// A failure, and the index of its rule in the chain.
package struct RuleFinding: Hashable, Sendable {
  /// The index of the rule in its chain, where async rules follow the others; `nil` without a rule.
  package var index: Int?
  /// The failure.
  package var failure: RuleFailure

  package init(_ failure: RuleFailure, at index: Int? = nil) {
    self.index = index
    self.failure = failure
  }
}
