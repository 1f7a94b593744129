import SelfManaged

/// One step of a history in a ``ModelWorld``.
///
/// A number in a step chooses among the existing objects. So a history stays valid when a step is
/// removed.
enum ModelStep<Intent: Modeled>: Hashable {
  case tap(Intent)
  /// The server applies the request; its reply, with the current value, arrives later.
  case apply
  /// The busy server refuses the request, and asks to wait.
  case busy
  case ok, okBare, okStale, rejected, rejectedWithTruth, lostBefore, lostAfter, conflict, offline,
    signedOut
  /// The server applies the request, and its reply reports only the version.
  case okVersion
  /// The server applies or refuses the request, and its reply has the value without the limits.
  case okUnlimited, rejectedUnlimited
  /// The server refuses the request with an answer that has no value.
  case rejectedBare, conflictBare
  /// The server refuses the request; the refusal, with the value of then, arrives later.
  case refuse, refusalArrives, conflictArrives
  /// The server applies the part of an addition that its stock allows, and reports a limit error.
  case limitedPart
  /// The request times out; its reply may arrive later.
  case timesOut
  case repeatedReply
  case readFresh(Int), readOld(Int), readFails(Int), readBusy(Int)
  case timer(Int)
  /// The gate closes: another item takes the lane, a busy server asks all to wait, or the network is
  /// lost.
  case closes(Gate)
  case opens
  case otherDevice, push, pushPart, pushUnlimited, sameList, neighborFails, flush, end
  /// A read is answered by a replica with the value from before the last change.
  case readLags(Int)
  /// The session ends before the request of the last event leaves.
  case endUnsent
  /// The server sends a push, or list data, that arrives later.
  case emit, fetch
  case latePush, lateList
  /// Another device changes the value and the server pushes it at once; the app refreshes.
  case otherDevicePushed, refresh
  /// The user undoes the last removal.
  case undo
  /// The server's stock grows or shrinks without a push.
  case restock
}

extension ModelStep: CustomStringConvertible {
  var description: String {
    switch self {
    case .tap(let intent): "tap \(intent.words)"
    case .apply: "applied, reply pending"
    case .busy: "busy"
    case .ok: "ok"
    case .okBare: "ok, without a value"
    case .okVersion: "ok, with the version alone"
    case .okUnlimited: "ok, with the value but without its limits"
    case .okStale: "ok, with the previous count"
    case .rejected: "rejected"
    case .rejectedWithTruth: "rejected, with the server's value"
    case .rejectedUnlimited: "rejected, with the server's value but without its limits"
    case .rejectedBare: "rejected, with an empty answer"
    case .refuse: "refused, reply pending"
    case .refusalArrives: "the rejection arrives, with the value of then"
    case .conflictArrives: "the conflict arrives, with the value of then"
    case .limitedPart: "applied in part, refused with the limit"
    case .timesOut: "timeout"
    case .conflictBare: "conflict, with the version alone"
    case .lostBefore: "request lost"
    case .lostAfter: "applied, reply lost"
    case .conflict: "conflict"
    case .offline: "offline"
    case .signedOut: "signed out"
    case .repeatedReply: "reply repeated"
    case .readFresh: "read succeeds"
    case .readOld: "read succeeds, with the value as of its beginning"
    case .readFails: "read fails"
    case .readLags: "read succeeds, with the value from before the last change"
    case .readBusy: "read refused by a busy server"
    case .timer: "delay ends"
    case .closes(let gate): "gate: \(gate)"
    case .opens: "gate: open"
    case .otherDevice: "changed by another device"
    case .push: "push"
    case .pushPart: "push of a part of the value"
    case .pushUnlimited: "push without the limits"
    case .sameList: "first list data again"
    case .neighborFails: "another item signed out"
    case .flush: "flush"
    case .end: "end of session"
    case .endUnsent: "end of session, before the request leaves"
    case .emit: "push sent"
    case .fetch: "list requested"
    case .latePush: "push arrives"
    case .lateList: "list arrives"
    case .otherDevicePushed: "changed by another device, and pushed"
    case .refresh: "refresh"
    case .undo: "undo"
    case .restock: "stock changes"
    }
  }
}

extension ModelStep {
  /// Whether the step is possible while only the user changes the value and no request fails.
  var isUndisturbed: Bool {
    switch self {
    case .tap, .undo, .apply, .busy, .readBusy, .ok, .okBare, .okVersion, .okUnlimited, .okStale,
      .opens, .flush, .refresh, .fetch, .emit, .readFresh:
      true
    case .closes(let gate): gate != .unreachable
    default: false
    }
  }
}
