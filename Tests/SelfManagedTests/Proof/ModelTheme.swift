/// A part of what can happen, looked at further than all of it together can be.
///
/// Rules about order need five or six events before they can be broken, out of a handful of kinds.
enum ModelTheme: String, CaseIterable, Sendable {
  /// Which of two things that the server told is newer.
  case order
  /// Lists and reads that were asked for before something happened.
  case reads
  /// Requests without an answer.
  case retries
  /// Taps that have to wait: for their turn, for the network, for the request before them.
  case waiting
}

extension ModelStep {
  /// Whether this happens in a theme; a tap and its turn do in each.
  func belongs(to theme: ModelTheme) -> Bool {
    switch self {
    case .tap, .turn, .ownLane: true
    case .okBare, .emit, .latePush, .push: theme == .order
    case .elsewherePushed: theme == .order || theme == .waiting
    case .fetch, .lateList, .readOld, .carryOut, .elsewhere: theme == .reads
    case .readFresh: theme == .reads || theme == .retries
    case .ok: theme != .order
    case .lostAfter, .lostBefore, .timer, .conflict, .readFails: theme == .retries
    case .rejected: theme == .retries || theme == .waiting
    case .offline, .hurry: theme == .waiting
    case .okStale, .rejectedWithTruth, .signedOut, .repeatedReply, .refresh, .sameList,
      .neighborFails, .end:
      false
    }
  }
}
