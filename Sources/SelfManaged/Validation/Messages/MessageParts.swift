internal import Components

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The parts of a message: the field's title and the failure's arguments.
///
/// A missing argument never traps: its text is empty, and its count and its date are `nil`.
public struct MessageParts: Sendable {
  /// The field's title when the message is shown.
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

  /// Returns the argument at an index as text.
  ///
  /// A date is written as `2026-01-31`, in the current time zone. A field is written as its title. A
  /// floating-point number that is whole is written without a fraction.
  public func text(_ place: Int = 0) -> String {
    switch value(place) {
    case nil: ""
    case let date as Date:
      date.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
    case let field as FieldID: fieldTitles[field] ?? ""
    case let number as any BinaryFloatingPoint: Self.text(number)
    case let value?: String(describing: value)
    }
  }

  private static func text(_ number: some BinaryFloatingPoint) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  /// Returns the argument at an index in words if it is a whole number, such as `five` or `五`.
  ///
  /// A number without words is written in digits, and any other argument as in ``text(_:)``.
  public func number(_ place: Int = 0) -> String { count(place).map(spell) ?? text(place) }

  /// Returns the argument at an index if it is a whole number, or else `nil`.
  public func count(_ place: Int = 0) -> Int? {
    (value(place) as? any BinaryInteger).flatMap { Int(exactly: $0) }
  }

  /// Returns the argument at an index if it is a date, or else `nil`.
  public func date(_ place: Int = 0) -> Date? { value(place) as? Date }

  /// The argument at an index; an optional one is unwrapped.
  private func value(_ place: Int) -> Any? {
    guard failure.arguments.indices.contains(place) else { return nil }
    return unwrapped(failure.arguments[place].value)
  }
}
