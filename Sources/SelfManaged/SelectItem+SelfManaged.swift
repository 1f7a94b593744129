public import Components

extension ValidationManager {
  /// Attaches a chain of rules to a select item.
  ///
  /// From then on it tells the form of changes by itself, and shows what is wrong with it.
  /// An item belongs to one form at a time: the last that it was added to.
  ///
  /// - Parameters:
  ///   - item: The item; its title is its name in messages, its key the one in code.
  ///   - chain: What its selection has to be: `[.selected]`, or `[.ifPresent(rule)]`.
  ///   - questions: Asynchronous rules, behind those of the chain.
  ///   - other: The field before which it is put; by default it comes last.
  /// - Returns: A name for the field, for rules that read it.
  @discardableResult
  public func add<Option>(
    _ item: SelectItem<Option>, _ chain: RuleChain<Option?>, then questions: AsyncRule<Option?>...,
    before other: AnyObject? = nil
  ) -> FieldHandle<Option?> {
    var access = FieldAccess<SelectItem<Option>, Option?>(
      title: { $0.present.title },
      value: { $0.present.selection },
      show: { $0.show(failure: $1.text, isPending: $1.isPending) },
      focus: { $0.focus() },
      watch: { $0.watcher = $1 })
    access.key = { $0.key }
    return add(
      item, item.key, access, RuleChain(chain.rules, then: chain.questions + questions), other)
  }
}
