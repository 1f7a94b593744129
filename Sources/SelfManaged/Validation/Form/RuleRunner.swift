/// A type that runs the rules of fields for the reducer, which contains no values.
package protocol RuleRunner {
  /// Returns a field's first failure; `nil` if all rules pass.
  ///
  /// Called at most once for each field and event.
  mutating func finding(of id: FieldID, in form: FormState) -> RuleFinding?
}
