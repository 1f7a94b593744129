/// What became of one tap.
///
/// Every tap is resolved exactly once.
public enum Resolution<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The server did what was asked.
  case applied
  /// A later tap took this one up before it was sent.
  case merged
  /// It would have changed nothing, so nothing was sent.
  case unchanged
  /// A known limit left nothing of it to send.
  case limited(Int?)
  /// The server did something else.
  case adjusted(Adjustment<Value>)
  /// The server refused it, or it never left.
  case failed(ServiceError)
  /// It was sent, and nobody could say what became of it; the value shown was read anew if possible.
  case uncertain(ServiceError)
  /// The session ended first.
  case cancelled
}
