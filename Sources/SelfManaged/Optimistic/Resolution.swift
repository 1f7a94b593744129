/// The outcome of one tap.
///
/// Every tap is resolved exactly once.
public enum Resolution<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The server applied the intent.
  case applied
  /// The tap was coalesced with a later one: before it was sent, or after the server had done
  /// nothing because it was busy, offline, or had a conflict.
  case merged
  /// Nothing was left to apply: the intent would have changed nothing on a value that is certain,
  /// or a minus would have removed the value only because of another change's failure or a
  /// conflict.
  ///
  /// On a value that is in doubt or a guess, an absolute intent is sent even if it changes nothing.
  case unchanged
  /// A known limit clamped the whole intent away, so nothing was sent; with the limit, if its
  /// number is known.
  case limited(Int?)
  /// The result differs from the intent.
  case adjusted(Adjustment<Value>)
  /// The server refused the request, or the request was never sent.
  case failed(ServiceError)
  /// The request was sent and its outcome is unknown; the displayed value was read back if
  /// possible.
  case uncertain(ServiceError)
  /// The user undid the tap before it was sent.
  case undone
  /// The session ended first, or the binding had ended before the intent was sent.
  case canceled
}
