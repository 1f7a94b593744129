/// The path of one event: each responder, its decision, and the values it added.
///
/// ```text
/// buy, from BuyButton: stopped
///   0  BuyButton  handles no events
///   1  PriceCell  no entry; adds row = 3
///   2  GoodsPage  stops; keeps product = pear, not apple
///   3  AppRoot    not reached
/// ```
public struct EventTrace: Hashable, Sendable {
  /// The name of the event.
  public let name: EventName
  /// The way in which the event ended.
  public let outcome: EventResult.Outcome
  /// The responders on its path, in order.
  ///
  /// The path begins at the sender or, for an event that was passed on, above the responder that
  /// passed it on.
  public let steps: [Step]
  /// The type of the sender.
  private let sender: String

  /// One responder on the path.
  public struct Step: Hashable, Sendable {
    /// The type of the responder.
    public let responder: String
    /// The decision of the responder.
    public internal(set) var decision: Decision
    /// The values that the responder added to the event, in order, including conflicts.
    public internal(set) var writes: [EventInfo.Write] = []
  }

  /// The decision of a responder.
  public enum Decision: Hashable, Sendable {
    /// The responder's ``Responder/eventHandling`` is `nil`.
    case plain
    /// The responder has no handler for the event.
    case noEntry
    /// The responder's handler for the event is disabled.
    case disabled
    /// The handler returned this value.
    case answered(Handling)
    /// The handler threw an error; the value is its description.
    case threw(String)
    /// The event did not reach the responder.
    case notReached
  }
}

extension EventTrace {
  /// Creates the trace of an event that reached no responder.
  init(_ event: ResponderEvent, _ result: EventResult, _ path: ArraySlice<any Responder>) {
    self.init(event, outcome: result.outcome, steps: Self.steps(path))
  }

  /// Creates the trace of an event from the steps of the responders that handle events.
  ///
  /// The other responders that the event reached are plain.
  init(_ event: ResponderEvent, _ result: EventResult, _ steps: [Step]) {
    var steps = steps
    for index in steps.indices.prefix(result.reached) where steps[index].decision == .notReached {
      steps[index].decision = .plain
    }
    self.init(event, outcome: result.outcome, steps: steps)
  }

  private init(_ event: ResponderEvent, outcome: EventResult.Outcome, steps: [Step]) {
    name = event.name
    self.outcome = outcome
    self.steps = steps
    sender = event.sender.map { "\(type(of: $0))" } ?? "no responder"
  }

  /// Returns the steps of a path before the event has reached any responder.
  static func steps(_ path: some Sequence<any Responder>) -> [Step] {
    path.map { Step(responder: "\(type(of: $0))", decision: .notReached) }
  }
}

extension EventTrace: CustomStringConvertible {
  /// A line with the outcome of the event, and a line for each responder.
  public var description: String {
    let width = steps.map(\.responder.count).max() ?? 0
    let lines = steps.enumerated().map { index, step in
      let name = step.responder + String(repeating: " ", count: width - step.responder.count)
      return "  \(index)  \(name)  \(step)"
    }
    return (["\(name), from \(sender): \(outcome)"] + lines).joined(separator: "\n")
  }
}

extension EventTrace.Step: CustomStringConvertible {
  /// The decision of the responder, and the values that it added.
  public var description: String {
    ([decision.description] + writes.map(\.description)).joined(separator: "; ")
  }
}

extension EventTrace.Decision: CustomStringConvertible {
  /// The decision in words.
  public var description: String {
    switch self {
    case .plain: "handles no events"
    case .noEntry: "no entry"
    case .disabled: "disabled"
    case .answered(.stop): "stops"
    case .answered(.handledContinue): "handles, continues"
    case .answered(.ignored): "ignores"
    case .threw(let error): "throws: \(error)"
    case .notReached: "not reached"
    }
  }
}
