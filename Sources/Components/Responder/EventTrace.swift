/// The way of one event: each responder, what it decided, and what it added.
///
/// ```text
/// buy, from BuyButton: stopped
///   0  BuyButton  nothing handles here
///   1  PriceCell  no entry; adds row = 3
///   2  GoodsPage  stops; keeps product = pear, not apple
///   3  AppRoot    not reached
/// ```
public struct EventTrace: Hashable, Sendable {
  /// The event.
  public let name: EventName
  /// How it ended.
  public let outcome: EventResult.Outcome
  /// The responders on its path, from the sender to the root.
  public let steps: [Step]

  /// Creates a trace, to compare with.
  public init(name: EventName, outcome: EventResult.Outcome, steps: [Step]) {
    self.name = name
    self.outcome = outcome
    self.steps = steps
  }

  /// One responder on the way.
  public struct Step: Hashable, Sendable {
    /// The responder's type.
    public let node: String
    /// What it decided.
    public internal(set) var decision: Decision
    /// What it wrote to the event's information, in order; clashes included.
    public internal(set) var writes: [EventInfo.Write]

    /// Creates a step, to compare with.
    public init(node: String, decision: Decision, writes: [EventInfo.Write] = []) {
      self.node = node
      self.decision = decision
      self.writes = writes
    }
  }

  /// What a responder decided.
  public enum Decision: Hashable, Sendable {
    /// It has no ``Responder/eventHandling``.
    case plain
    /// It has no entry for the event.
    case noEntry
    /// Its entry for the event is disabled.
    case disabled
    /// Its handler answered.
    case answered(Handling)
    /// Its handler threw this, as text.
    case threw(String)
    /// The event did not get so far.
    case notReached
  }
}

extension EventTrace {
  /// The way of an event that reached nobody.
  init(_ event: ResponderEvent, _ result: EventResult, _ path: ArraySlice<any Responder>) {
    self.init(name: event.name, outcome: result.outcome, steps: Self.steps(path))
  }

  /// The way of an event with the steps of those that were asked; the others it reached are plain.
  init(_ event: ResponderEvent, _ result: EventResult, _ steps: [Step]) {
    var steps = steps
    for index in steps.indices.prefix(result.reached) where steps[index].decision == .notReached {
      steps[index].decision = .plain
    }
    self.init(name: event.name, outcome: result.outcome, steps: steps)
  }

  /// The steps of an event that has reached nobody yet.
  static func steps(_ path: some Sequence<any Responder>) -> [Step] {
    path.map { Step(node: "\(type(of: $0))", decision: .notReached) }
  }
}

extension EventTrace: CustomStringConvertible {
  /// A line of what became of the event, and one for each responder.
  public var description: String {
    let sender = steps.first?.node ?? "nobody"
    let width = steps.map(\.node.count).max() ?? 0
    let lines = steps.enumerated().map { index, step in
      let name = step.node + String(repeating: " ", count: width - step.node.count)
      return "  \(index)  \(name)  \(step)"
    }
    return (["\(name), from \(sender): \(outcome)"] + lines).joined(separator: "\n")
  }
}

extension EventTrace.Step: CustomStringConvertible {
  /// What the responder decided, and what it added.
  public var description: String {
    let decision =
      switch decision {
      case .plain: "nothing handles here"
      case .noEntry: "no entry"
      case .disabled: "disabled"
      case .answered(.stop): "stops"
      case .answered(.handledPassOn): "handles and passes on"
      case .answered(.pass): "passes on"
      case .threw(let error): "throws: \(error)"
      case .notReached: "not reached"
      }
    return ([decision] + writes.map(\.description)).joined(separator: "; ")
  }
}
