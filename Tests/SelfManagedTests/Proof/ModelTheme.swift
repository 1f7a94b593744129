import SelfManaged

/// A subset of the events, searched deeper than all events together can be.
///
/// Rules about order need five or six events before they can be broken, out of a handful of kinds.
enum ModelTheme: String, CaseIterable, Sendable {
  /// The order of two reports of the server.
  case order
  /// Lists and reads that were requested before another event.
  case reads
  /// Requests without an answer.
  case retries
  /// Taps that wait: for their turn, for the network, for the request before them.
  case waiting
  /// Limits that are reported, reached and lifted.
  case limits
  /// The same list, passed again after many reports.
  case repeats
}

extension ModelStep {
  /// Whether this happens only where limits are looked at.
  var isAboutLimits: Bool {
    switch self {
    case .tap(let intent): intent.isAboutLimits
    case .restock: true
    default: false
    }
  }

  /// Whether this happens in a theme.
  func belongs(to theme: ModelTheme) -> Bool {
    if isAboutLimits { return theme == .limits }
    return switch self {
    case .tap(let intent):
      // Beside intents for the whole stock, and for more, another absolute one adds nothing.
      theme != .repeats && (theme != .limits || !intent.isAbsolute)
    case .turn, .ownLane: theme != .repeats
    case .emit, .latePush: theme == .order
    case .okBare, .push: theme == .order || theme == .limits
    case .limitedPart: theme == .limits
    case .timesOut: theme == .retries
    case .elsewherePushed: theme == .order || theme == .waiting || theme == .repeats
    case .sameList: theme == .repeats
    case .fetch, .lateList, .readOld, .carryOut: theme == .reads
    case .elsewhere: theme == .reads || theme == .limits || theme == .repeats
    case .readFresh: theme == .reads || theme == .retries
    case .ok: theme != .order && theme != .repeats
    case .lostAfter, .lostBefore, .timer, .conflict, .readFails, .rejectedBare, .conflictBare:
      theme == .retries
    case .rejected: theme == .retries || theme == .waiting
    case .offline: theme == .waiting || theme == .limits
    case .flush: theme == .waiting
    case .okStale, .rejectedWithTruth, .signedOut, .repeatedReply, .refresh, .neighborFails,
      .restock, .end, .pushPart:
      false
    }
  }
}
