import Components

extension ValidationManager {
  /// Attaches a chain of rules to an object of any type, before a form exists.
  ///
  /// ```swift
  /// // where the object is made
  /// ValidationManager.attach([.required], to: picker, key: "city", through: pickerAccess)
  /// // where it joins a form
  /// form.add(picker)
  /// ```
  ///
  /// The chain is kept with the object: any part of the app can add the object to a form, without
  /// knowing its rules. The object is referenced weakly. A rule or an access that captures the
  /// object keeps it alive.
  ///
  /// Attaching another chain replaces the former one for forms that the object joins later. A form
  /// that it is in keeps its rules; ``setRules(_:of:)`` changes those.
  ///
  /// - Parameters:
  ///   - chain: The rules for the value.
  ///   - object: The object; it needs no subclass and no extension.
  ///   - key: The field's identifier in code.
  ///   - access: The closures that read and display the object.
  public static func attach<Object: AnyObject, Value>(
    _ chain: RuleChain<Value>, to object: Object, key: String,
    through access: FieldAccess<Object, Value>
  ) {
    AttachedRules.attach(chain, to: object, key: { _ in key }, through: access)
  }

  /// Returns the chain that is attached to an object; `nil` if there is none for this type of value.
  ///
  /// ```swift
  /// let chain: RuleChain<String>? = ValidationManager.attachedRules(of: name)
  /// let codes = chain?.rules.map(\.code)
  /// ```
  public static func attachedRules<Value>(of object: AnyObject) -> RuleChain<Value>? {
    AttachedRules.entry(of: object)?.chain as? RuleChain<Value>
  }

  /// Detaches the chain of an object, if there is one.
  ///
  /// A form that the object is in keeps its rules.
  public static func detachRules(of object: AnyObject) { AttachedRules.detach(object) }

  /// Adds an object with the chain that was attached to it.
  ///
  /// The object becomes a field as if it were added with the chain here. An object without a chain
  /// becomes a field that fails with ``RuleCode/noRules``, so that a form never takes an unchecked
  /// field for valid. Debug builds also write a message that names the fix.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - other: The field before which it is inserted; by default it is added last.
  public func add(_ object: AnyObject, before other: AnyObject? = nil) {
    if let entry = AttachedRules.entry(of: object) { return entry.join(self, other) }
    debugMessage(
      """
      No rules are attached to this \(type(of: object)), so the form is never valid. Add it with its \
      rules: form.add(field, [.required]). Or attach them before you add it: \
      field.attach([.required]), or ValidationManager.attach(_:to:key:through:) for any object.
      """)
    let unchecked = FieldAccess<AnyObject, Int>(title: { "\(type(of: $0))" }, value: { _ in 0 })
    _ = add(object, "", unchecked, [], other)
  }
}

/// The chains of rules that are attached to objects outside a form.
///
/// A table, because an object of any type has no place for a chain, and Swift has no associated
/// objects on every system. It references the objects weakly. The chain of a released object is
/// removed when the table has grown to twice its size; until then it is not found, even if another
/// object has the same address.
@MainActor
package enum AttachedRules {
  struct Entry {
    fileprivate weak var object: AnyObject?
    let chain: any Sendable
    /// Adds the object to a form, before another field.
    let join: @MainActor (ValidationManager, AnyObject?) -> Void
  }

  private static var entries: [ObjectIdentifier: Entry] = [:]
  private static var sweepAt = 16

  /// The number of chains in memory; tests check it.
  package static var count: Int { entries.count }

  static func attach<Object: AnyObject, Value>(
    _ chain: RuleChain<Value>, to object: Object, key: @escaping @MainActor (Object) -> String,
    through access: FieldAccess<Object, Value>
  ) {
    if entries.count >= sweepAt { sweep() }
    let entry = Entry(object: object, chain: chain) { [weak object] form, other in
      guard let object else { return }
      _ = form.add(object, key(object), access, chain, other)
    }
    // Released after the table is changed, since a rule may own an object that attaches another.
    let former = entries.updateValue(entry, forKey: ObjectIdentifier(object))
    releaseAfterAccess(former)
  }

  static func detach(_ object: AnyObject) {
    guard entry(of: object) != nil else { return }
    releaseAfterAccess(entries.removeValue(forKey: ObjectIdentifier(object)))
  }

  static func entry(of object: AnyObject) -> Entry? {
    entries[ObjectIdentifier(object)].flatMap { $0.object === object ? $0 : nil }
  }

  private static func sweep() {
    let former = entries
    entries = former.filter { $0.value.object != nil }
    sweepAt = max(16, entries.count * 2)
    releaseAfterAccess(former)
  }
}
