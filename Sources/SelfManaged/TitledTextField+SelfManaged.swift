public import Components

extension ValidationManager {
  /// Attaches a chain of rules to a text field.
  ///
  /// From then on the field notifies the form of its changes and shows its validation failure.
  /// A field belongs to one form at a time: the last one that it was added to.
  ///
  /// - Parameters:
  ///   - field: The field; its title is its name in messages, and its key is its name in code.
  ///   - chain: The rules for its text. Without rules it fails with ``RuleCode/noRules``.
  ///   - questions: Async rules, which run after those of the chain.
  ///   - other: The field before which this field is inserted; by default it is added last.
  /// - Returns: A handle of the field, for rules that read it.
  @discardableResult
  public func add(
    _ field: TitledTextField, _ chain: RuleChain<String>, then questions: AsyncRule<String>...,
    before other: AnyObject? = nil
  ) -> FieldHandle<String> {
    var access = FieldAccess<TitledTextField, String>(
      title: { $0.current.title },
      value: { $0.currentText },
      show: { $0.show(failure: $1.text, isPending: $1.isPending) },
      focus: { $0.focus() },
      watch: { $0.watcher = $1 })
    access.key = { $0.key }
    return add(
      field, field.key, access, RuleChain(chain.rules, then: chain.questions + questions), other)
  }
}
