/// An event that came to nothing, or whose handler threw, with what is needed to find out why.
///
/// ```text
/// "buy" from BuyButton was not handled.
/// Its path: BuyButton → PriceCell → Section. Section has no next responder.
/// ```
public struct EventReport {
  /// The event, with what was added to it on its way.
  public let event: ResponderEvent
  /// What became of it.
  public let result: EventResult
  /// The types of the responders on its path, from the sender on.
  ///
  /// On a cycle every responder is named once; of an event that was too deep the sender alone.
  public let nodeTypes: [String]
  /// The last responder on the path: the one whose next responder is missing, or whose next
  /// responder is on the path already.
  public let lastNode: any Responder
  /// The types on the path that conform to ``EventHandling`` and yet return no
  /// ``Responder/eventHandling``, which is hardly ever meant.
  public let suspects: [String]

  @MainActor
  init(
    _ event: ResponderEvent, _ result: EventResult, _ path: ArraySlice<any Responder>,
    from sender: any Responder
  ) {
    self.event = event
    self.result = result
    nodeTypes = path.map { "\(type(of: $0))" }
    lastNode = path.last ?? sender
    suspects = path.filter { $0 is any EventHandling && $0.eventHandling == nil }
      .map { "\(type(of: $0))" }
  }
}

extension EventReport: CustomStringConvertible {
  /// What happened, the path, and what to do.
  public var description: String {
    let sender = nodeTypes.first ?? "nobody"
    let path = "Its path: " + nodeTypes.joined(separator: " → ") + "."
    var lines = ["\"\(event.name)\" from \(sender) \(what)"]
    switch result.outcome {
    case .unhandled: lines.append("\(path) \(type(of: lastNode)) has no next responder.")
    case .cycle:
      lines.append("\(path) The next responder of \(type(of: lastNode)) is on it already.")
    default: lines.append(path)
    }
    for failure in result.failures {
      lines.append("\(type(of: failure.node)) threw: \(failure.error)")
    }
    for suspect in suspects {
      lines.append(
        """
        \(suspect) conforms to EventHandling, but its eventHandling is nil. If its superclass is \
        the responder, override eventHandling.
        """)
    }
    return lines.joined(separator: "\n")
  }

  private var what: String {
    switch result.outcome {
    case .stopped, .handled: "was handled, but not by all who tried."
    case .unhandled: "was not handled."
    case .cycle: "was not delivered: its path is a cycle."
    case .tooDeep:
      "was not delivered: it was sent from a handler within a handler, too deep."
    }
  }
}
