internal import Components

// Rules that read other fields of the same form.
//
// A form runs such a rule again when a field that it reads changes. The rule is skipped if a field
// that it reads is disabled, removed or released, or fails one of the rules before that field's
// first rule of this kind.

extension Rule where Value: Equatable & Sendable {
  /// A rule that passes if the value equals another field's value, for example a repeated password.
  ///
  /// Texts of more than 1,000 Unicode scalars are equal only if their scalars are the same.
  ///
  /// - Parameter other: The handle that `add` returned for the other field.
  /// - Returns: The rule, which fails with ``RuleCode/mismatch``.
  public static func matches(_ other: FieldHandle<Value>) -> Self {
    let failure = RuleFailure(.mismatch, other.id)
    return Self(.mismatch, reads: [other.id]) { value, context in
      guard let expected = try? context.value(of: other) else { return RuleFailure(.unreadable) }
      return isEqual(value, expected) ? nil : failure
    }
  }
}

extension Rule {
  /// Returns a rule with a condition on the value and the values of other fields.
  ///
  /// ```swift
  /// let guests = form.add(editor, key: "guests", [.inRange(1...8)])
  /// form.add(rooms, key: "rooms", [.reading(guests, failing: "tooMany") { $0 <= $1 }])
  /// ```
  ///
  /// - Parameters:
  ///   - others: The handles that `add` returned for the fields to read.
  ///   - code: The failure's code; the failure's arguments are the fields.
  ///   - passes: Returns whether the values pass; called on any thread, with the field's own value
  ///     first.
  /// - Returns: The rule, which fails with `code`.
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

/// The values of other fields that a rule reads.
struct RuleContext: Sendable {
  private(set) var values: [(id: FieldID, value: any Sendable)] = []

  /// Adds a field's value.
  mutating func add(_ value: any Sendable, of id: FieldID) { values.append((id, value)) }

  /// Returns the value of a field.
  ///
  /// - Throws: ``Unreadable`` if the context does not contain the value.
  func value<Value>(of field: FieldHandle<Value>) throws(Unreadable) -> Value {
    for entry in values where entry.id == field.id {
      if let value = entry.value as? Value { return value }
    }
    throw Unreadable()
  }

  /// An error for a value that the context does not contain.
  struct Unreadable: Error {}
}
