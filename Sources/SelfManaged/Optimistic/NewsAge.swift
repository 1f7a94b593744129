/// How old what the server told may be.
package enum NewsAge: Hashable, Sendable {
  /// The server was asked at that moment; what it told is no older.
  case asked(Stamp)
  /// The server told it by itself. It may have been on its way for a while.
  case pushed
  /// The app had it lying there; what was handed over before is no news.
  case unknown

  /// Whether the server is known to have been asked at that moment or after it.
  func isAsked(since moment: Stamp) -> Bool {
    guard case .asked(let began) = self else { return false }
    return began >= moment
  }
}
