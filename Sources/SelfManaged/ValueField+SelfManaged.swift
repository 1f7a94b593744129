public import Components

extension ValidationManager {
  /// Attaches a chain of rules to a field for one value, such as a check box or a date picker.
  ///
  /// The field then notifies the form of its changes and shows the form's validation failure. A
  /// field belongs to one form at a time: adding it to another form removes it from the first.
  ///
  /// - Parameters:
  ///   - field: The field; messages contain its title, and its key identifies it in code.
  ///   - chain: The rules for the value, for example `[.accepted]`, `[.before(today)]` or, for an
  ///     optional value, `[.selected, .ifPresent(.after(today))]`. Without rules the field fails
  ///     with ``RuleCode/noRules``.
  ///   - asyncRules: The async rules, which run after those of the chain.
  ///   - other: The field before which this field is inserted; by default it is added last.
  /// - Returns: A handle to the field, for rules that read it.
  @discardableResult
  public func add<Value>(
    _ field: ValueField<Value>, _ chain: RuleChain<Value>, then asyncRules: AsyncRule<Value>...,
    before other: AnyObject? = nil
  ) -> FieldHandle<Value> {
    add(field, field.key, ValueField.access, chain.appending(asyncRules), other)
  }
}

/// Rules that are attached to a field for one value.
extension ValueField {
  /// Attaches a chain of rules to the field itself, before a form exists.
  ///
  /// ``ValidationManager/add(_:before:)`` then adds the field with this chain. See
  /// ``ValidationManager/attach(_:to:key:through:)``.
  public func attach(_ chain: RuleChain<Value>) {
    AttachedRules.attach(chain, to: self, key: { $0.key }, through: Self.access)
  }

  /// The closures that make it a field of a form.
  static var access: FieldAccess<ValueField<Value>, Value> {
    var access = FieldAccess<ValueField<Value>, Value>(
      title: { $0.current.title },
      value: { $0.current.value },
      show: { $0.show(failure: $1.text, isPending: $1.isPending) },
      focus: { $0.focus() },
      observe: { $0.observer = $1 })
    access.key = { $0.key }
    access.replace = { $0.change(to: $1) }
    return access
  }
}
