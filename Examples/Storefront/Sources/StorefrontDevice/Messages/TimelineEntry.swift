import Components
import SelfManaged

/// One event in the life of an item, in words and numbers that can be drawn.
package struct TimelineEntry: Hashable, Sendable, Encodable {
  /// Which item: `like/sunrise`, `cart/apple`.
  package var item: String
  package var event: String
  package var cause: String
  package var confirmed: Value
  package var inFlight: String?
  package var queued: String?
  package var displayed: Value
  /// What became of taps, if they are resolved by this.
  package var resolved: [String]

  /// A value, in words and as a height.
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
  /// Puts a record in words.
  ///
  /// - Parameters:
  ///   - record: What happened.
  ///   - former: What was noted of the item before, if anything was.
  init<Intent: TimelineIntent>(_ record: ItemRecord<Intent>, after former: TimelineEntry?) {
    item = Intent.itemName(record.itemID)
    cause = "\(record.cause)"
    confirmed = Intent.drawn(record.confirmed)
    inFlight = record.inFlight?.words
    queued = record.queued?.words
    displayed = Intent.drawn(record.displayed)
    resolved = record.resolved.compactMap { Self.words($0.resolution) }
    var parts: [String] = []
    if let tapped = record.tapped { parts.append("press: \(tapped.words)") }
    parts += resolved
    if let sent = record.sent {
      let again = sent.info.attempt > 1 ? " again" : ""
      parts.append("sends \(sent.intent.words)\(again)")
    }
    // The display keeps its cause until it changes; what did not change it has one of its own. A
    // failure that undoes nothing else is a rollback nevertheless, but only when it happens.
    let isFailure = record.cause == .rollback && !resolved.isEmpty
    if record.tapped == nil, displayed == former?.displayed, !isFailure {
      cause = !resolved.isEmpty ? "confirm" : record.sent != nil ? "sent" : "heard"
    }
    event = parts.joined(separator: ", ")
    if parts.isEmpty { event = news(after: former) }
  }

  private func news(after former: TimelineEntry?) -> String {
    guard let former else { return "shown" }
    if former.confirmed != confirmed { return "hears of \(confirmed.words)" }
    return inFlight == nil ? "hears nothing new" : "hears, and waits"
  }

  private static func words<Value>(_ resolution: Resolution<Value>) -> String? {
    switch resolution {
    case .applied: "applied"
    case .merged: "merged"
    case .unchanged: "nothing to do"
    case .limited: "no more"
    case .adjusted: "adjusted"
    case .failed(let error): "failed: \(error.code.rawValue)"
    case .uncertain: "nobody knows"
    case .cancelled: "cancelled"
    }
  }
}
