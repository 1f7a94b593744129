import Components
import SelfManaged

/// One event of an item, as texts and numbers to be drawn.
package struct TimelineEntry: Hashable, Sendable, Encodable {
  /// The item, such as `like/sunrise` or `cart/apple`.
  package var item: String
  package var event: String
  package var cause: String
  package var confirmed: Value
  package var inFlight: String?
  package var queued: String?
  package var displayed: Value

  /// A value, as a text and as a height in the drawing.
  package struct Value: Hashable, Sendable, Encodable {
    package var words: String
    package var level: Int
  }
}

/// A kind of value that a timeline can draw.
protocol TimelineIntent: OptimisticIntent {
  static var itemPrefix: String { get }
  var words: String { get }
  static func drawn(_ value: Value) -> TimelineEntry.Value
}

extension TimelineIntent {
  static func itemName(_ id: String) -> String { "\(itemPrefix)/\(id)" }
}

extension LikeIntent: TimelineIntent {
  static var itemPrefix: String { "like" }
  var words: String { isLiked ? "like" : "unlike" }

  static func drawn(_ value: LikeValue) -> TimelineEntry.Value {
    .init(words: "\(value.isLiked ? "♥" : "♡") \(value.count)", level: value.count)
  }
}

extension QuantityIntent: TimelineIntent {
  static var itemPrefix: String { "cart" }

  var words: String {
    switch self {
    case .add(let amount): amount < 0 ? "− \(amount.magnitude)" : "+ \(amount)"
    case .set(let quantity): "set \(quantity)"
    }
  }

  static func drawn(_ value: CartValue) -> TimelineEntry.Value {
    .init(words: value.isKnown ? "\(value.quantity)" : "?", level: value.quantity)
  }
}

extension TimelineEntry {
  /// Creates an entry from a record.
  ///
  /// - Parameters:
  ///   - record: The record of the event.
  ///   - former: The previous entry of the item, if any.
  init<Intent: TimelineIntent>(_ record: ItemRecord<Intent>, after former: TimelineEntry?) {
    item = Intent.itemName(record.itemID)
    cause = "\(record.cause)"
    confirmed = Intent.drawn(record.confirmed)
    inFlight = record.inFlight?.words
    queued = record.queued?.words
    displayed = Intent.drawn(record.displayed)
    let resolved = record.resolved.compactMap { Self.words($0.resolution) }
    var parts: [String] = []
    if let tapped = record.tapped { parts.append("press: \(tapped.words)") }
    parts += resolved
    if let sent = record.sent {
      let again = sent.info.attempt > 1 ? " again" : ""
      parts.append("sends \(sent.intent.words)\(again)")
    }
    // An event that does not change the display has its own cause. A failure is a rollback even if
    // the display does not change.
    let isFailure = record.cause == .rollback && !resolved.isEmpty
    if record.tapped == nil, displayed == former?.displayed, !isFailure {
      cause = !resolved.isEmpty ? "confirm" : record.sent != nil ? "sent" : "heard"
    }
    event = parts.joined(separator: ", ")
    if parts.isEmpty { event = description(after: former) }
  }

  /// The description of an event without a tap, a request or an outcome.
  private func description(after former: TimelineEntry?) -> String {
    guard let former else { return "displayed" }
    if former.confirmed != confirmed { return "confirmed \(confirmed.words)" }
    return inFlight == nil ? "no change" : "no change while in flight"
  }

  private static func words<Value>(_ resolution: Resolution<Value>) -> String? {
    switch resolution {
    case .applied: "applied"
    case .merged: "merged"
    case .unchanged: "unchanged"
    case .limited: "limit reached"
    case .adjusted: "adjusted"
    case .failed(let error): "failed: \(error.code.rawValue)"
    case .uncertain: "outcome unknown"
    case .undone: "undone"
    case .canceled: "canceled"
    }
  }
}
