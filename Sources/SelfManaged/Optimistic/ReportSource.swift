/// The source of a report of the server's value, which determines how old the value may be.
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
