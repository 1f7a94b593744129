import Components

// Which fields belong to the form, and what happens to them.
extension ValidationManager {
  /// Attaches a chain of rules to an object of any type.
  ///
  /// The object is held weakly and is checked in the order of `add`. One that is in the form
  /// already leaves it first, so that nothing is known of it.
  ///
  /// - Parameters:
  ///   - object: The field.
  ///   - key: What it is called in code, for example in an error that the server sends.
  ///   - access: How to read it.
  ///   - chain: What its value has to be. Without rules it fails with ``RuleCode/noRules``.
  ///   - questions: Asynchronous rules, behind those of the chain.
  ///   - other: The field before which it is put; by default, and where that is not in the form, it
  ///     comes last.
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
    let following =
      other === object ? next(after: object) : other.flatMap { self.record(of: $0)?.id }
    remove(object)
    let id = nextID()
    let record = TypedFieldRecord(
      id: id, key: key, object: object, access: access, chain: chain)
    access.watch(
      object,
      FieldWatcher(
        changed: { [weak self] in self?.process(changedByPerson: $0 == .person ? id : nil) },
        editingEnded: { [weak self] in self?.process(.editingEnded(id)) },
        reshown: { [weak self] in self?.process(showing: id) },
        replaced: { [weak self] in self?.remove(self?.record(id)) }))
    insert(record, before: following)
    return FieldHandle(id: id)
  }

  /// The field behind one, among those that are not gone.
  private func next(after object: AnyObject) -> FieldID? {
    records.drop { $0.object !== object }.dropFirst().first { $0.object != nil }?.id
  }

  /// Takes a field out of the form; what it shows of the form goes.
  ///
  /// Nothing happens if it is not in the form.
  public func remove(_ field: AnyObject) {
    remove(record(of: field))
  }

  private func remove(_ record: (any FieldRecord)?) {
    guard let record else { return }
    process(.removed(record.id))
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
    guard let record = record(field.id), record.replaceChain(chain) else { return }
    process(.rulesChanged(record.id, reads: record.reads, asks: record.asks))
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
