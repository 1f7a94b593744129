/// One thing that can happen in a ``ModelWorld``.
///
/// Numbers choose among the existing objects, so that a history is still valid when a step is
/// removed.
enum ModelStep<Intent: Modeled>: Hashable {
  case tap(Intent)
  /// The server applies the request; its answer, with the current value, is on its way.
  case carryOut
  case ok, okBare, okStale, rejected, rejectedWithTruth, lostBefore, lostAfter, conflict, offline,
    signedOut
  /// The answer of the server has no value.
  case rejectedBare, conflictBare
  /// The server applies the part of an addition that its stock allows, and rejects the request.
  case limitedPart
  /// No reply comes for as long as a request may take; it may come later.
  case timesOut
  case repeatedReply
  case readFresh(Int), readOld(Int), readFails(Int)
  case timer(Int)
  case turn
  /// The lane is no longer shared; the item learns so when it requests a turn.
  case ownLane
  case elsewhere, push, pushPart, sameList, neighborFails, flush, end
  /// The server sends a push, or answers a list, that arrives later.
  case emit, fetch
  case latePush, lateList
  /// Another device changes the value, and the server pushes it at once; the app refreshes.
  case elsewherePushed, refresh
  /// The server's stock grows or shrinks without a push.
  case restock
}

extension ModelStep: CustomStringConvertible {
  var description: String {
    switch self {
    case .tap(let intent): "tap \(intent.words)"
    case .carryOut: "carried out, not answered yet"
    case .ok: "answered"
    case .okBare: "answered, without a value"
    case .okStale: "answered, with the count from before"
    case .rejected: "rejected"
    case .rejectedWithTruth: "rejected, with the server's value"
    case .rejectedBare: "rejected, with an answer that tells nothing"
    case .limitedPart: "carried out in part, refused with the limit"
    case .timesOut: "time-out"
    case .conflictBare: "conflict, with an answer that tells nothing"
    case .lostBefore: "request lost"
    case .lostAfter: "carried out, reply lost"
    case .conflict: "conflict"
    case .offline: "offline"
    case .signedOut: "signed out"
    case .repeatedReply: "the reply comes again"
    case .readFresh: "read answered"
    case .readOld: "read answered, as of when it was asked"
    case .readFails: "read fails"
    case .timer: "time passes"
    case .turn: "turn granted"
    case .ownLane: "turn granted for good"
    case .elsewhere: "changed elsewhere"
    case .push: "push"
    case .pushPart: "push of a part of the value"
    case .sameList: "the first list again"
    case .neighborFails: "signed out elsewhere"
    case .flush: "flush"
    case .end: "end of session"
    case .emit: "push sent"
    case .fetch: "list asked for"
    case .latePush: "that push arrives"
    case .lateList: "that list arrives"
    case .elsewherePushed: "changed elsewhere and pushed"
    case .refresh: "refresh"
    case .restock: "the stock changes"
    }
  }
}
