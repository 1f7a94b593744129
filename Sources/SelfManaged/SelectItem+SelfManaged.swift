public import Components

extension ValidationManager {
  /// Attaches a chain of rules to a select item.
  ///
  /// The item then notifies the form of its changes and shows the form's validation failure. An
  /// item belongs to one form at a time: adding it to another form removes it from the first.
  ///
  /// - Parameters:
  ///   - item: The item; messages contain its title, and its key identifies it in code.
  ///   - chain: The rules for the selection, for example `[.selected]` or `[.ifPresent(rule)]`.
  ///     Without rules the field fails with ``RuleCode/noRules``.
  ///   - asyncRules: The async rules, which run after those of the chain.
  ///   - other: The field before which the item is inserted; by default it is added last.
  /// - Returns: A handle to the field, for rules that read it.
  @discardableResult
  public func add<Option>(
    _ item: SelectItem<Option>, _ chain: RuleChain<Option?>, then asyncRules: AsyncRule<Option?>...,
    before other: AnyObject? = nil
  ) -> FieldHandle<Option?> {
    add(item, item.key, SelectItem.access, chain.appending(asyncRules), other)
  }
}

/// Rules that are attached to a select item.
extension SelectItem {
  /// Attaches a chain of rules to the item itself, before a form exists.
  ///
  /// ``ValidationManager/add(_:before:)`` then adds the item with this chain. See
  /// ``ValidationManager/attach(_:to:key:through:)``.
  public func attach(_ chain: RuleChain<Option?>) {
    AttachedRules.attach(chain, to: self, key: { $0.key }, through: Self.access)
  }

  /// The closures that make it a field of a form.
  static var access: FieldAccess<SelectItem<Option>, Option?> {
    var access = FieldAccess<SelectItem<Option>, Option?>(
      title: { $0.current.title },
      value: { $0.current.selection },
      show: { $0.show(failure: $1.text, isPending: $1.isPending) },
      focus: { $0.focus() },
      observe: { $0.observer = $1 })
    access.key = { $0.key }
    return access
  }
}
