#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a message is made of: the field's title, and the failure's arguments.
///
/// Nothing here traps: an argument that is not there is an empty text.
public struct MessageParts: Sendable {
  /// The field's title, as the field has it when the message is shown.
  public let title: String
  /// What is wrong.
  public let failure: RuleFailure

  private let spell: @Sendable (Int) -> String
  private let fieldTitles: [FieldID: String]

  init(
    title: String, failure: RuleFailure, spell: @escaping @Sendable (Int) -> String,
    fieldTitles: [FieldID: String]
  ) {
    self.title = title
    self.failure = failure
    self.spell = spell
    self.fieldTitles = fieldTitles
  }

  /// An argument as it is written: `5`, `2026-01-31` for a date in the present time zone, and the
  /// title of a field.
  public func text(_ place: Int = 0) -> String {
    switch value(place) {
    case nil: ""
    case let date as Date:
      date.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
    case let field as FieldID: fieldTitles[field] ?? ""
    case let value?: String(describing: value)
    }
  }

  /// A count in the words of the language, as far as it has words: `five`, `五`, `20`.
  public func number(_ place: Int = 0) -> String { count(place).map(spell) ?? text(place) }

  /// An argument that is a whole number.
  public func count(_ place: Int = 0) -> Int? { value(place) as? Int }

  /// An argument that is a date.
  public func date(_ place: Int = 0) -> Date? { value(place) as? Date }

  private func value(_ place: Int) -> (any Hashable & Sendable)? {
    failure.arguments.indices.contains(place) ? failure.arguments[place].value : nil
  }
}
