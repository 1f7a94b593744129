public import Components

extension ValidationManager {
  /// Attaches a chain of rules to a text field.
  ///
  /// The field then notifies the form of its changes and shows the form's validation failure. A
  /// field belongs to one form at a time: adding it to another form removes it from the first.
  ///
  /// - Parameters:
  ///   - field: The field; messages contain its title, and its key identifies it in code.
  ///   - chain: The rules for the text. Without rules the field fails with ``RuleCode/noRules``.
  ///   - asyncRules: The async rules, which run after those of the chain.
  ///   - other: The field before which this field is inserted; by default it is added last.
  /// - Returns: A handle to the field, for rules that read it.
  @discardableResult
  public func add(
    _ field: TitledTextField, _ chain: RuleChain<String>, then asyncRules: AsyncRule<String>...,
    before other: AnyObject? = nil
  ) -> FieldHandle<String> {
    add(field, field.key, TitledTextField.access, chain.appending(asyncRules), other)
  }
}

/// Rules that are attached to a text field.
extension TitledTextField {
  /// Attaches a chain of rules to the field itself, before a form exists.
  ///
  /// ``ValidationManager/add(_:before:)`` then adds the field with this chain. See
  /// ``ValidationManager/attach(_:to:key:through:)``.
  public func attach(_ chain: RuleChain<String>) {
    AttachedRules.attach(chain, to: self, key: { $0.key }, through: Self.access)
  }

  /// The closures that make it a field of a form.
  static var access: FieldAccess<TitledTextField, String> {
    var access = FieldAccess<TitledTextField, String>(
      title: { $0.current.title },
      value: { $0.currentText },
      show: { $0.show(failure: $1.text, isPending: $1.isPending) },
      focus: { $0.focus() },
      observe: { $0.observer = $1 })
    access.key = { $0.key }
    access.replace = { $0.edit($1) }
    return access
  }
}
