import Components

// Which fields belong to the form, and what happens to them.
extension ValidationManager {
  /// Attaches a chain of rules to an object of any type.
  ///
  /// The object is held weakly and is checked in the order of `add`. One that is in the form
  /// already begins again: it keeps its place unless another is named, nothing of what was known of
  /// it is kept, and a submit that waits checks it again. Its former handle names nothing any more.
  ///
  /// - Parameters:
  ///   - object: The field.
  ///   - key: What it is called in code, for example in an error that the server sends.
  ///   - access: How to read it.
  ///   - chain: What its value has to be. Without rules it fails with ``RuleCode/noRules``.
  ///   - questions: Asynchronous rules, behind those of the chain.
  ///   - other: The field before which it is put. By default, and where that is not in the form, a
  ///     new field comes last.
  /// - Returns: A name for the field, for rules that read it.
  @discardableResult
  public func add<Object: AnyObject, Value>(
    _ object: Object, key: String, through access: FieldAccess<Object, Value>,
    _ chain: RuleChain<Value>, then questions: AsyncRule<Value>..., before other: AnyObject? = nil
  ) -> FieldHandle<Value> {
    add(object, key, access, RuleChain(chain.rules, then: chain.questions + questions), other)
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
      // A field of another form leaves that before it joins this one. One of this form is replaced
      // as one change, so that nothing is decided without it.
      if former == nil { access.watch(object, watcher) }
      clear(former)
      join(
        record, before: other === object ? nil : other.flatMap { self.record(of: $0)?.id },
        replacing: former?.id)
      if former != nil { access.watch(object, watcher) }
    }
    return FieldHandle(id: id)
  }

  /// Takes a field out of the form; what it shows of the form goes.
  ///
  /// Nothing happens if it is not in the form.
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

  /// Shows nothing of the form in a field.
  private func clear(_ record: (any FieldRecord)?) {
    guard let record else { return }
    record.show(
      FieldStatus(
        id: record.id, key: record.key, isEnabled: false, isPending: false, failure: nil, text: nil)
    )
  }

  /// Lets a field take part again, as if nothing had been shown of it.
  public func enable(_ field: AnyObject) { setEnabled(true, field) }

  /// Lets a field take no part for a while, for example one that is hidden by another's choice.
  ///
  /// It keeps its place. What it shows goes, and rules that read it are skipped.
  public func disable(_ field: AnyObject) { setEnabled(false, field) }

  private func setEnabled(_ isEnabled: Bool, _ field: AnyObject) {
    if let record = record(of: field) { process(.enabled(record.id, isEnabled)) }
  }

  /// Gives a field another chain; it keeps its place, and what it shows of the former one goes.
  ///
  /// - Parameters:
  ///   - chain: What its value has to be from now on.
  ///   - field: The field, as `add` gave it; nothing happens if it is gone.
  public func setRules<Value: Equatable & Sendable>(
    _ chain: RuleChain<Value>, of field: FieldHandle<Value>
  ) {
    afterRules { [self] in
      guard let record = record(field.id), record.replaceChain(chain) else { return }
      process(.rulesChanged(record.id, reads: record.reads, asks: record.asks))
    }
  }

  /// The person changed a field that does not say so itself.
  public func changed(_ field: AnyObject) { process(changedByPerson: record(of: field)?.id) }

  /// The person left a field that does not say so itself.
  public func editingEnded(_ field: AnyObject) {
    process(record(of: field).map { .editingEnded($0.id) })
  }

  /// Takes in what the server says of fields: shown at once, and gone when that field changes.
  ///
  /// ```swift
  /// let message = await form.submit()
  /// …
  /// form.receive(["name": .server("Ann is taken")], asOf: message)
  /// ```
  ///
  /// - Parameters:
  ///   - failures: What is wrong, by the fields' keys. Where two fields share a key it is the
  ///     first's.
  ///   - message: What `submit` gave before the values were sent. A field that was changed since
  ///     then is not concerned any more.
  /// - Returns: The keys that no field has, in alphabetical order, so that nothing is lost.
  @discardableResult
  public func receive(
    _ failures: [String: RuleFailure], asOf message: ValidationMessage? = nil
  ) -> [String] {
    var open = failures
    let refusals = records.compactMap { record in
      record.object == nil
        ? nil : open.removeValue(forKey: record.key).map { FormEvent.Refusal(record.id, $0) }
    }
    process(.refused(refusals, asOf: message?.stamp))
    return open.keys.sorted()
  }

  /// Makes the form as new: nothing is shown, and what the server said is forgotten.
  ///
  /// Values and rules stay. A submit that waits returns with what is known.
  public func reset() { process(.reset) }
}

/// Goes with the field that keeps its watcher, and says so on the main actor, in a later turn.
private final class FieldLifetime: Sendable {
  private let ended: @MainActor @Sendable () -> Void

  init(_ ended: @escaping @MainActor @Sendable () -> Void) { self.ended = ended }

  deinit { Task { @MainActor [ended] in ended() } }
}
