import SelfManaged

/// A subset of the events, in which longer histories can be searched.
///
/// Some rules can be broken only by a history of five or six events of a few kinds.
enum ModelTheme: String, CaseIterable, Sendable {
  /// The order of two reports.
  case order
  /// Lists and reads that were requested before another event.
  case reads
  /// Requests without a reply.
  case retries
  /// Taps that wait for the gate, or for another request.
  case waiting
  /// Limits that are learned, reached and removed.
  case limits
  /// The same list data, reported again after many other reports.
  case repeats
  /// Pauses of the session among taps that wait for the lane or for the end of a grace period.
  case pauses
  /// List data among taps and changes by other devices.
  case lists
  /// Steps down to nothing among conflicts, refusals and changes by other devices.
  case removals
  /// Additions that are refused in part, among pushes and changes of the limits.
  case shares
  /// Requests whose reply was lost, and that wait for the network.
  case holds
  /// Requests that are sent again, to a server that recognizes their keys.
  case keys
  /// Reads that began before a push, while a busy server refuses an addition.
  case refusals
  /// Refusals and conflicts whose values arrive after a push.
  case lateRefusals
  /// List data that was requested before a tap whose request could not be sent.
  case unsent
  /// Pushes without limits, and replies that report them.
  case pushes
  /// Conflicts, some without the value, among changes by other devices.
  case conflicts

  /// Whether the theme has a test of its own that enumerates it far enough.
  var isEnumeratedAlone: Bool {
    [
      .removals, .shares, .holds, .keys, .refusals, .lateRefusals, .unsent, .pushes, .conflicts,
    ].contains(self)
  }
}

extension ModelStep {
  /// Whether the step belongs to the theme of limits alone.
  var isAboutLimits: Bool {
    switch self {
    case .tap(let intent): intent.isAboutLimits
    case .restock: true
    default: false
    }
  }

  /// Whether the step belongs to a theme.
  func belongs(to theme: ModelTheme) -> Bool {
    if theme == .shares { return isAboutShares }
    if theme == .holds { return isAboutHolds }
    if theme == .keys { return isAboutKeys }
    if theme == .refusals { return isAboutRefusals }
    if theme == .lateRefusals { return isAboutLateRefusals }
    if theme == .unsent { return isAboutUnsent }
    if theme == .pushes { return isAboutPushes }
    if theme == .conflicts { return isAboutConflicts }
    if isAboutLimits { return theme == .limits }
    if theme == .removals { return isAboutRemovals }
    if theme == .lists { return isAboutLists }
    if theme == .pauses { return isAboutPauses }
    return switch self {
    case .tap(let intent):
      // Beside intents for the whole stock and for more, other absolute intents find nothing new.
      theme != .repeats && (theme != .limits || !intent.isAbsolute)
    case .closes, .opens: theme == .waiting
    case .emit, .latePush: theme == .order || theme == .retries
    case .okBare, .push: theme == .order || theme == .limits
    case .okVersion, .pushPart: theme == .order
    case .limitedPart, .okUnlimited, .rejectedUnlimited: theme == .limits
    case .timesOut: theme == .retries
    case .otherDevicePushed: theme == .order || theme == .waiting || theme == .repeats
    case .sameList: theme == .repeats
    case .fetch, .lateList, .readOld, .apply, .refresh, .okStale: theme == .reads
    case .otherDevice: [.order, .reads, .limits, .repeats].contains(theme)
    case .readFresh: theme == .reads || theme == .retries
    case .ok: theme != .order && theme != .repeats
    case .lostAfter, .lostBefore, .busy, .readBusy, .timer, .conflict, .readFails,
      .rejectedBare, .conflictBare:
      theme == .retries
    case .rejected: theme == .retries || theme == .waiting
    case .offline: theme == .waiting || theme == .limits
    case .flush, .undo: theme == .waiting
    case .readLags: theme == .reads
    case .rejectedWithTruth, .refuse, .refusalArrives, .conflictArrives, .signedOut, .repeatedReply,
      .neighborFails, .restock, .end, .endUnsent, .pushUnlimited:
      false
    }
  }
  /// Whether the step belongs to the theme of lists.
  private var isAboutLists: Bool {
    switch self {
    case .tap, .ok, .okBare, .rejected, .otherDevice, .push, .sameList, .flush, .timer: true
    default: false
    }
  }

  /// Whether the step belongs to the theme of refusals in part.
  private var isAboutShares: Bool {
    switch self {
    case .tap(let intent): !intent.isAbsolute
    case .limitedPart, .restock, .push, .otherDevicePushed, .readFresh: true
    default: false
    }
  }

  /// Whether the step belongs to the theme of holds.
  private var isAboutHolds: Bool {
    switch self {
    case .tap, .lostBefore, .timer, .offline, .flush: true
    default: false
    }
  }

  /// Whether the step belongs to the theme of keys.
  private var isAboutKeys: Bool {
    switch self {
    case .tap(let intent): !intent.isAboutLimits
    case .lostAfter, .otherDevicePushed, .timer, .ok, .okVersion, .okBare: true
    default: false
    }
  }

  /// Whether the step belongs to the theme of refusals by a busy server.
  private var isAboutRefusals: Bool {
    switch self {
    case .tap(let intent): intent.words == "+1"
    case .refresh, .otherDevicePushed, .busy, .readOld, .ok, .timer: true
    default: false
    }
  }

  /// Whether the step belongs to the theme of refusals that arrive late.
  private var isAboutLateRefusals: Bool {
    switch self {
    case .tap(let intent): !intent.isAboutLimits
    case .refuse, .refusalArrives, .conflictArrives, .otherDevicePushed, .ok, .okBare, .lostBefore,
      .timer:
      true
    default: false
    }
  }

  /// Whether the step belongs to the theme of requests that could not be sent.
  private var isAboutUnsent: Bool {
    switch self {
    case .tap(let intent): !(intent is QuantityIntent) || intent.words == "+1"
    case .offline, .busy, .fetch, .lateList, .otherDevice, .flush: true
    default: false
    }
  }

  /// Whether the step belongs to the theme of pushes without limits.
  private var isAboutPushes: Bool {
    switch self {
    case .tap(let intent): !intent.isAboutLimits
    case .apply, .ok, .okBare, .push, .pushUnlimited, .limitedPart: true
    default: false
    }
  }

  /// Whether the step belongs to the theme of conflicts.
  private var isAboutConflicts: Bool {
    switch self {
    case .tap(let intent): !intent.isAboutLimits
    case .conflict, .conflictBare, .otherDevice, .otherDevicePushed, .ok, .lostBefore, .timer:
      true
    default: false
    }
  }

  /// Whether the step leaves the app's pending list data as current as it is.
  var keepsListsCurrent: Bool {
    switch self {
    case .tap, .offline, .busy, .closes, .otherDevice, .fetch, .lateList: true
    default: false
    }
  }

  /// Whether the step belongs to the theme of removals.
  private var isAboutRemovals: Bool {
    switch self {
    case .tap(let intent): !intent.isAbsolute
    case .timer, .otherDevice, .otherDevicePushed, .conflict, .readFresh, .rejected, .undo:
      true
    default: false
    }
  }

  /// Whether the step belongs to the theme of pauses.
  private var isAboutPauses: Bool {
    switch self {
    case .tap(let intent): !(intent is QuantityIntent) || intent.words != "+1"
    case .closes(.closed), .closes(.laneTaken), .opens, .timer, .flush, .undo, .ok: true
    default: false
    }
  }
}
