#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The parts of a message: the field's title and the failure's arguments.
///
/// Nothing here traps: a missing argument is an empty text.
public struct MessageParts: Sendable {
  /// The field's title at the time the message is shown.
  public let title: String
  /// The failure.
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

  /// Returns an argument as text: `5`, `2026-01-31` for a date in the current time zone, or the
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

  /// Returns a count in the language's words, if it has words for it: `five`, `五`, `20`.
  public func number(_ place: Int = 0) -> String { count(place).map(spell) ?? text(place) }

  /// Returns an argument that is a whole number.
  public func count(_ place: Int = 0) -> Int? { value(place) as? Int }

  /// Returns an argument that is a date.
  public func date(_ place: Int = 0) -> Date? { value(place) as? Date }

  private func value(_ place: Int) -> (any Hashable & Sendable)? {
    failure.arguments.indices.contains(place) ? failure.arguments[place].value : nil
  }
}
