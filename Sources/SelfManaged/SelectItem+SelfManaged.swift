public import Components

extension ValidationManager {
  /// Attaches a chain of rules to a select item.
  ///
  /// From then on the item notifies the form of its changes and shows its validation failure.
  /// An item belongs to one form at a time: the last one that it was added to.
  ///
  /// - Parameters:
  ///   - item: The item; its title is its name in messages, and its key is its name in code.
  ///   - chain: The rules for its selection: `[.selected]`, or `[.ifPresent(rule)]`.
  ///   - questions: Async rules, which run after those of the chain.
  ///   - other: The field before which the item is inserted; by default it is added last.
  /// - Returns: A handle of the field, for rules that read it.
  @discardableResult
  public func add<Option>(
    _ item: SelectItem<Option>, _ chain: RuleChain<Option?>, then questions: AsyncRule<Option?>...,
    before other: AnyObject? = nil
  ) -> FieldHandle<Option?> {
    var access = FieldAccess<SelectItem<Option>, Option?>(
      title: { $0.current.title },
      value: { $0.current.selection },
      show: { $0.show(failure: $1.text, isPending: $1.isPending) },
      focus: { $0.focus() },
      watch: { $0.watcher = $1 })
    access.key = { $0.key }
    return add(
      item, item.key, access, RuleChain(chain.rules, then: chain.questions + questions), other)
  }
}
