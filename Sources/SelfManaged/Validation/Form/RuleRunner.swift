/// What runs a field's rules for the reducer, which knows no values.
package protocol RuleRunner {
  /// What the first rule of a field says that fails; `nil` if all pass.
  ///
  /// Called once at most for each field and event.
  mutating func finding(of id: FieldID, in form: FormState) -> RuleFinding?
}
