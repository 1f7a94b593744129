/// A report of the server's value: a reply, a refusal, a read, a push, or a row of a list.
///
/// ``ConfirmedValue/order(of:)`` compares it with the known value. That is the only comparison.
struct Evidence<Answer: ServerAnswer>: Hashable, Sendable {
  let answer: Answer
  /// The server had the value at this time or later; `nil` if the age is unknown, as of a row of a
  /// list or of a reply that another report has overtaken.
  ///
  /// Of a push, the time of its arrival: it may have been sent a while ago.
  let time: LogicalTime?
  let source: Source
}

/// The source of a value, in ascending order of reliability.
enum Source: Comparable, Hashable, Sendable {
  /// No report yet.
  case guess
  /// Data of unknown age that the app had.
  case list
  /// Data that the app read from the server at a known time.
  case read
  /// A push.
  case push
  /// A reply, or the reducer's read.
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
}

extension Evidence {
  /// A report of the app that arrives now.
  init(_ answer: Answer, _ source: ReportSource, at now: LogicalTime) {
    switch source {
    case .read(let began): self.init(answer: answer, time: began, source: .read)
    case .push: self.init(answer: answer, time: now, source: .push)
    case .list: self.init(answer: answer, time: nil, source: .list)
    }
  }
}
