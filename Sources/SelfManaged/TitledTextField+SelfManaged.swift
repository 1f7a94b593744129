public import Components

extension ValidationManager {
  /// Attaches a chain of rules to a text field.
  ///
  /// From then on it tells the form of changes by itself, and shows what is wrong with it.
  /// A field belongs to one form at a time: the last that it was added to.
  ///
  /// - Parameters:
  ///   - field: The field; its title is its name in messages, its key the one in code.
  ///   - chain: What its text has to be. Without rules it fails with ``RuleCode/noRules``.
  ///   - questions: Asynchronous rules, behind those of the chain.
  ///   - other: The field before which it is put; by default it comes last.
  /// - Returns: A name for the field, for rules that read it.
  @discardableResult
  public func add(
    _ field: TitledTextField, _ chain: RuleChain<String>, then questions: AsyncRule<String>...,
    before other: AnyObject? = nil
  ) -> FieldHandle<String> {
    var access = FieldAccess<TitledTextField, String>(
      title: { $0.present.title },
      value: { $0.presentText },
      show: { $0.show(failure: $1.text, isPending: $1.isPending) },
      focus: { $0.focus() },
      watch: { $0.watcher = $1 })
    access.key = { $0.key }
    return add(
      field, field.key, access, RuleChain(chain.rules, then: chain.questions + questions), other)
  }
}
