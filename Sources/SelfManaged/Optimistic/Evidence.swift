/// A report of the server's value: a reply, a refusal, a read, a push, or a row of a list.
///
/// ``ConfirmedValue/order(of:)`` compares it with the known value. That is the only comparison.
struct Evidence<Answer: ServerAnswer>: Hashable, Sendable {
  let answer: Answer
  let age: Age
  let source: Source

  /// How old the reported value may be.
  enum Age: Hashable, Sendable {
    /// The server had the value at this time or later: a read began then.
    case since(LogicalTime)
    /// The server pushed the value, which arrived then and may have been sent a while ago.
    case pushed(LogicalTime)
    /// The age is unknown: of a row of a list, or of a reply that another report has overtaken.
    case unknown

    var time: LogicalTime? {
      switch self {
      case .since(let time), .pushed(let time): time
      case .unknown: nil
      }
    }
  }
}

/// The source of a value, in ascending order of reliability.
enum Source: Comparable, Hashable, Sendable {
  /// No report yet.
  case guess
  /// Data of unknown age that the app had.
  case row
  /// Data that the app read from the server at a known time.
  case read
  /// A reply, a push, or the reducer's read.
  case server
}

/// How evidence is ordered after the known value.
enum Order: Hashable, Sendable {
  /// The evidence is adopted.
  case newer
  /// The evidence is adopted; it is about the same state of the server.
  case same
  /// The evidence is ignored.
  case older
  /// The value is in doubt, and is read once nothing is in flight or queued; `doubt(because:)`.
  case unclear
}

/// The way in which the app reports a value, which determines how old the value may be.
package enum ReportSource: Hashable, Sendable {
  /// A read that the app began at that logical time; the value is no older.
  case read(LogicalTime)
  /// A push. It may have been sent a while ago.
  case push
  /// List data: data of unknown age that the app had, such as a row of a list.
  case list

  /// Whether the source is a read that began at that logical time or later.
  func isRead(since time: LogicalTime) -> Bool {
    guard case .read(let began) = self else { return false }
    return began >= time
  }
}

extension Evidence {
  /// A report of the app that arrives now.
  init(_ answer: Answer, _ source: ReportSource, at now: LogicalTime) {
    self.answer = answer
    switch source {
    case .read(let began): (age, self.source) = (.since(began), .read)
    case .push: (age, self.source) = (.pushed(now), .server)
    case .list: (age, self.source) = (.unknown, .row)
    }
  }
}
