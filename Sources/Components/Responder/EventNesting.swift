/// The number of events that are being delivered, each sent during the delivery of the previous one.
///
/// An event that is passed on begins above the responder that passes it on. So the layers of a
/// screen bound the number of times, unless a handler passes on an event that it has stored.
@MainActor
struct EventNesting {
  private var sent = 0
  private var passedOn = 0

  /// The way in which an event begins.
  enum Origin {
    /// A responder sends it.
    case sent
    /// A handler passes it on to the next responder.
    case passedOn
  }

  mutating func begin(_ origin: Origin) { change(origin, by: 1) }

  mutating func end(_ origin: Origin) { change(origin, by: -1) }

  /// Whether an event that begins now exceeds the maximum number of nested events.
  func isTooDeep(for origin: Origin) -> Bool {
    let maximum = max(1, EventRouting.maximumDepth)
    return switch origin {
    case .sent: sent >= maximum
    case .passedOn: passedOn / 2 >= maximum
    }
  }

  /// The reason why an event is too deep, for a message.
  func words(for origin: Origin) -> String {
    switch origin {
    case .sent: "sent from \(sent)"
    case .passedOn: "passed on by \(passedOn)"
    }
  }

  private mutating func change(_ origin: Origin, by step: Int) {
    switch origin {
    case .sent: sent += step
    case .passedOn: passedOn += step
    }
  }
}
