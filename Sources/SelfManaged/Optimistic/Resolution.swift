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

/// A difference between the requested and the actual value, made by the server or a learned limit.
public struct Adjustment<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value that was requested.
  public var requested: Value { fields.requested }
  /// The value that resulted.
  public var actual: Value { fields.actual }
  /// The limit that caused the adjustment; `nil` if there is none.
  public var limit: Int? { fields.limit }
  /// The server's message for the user; `nil` if it sent none.
  public var notice: String? { fields.notice }

  /// Boxed, so that an adjustment that is usually absent takes one word in its owner: without the
  /// box a like takes 57 % more instructions, and a binding twice as many (`Benchmarks/count`).
  private let box: Box

  private indirect enum Box: Hashable { case fields(Fields) }

  private struct Fields: Hashable {
    let requested: Value
    let actual: Value
    let limit: Int?
    let notice: String?
  }

  private var fields: Fields {
    switch box {
    case .fields(let fields): fields
    }
  }

  /// Creates an adjustment.
  public init(requested: Value, actual: Value, limit: Int? = nil, notice: String? = nil) {
    box = .fields(Fields(requested: requested, actual: actual, limit: limit, notice: notice))
  }
}

extension Adjustment: CustomStringConvertible {
  /// Both values, and the limit and the server's message if there are any, for logs.
  public var description: String {
    let limit = limit.map { ", limit \($0)" } ?? ""
    let notice = notice.map { ": \($0)" } ?? ""
    return "\(actual) instead of \(requested)\(limit)\(notice)"
  }
}
