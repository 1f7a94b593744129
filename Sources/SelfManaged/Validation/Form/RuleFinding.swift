/// What a rule found, and which rule of its chain it was.
package struct RuleFinding: Hashable, Sendable {
  /// The rule's place in its chain, asynchronous rules counted on; `nil` where no rule said it.
  package var index: Int?
  /// What it says.
  package var failure: RuleFailure

  package init(_ failure: RuleFailure, at index: Int? = nil) {
    self.index = index
    self.failure = failure
  }
}
