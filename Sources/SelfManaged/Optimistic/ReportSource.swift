/// Where a report of the server's value comes from, which says how old it may be.
package enum ReportSource: Hashable, Sendable {
  /// A read that the app began at that time; the value is no older.
  case read(Stamp)
  /// A push. It may have been under way for a while.
  case push
  /// Data of unknown age that the app had, such as a row of a list.
  case list

  /// Whether it is a read that began at that time or later.
  func isRead(since time: Stamp) -> Bool {
    guard case .read(let began) = self else { return false }
    return began >= time
  }
}
