import Components

// Methods that add, remove, enable and disable fields, and that show the server's failures.
extension ValidationManager {
  /// Attaches a chain of rules to an object of any type, which becomes a field of the form.
  ///
  /// The object is referenced weakly. Fields are checked in the order in which they were added, or
  /// as `other` changes it.
  ///
  /// Adding an object that is already in the form resets its field. The field keeps its place
  /// unless `other` is given. All its failures are dropped, a submit that waits checks it again,
  /// and its previous handle becomes invalid.
  ///
  /// - Parameters:
  ///   - object: The field.
  ///   - key: The field's identifier in code, for example in an error that the server sends.
  ///   - access: The closures that read and display the object.
  ///   - chain: The rules for the value. Without rules the field fails with ``RuleCode/noRules``.
  ///   - asyncRules: The async rules, which run after those of the chain.
  ///   - other: The field before which this field is inserted. By default, and if `other` is not in
  ///     the form, a new field is added last.
  /// - Returns: A handle to the field, for rules that read it.
  @discardableResult
  public func add<Object: AnyObject, Value>(
    _ object: Object, key: String, through access: FieldAccess<Object, Value>,
    _ chain: RuleChain<Value>, then asyncRules: AsyncRule<Value>..., before other: AnyObject? = nil
  ) -> FieldHandle<Value> {
    add(object, key, access, chain.appending(asyncRules), other)
  }

  func add<Object: AnyObject, Value>(
    _ object: Object, _ key: String, _ access: FieldAccess<Object, Value>,
    _ chain: RuleChain<Value>, _ other: AnyObject?
  ) -> FieldHandle<Value> {
    let id = nextID()
    let record = TypedFieldRecord(
      id: id, key: key, object: object, access: access, chain: chain)
    // The observer retains it, so that it ends with the object.
    let lifetime = Subscription { [weak self] in
      if self?.record(id).map({ $0.object == nil }) == true { self?.process() }
    }
    let observer = FieldObserver(
      // By the object, since a field that is being added again still has its former observer.
      changed: { [weak self, weak object] origin in
        guard let self, let object else { return }
        if origin == .app { self.record(of: object)?.adopt() }
        process(changedByUser: origin == .user ? self.record(of: object)?.id : nil)
      },
      editingEnded: { [weak self, weak object] in
        if let object { self?.editingEnded(object) }
      },
      needsDisplay: { [weak self, weak object] in
        guard let self, let object else { return }
        process(showing: self.record(of: object)?.id)
      },
      replaced: { [weak self, weak record] in
        lifetime.end()
        self?.remove(self?.record(id))
        record?.isConnected = false  // Last, since the removal clears the status.
      })
    afterRules { [self] in
      // A field of another form leaves that form first. A field of this form is replaced in a
      // single event, so that a submit can't end without it.
      if self.record(of: object) == nil { access.observe(object, observer) }
      guard record.isConnected else { return }  // An observer of that form has put the field back.
      let former = self.record(of: object)
      clear(former)
      join(record, before: other === object ? nil : other.flatMap { self.record(of: $0)?.id })
      // An observer may have added the object once more meanwhile, and replaced this field.
      if former != nil, self.record(id) != nil { access.observe(object, observer) }
    }
    return FieldHandle(id: id)
  }

  /// Removes a field from the form, and clears the status that it shows.
  ///
  /// Does nothing if the field is not in the form.
  public func remove(_ field: AnyObject) {
    remove(record(of: field))
  }

  private func remove(_ record: (any FieldRecord)?) {
    guard let record else { return }
    afterRules { [self] in
      process(.removed(record.id))
      // An observer may have added the object to this form or another one meanwhile.
      guard record.isConnected, let object = record.object, self.record(of: object) == nil else {
        return
      }
      clear(record)
    }
  }

  /// Shows an empty status in a field.
  private func clear(_ record: (any FieldRecord)?) {
    guard let record else { return }
    record.show(
      FieldStatus(
        id: record.id, key: record.key, isEnabled: false, isPending: false, failure: nil, text: nil)
    )
  }

  /// Enables a disabled field, which is then untouched and shows no failure of its rules.
  ///
  /// A failure from the server for its current value is shown again.
  public func enable(_ field: AnyObject) { setEnabled(true, field) }

  /// Disables a field, for example a field that another choice hides.
  ///
  /// The field takes no part in checks and submits. It keeps its place, its status is cleared, and
  /// rules that read it are skipped.
  public func disable(_ field: AnyObject) { setEnabled(false, field) }

  private func setEnabled(_ isEnabled: Bool, _ field: AnyObject) {
    if let record = record(of: field) { process(.enabled(record.id, isEnabled)) }
  }

  /// Replaces the rules of a field; the field keeps its place, and the failures of the previous
  /// rules are cleared.
  ///
  /// A failure from the server for the current value stays.
  ///
  /// - Parameters:
  ///   - chain: The new rules for the value.
  ///   - field: The handle that `add` returned. Nothing happens if the field has left the form.
  public func setRules<Value: Equatable & Sendable>(
    _ chain: RuleChain<Value>, of field: FieldHandle<Value>
  ) {
    afterRules { [self] in
      guard let record = record(field.id), record.replaceChain(chain) else { return }
      process(.rulesChanged(record.id, reads: record.reads, hasAsyncRules: record.hasAsyncRules))
    }
  }

  /// Reports that the user changed the value of a field that does not report its changes.
  public func changed(_ field: AnyObject) { process(changedByUser: record(of: field)?.id) }

  /// Reports that the user left a field that does not report the end of editing.
  public func editingEnded(_ field: AnyObject) {
    record(of: field)?.tidy()
    process(record(of: field).map { .editingEnded($0.id) })
  }

  /// Shows the server's failures at once, and moves the focus to the first field that shows one.
  ///
  /// The failure of a field disappears when its value changes. A failure that no field has becomes a
  /// failure of the form: ``State/failure`` shows it until the next submit, and ``onFeedback``
  /// announces it.
  ///
  /// ```swift
  /// let message = await form.submit()
  /// …
  /// form.receive(["name": .server("Ann is taken")], asOf: message)
  /// ```
  ///
  /// - Parameters:
  ///   - failures: The failures, by the fields' keys. If several fields have the same key, the first
  ///     enabled one gets the failure, or else the first one.
  ///   - message: The message that `submit` returned before the values were sent. A failure of a
  ///     field whose value has changed since then is ignored.
  /// - Returns: The keys that no field has, in alphabetical order.
  @discardableResult
  public func receive(
    _ failures: [String: RuleFailure], asOf message: ValidationMessage? = nil
  ) -> [String] {
    var open = failures
    let enabled = zip(form.fields, records).filter(\.0.isEnabled).map(\.1)
    let refusals = (enabled + records).compactMap { record in
      record.object == nil
        ? nil : open.removeValue(forKey: record.key).map { FormEvent.Refusal(record.id, $0) }
    }
    let ids = refusals.map(\.id)
    afterRules { [self, open] in
      process(.refused(refusals, form: open, asOf: message?.time))
      let refused = form.fields.filter { ids.contains($0.id) && $0.refusal != nil }
      for field in refused { record(field.id)?.refuse() }
      if let first = refused.first(where: \.isEnabled) { record(first.id)?.focus() }
      if !open.isEmpty { announceFailure() }
    }
    return open.keys.sorted()
  }

  /// Resets the form: hides all failures, and drops the failures from the server.
  ///
  /// The fields keep their values and rules. A submit that waits ends with the current result of
  /// `check()`.
  public func reset() { process(.reset) }
}
