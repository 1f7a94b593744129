// Rules that read other fields of the same form.
//
// A form runs such a rule again when a field changes that it reads. It skips the rule where there
// is nothing to compare with: a field it reads is disabled, removed or gone, or fails one of the
// rules that stand before its own first rule of this kind.

extension Rule where Value: Equatable & Sendable {
  /// The value equals another field's, for example a password repeated.
  ///
  /// - Parameter other: The field, as `add` gave it.
  /// - Returns: The rule, which fails with ``RuleCode/mismatch``.
  public static func matches(_ other: FieldHandle<Value>) -> Self {
    let failure = RuleFailure(.mismatch, other.id)
    return Self(.mismatch, reads: [other.id]) { value, context in
      guard let expected = try? context.value(of: other) else { return RuleFailure(.unreadable) }
      return value == expected ? nil : failure
    }
  }
}

extension Rule {
  /// A condition on the value together with other fields'.
  ///
  /// ```swift
  /// let guests = form.add(editor, key: "guests", [.range(1...8)])
  /// form.add(rooms, key: "rooms", [.reading(guests, failing: "tooMany") { $0 <= $1 }])
  /// ```
  ///
  /// - Parameters:
  ///   - others: The fields it reads, as `add` gave them.
  ///   - code: What the failure is called; its arguments are the fields.
  ///   - passes: Whether the values go together; called with the value first, on any thread.
  /// - Returns: The rule.
  public static func reading<each Other: Sendable>(
    _ others: repeat FieldHandle<each Other>, failing code: RuleCode,
    passes: @escaping @Sendable (Value, repeat each Other) -> Bool
  ) -> Self {
    var ids: [FieldID] = []
    for id in repeat (each others).id { ids.append(id) }
    var failure = RuleFailure(code)
    failure.arguments = ids.map { RuleArgument($0) }
    return Self(code, reads: ids) { [failure] value, context in
      do throws(RuleContext.Unreadable) {
        return passes(value, repeat try context.value(of: each others)) ? nil : failure
      } catch {
        return RuleFailure(.unreadable)
      }
    }
  }
}
