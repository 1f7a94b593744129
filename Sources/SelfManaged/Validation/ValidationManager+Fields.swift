import Components

// The fields of the form: adding, removing, disabling, rules, and failures from the server.
extension ValidationManager {
  /// Attaches a chain of rules to an object of any type.
  ///
  /// The object is held weakly and is checked in the order of `add`. Adding an object that is
  /// already in the form starts its field over: the field keeps its place unless `other` names
  /// another, all findings are dropped, and a submit that waits checks the field again. The former
  /// handle becomes invalid.
  ///
  /// - Parameters:
  ///   - object: The field.
  ///   - key: The field's name in code, for example in an error that the server sends.
  ///   - access: The closures that read and display the object.
  ///   - chain: The rules for the value. Without any rule, the field fails with ``RuleCode/noRules``.
  ///   - asyncRules: The async rules, which run after those of the chain.
  ///   - other: The field before which the object is placed. By default, and if that field is not
  ///     in the form, a new field comes last.
  /// - Returns: A reference to the field, for rules that read it.
  @discardableResult
  public func add<Object: AnyObject, Value>(
    _ object: Object, key: String, through access: FieldAccess<Object, Value>,
    _ chain: RuleChain<Value>, then asyncRules: AsyncRule<Value>..., before other: AnyObject? = nil
  ) -> FieldHandle<Value> {
    add(object, key, access, RuleChain(chain.rules, then: chain.questions + asyncRules), other)
  }

  func add<Object: AnyObject, Value>(
    _ object: Object, _ key: String, _ access: FieldAccess<Object, Value>,
    _ chain: RuleChain<Value>, _ other: AnyObject?
  ) -> FieldHandle<Value> {
    let id = nextID()
    let record = TypedFieldRecord(
      id: id, key: key, object: object, access: access, chain: chain)
    let lifetime = FieldLifetime { [weak self] in
      if self?.record(id).map({ $0.object == nil }) == true { self?.process() }
    }
    let watcher = FieldWatcher(
      changed: { [weak self] in self?.process(changedByPerson: $0 == .person ? id : nil) },
      editingEnded: { [weak self] in self?.process(.editingEnded(id)) },
      reshown: { [weak self] in self?.process(showing: id) },
      replaced: { [weak self] in
        withExtendedLifetime(lifetime) { self?.remove(self?.record(id)) }
      })
    afterRules { [self] in
      let former = self.record(of: object)
      // A field of another form leaves that form before it joins this one. A field of this form is
      // replaced in one change, so that no decision is made without it.
      if former == nil { access.watch(object, watcher) }
      clear(former)
      join(
        record, before: other === object ? nil : other.flatMap { self.record(of: $0)?.id },
        replacing: former?.id)
      if former != nil { access.watch(object, watcher) }
    }
    return FieldHandle(id: id)
  }

  /// Removes a field from the form and clears the status that it shows.
  ///
  /// Does nothing if the field is not in the form.
  public func remove(_ field: AnyObject) {
    remove(record(of: field))
  }

  private func remove(_ record: (any FieldRecord)?) {
    guard let record else { return }
    afterRules { [self] in
      process(.removed(record.id))
      clear(record)
    }
  }

  /// Clears the form's status from a field.
  private func clear(_ record: (any FieldRecord)?) {
    guard let record else { return }
    record.show(
      FieldStatus(
        id: record.id, key: record.key, isEnabled: false, isPending: false, failure: nil, text: nil)
    )
  }

  /// Enables a field; it starts over, as if it had never shown a failure.
  public func enable(_ field: AnyObject) { setEnabled(true, field) }

  /// Disables a field, for example one that is hidden because of another choice.
  ///
  /// The field keeps its place. Its status is cleared, and rules that read it are skipped.
  public func disable(_ field: AnyObject) { setEnabled(false, field) }

  private func setEnabled(_ isEnabled: Bool, _ field: AnyObject) {
    if let record = record(of: field) { process(.enabled(record.id, isEnabled)) }
  }

  /// Replaces a field's chain; the field keeps its place, and the failure it shows is cleared.
  ///
  /// - Parameters:
  ///   - chain: The new rules for the value.
  ///   - field: The handle that `add` returned; nothing happens if the field is gone.
  public func setRules<Value: Equatable & Sendable>(
    _ chain: RuleChain<Value>, of field: FieldHandle<Value>
  ) {
    afterRules { [self] in
      guard let record = record(field.id), record.replaceChain(chain) else { return }
      process(.rulesChanged(record.id, reads: record.reads, hasAsyncRules: record.hasAsyncRules))
    }
  }

  /// Reports that the user changed a field whose object does not report changes itself.
  public func changed(_ field: AnyObject) { process(changedByPerson: record(of: field)?.id) }

  /// Reports that the user left a field whose object does not report it itself.
  public func editingEnded(_ field: AnyObject) {
    process(record(of: field).map { .editingEnded($0.id) })
  }

  /// Shows the server's failures at once; each disappears when its field's value changes.
  ///
  /// ```swift
  /// let message = await form.submit()
  /// …
  /// form.receive(["name": .server("Ann is taken")], asOf: message)
  /// ```
  ///
  /// - Parameters:
  ///   - failures: The failures, by the fields' keys. If two fields share a key, the first one
  ///     gets the failure.
  ///   - message: The message that `submit` returned before the values were sent. A field that
  ///     changed since then ignores its failure.
  /// - Returns: The keys without a field, in alphabetical order, so that no failure is lost.
  @discardableResult
  public func receive(
    _ failures: [String: RuleFailure], asOf message: ValidationMessage? = nil
  ) -> [String] {
    var open = failures
    let refusals = records.compactMap { record in
      record.object == nil
        ? nil : open.removeValue(forKey: record.key).map { FormEvent.Refusal(record.id, $0) }
    }
    process(.refused(refusals, asOf: message?.time))
    return open.keys.sorted()
  }

  /// Resets the form: hides all failures and drops those from the server.
  ///
  /// Values and rules are kept. A submit that waits returns the current result of `check()`.
  public func reset() { process(.reset) }
}

/// Released with the watcher of a field; notifies the form later, in a task on the main actor.
private final class FieldLifetime: Sendable {
  private let ended: @MainActor @Sendable () -> Void

  init(_ ended: @escaping @MainActor @Sendable () -> Void) { self.ended = ended }

  deinit { Task { @MainActor [ended] in ended() } }
}
