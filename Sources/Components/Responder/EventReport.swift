/// A report on an event that was not handled, or whose handler threw, with details to find the
/// cause.
///
/// ```text
/// "buy" from BuyButton was not handled.
/// Its path: BuyButton → PriceCell → Section. Section has no next responder.
/// ```
public struct EventReport {
  /// The event, with the values that were added along its path.
  public let event: ResponderEvent
  /// The result of the event.
  public let result: EventResult
  /// The types of the responders on its path, the sender first.
  ///
  /// The path of an event that was passed on begins above the responder that passed it on. It is
  /// empty if the event was passed on without a ``ResponderEvent/currentTarget``. If the path is a
  /// cycle, each responder is listed once. If it is too long, only the first hundred are listed. If
  /// the event was sent too deep, only the sender is listed.
  package let responderTypes: [String]
  /// The last of these responders, or the sender if the list is empty; retained.
  ///
  /// If the event was not handled, the last responder has no next responder. If the path is a cycle,
  /// its next responder is already on the path.
  package let lastNode: any Responder
  /// The likely mistakes in the app.
  ///
  /// An unreached table is listed if no event has ever reached it or another table that was created
  /// in the same place. Most likely its owner forgot to return it as its
  /// ``Responder/eventHandling``. Apart from the misconfigured responders, the mistakes are empty
  /// unless the ``result`` is ``EventResult/Outcome/unhandled``.
  let mistakes: EventMistakes

  @MainActor
  init(
    _ event: ResponderEvent, _ result: EventResult, _ path: ArraySlice<any Responder>,
    from sender: any Responder, isSilent: Bool
  ) {
    self.event = event
    self.result = result
    responderTypes = path.map { "\(type(of: $0))" }
    lastNode = path.last ?? sender
    let mistakes = EventMistakes(of: event.name, on: path, isSilent: isSilent)
    self.mistakes = result.outcome == .unhandled ? mistakes : mistakes.onlyMisconfigured
  }

  /// The types on the path that conform to ``EventHandling``, but whose
  /// ``Responder/eventHandling`` is `nil`, which is rarely intended.
  package var misconfigured: [String] { mistakes.misconfigured }
  /// The places, as file and line, where unreached tables with a handler for this event were
  /// created.
  package var unreachedTables: [String] { mistakes.unreachedTables }
}

extension EventReport: CustomStringConvertible {
  /// The outcome, the path, and the fix.
  public var description: String {
    let sender = event.sender.map { "\(type(of: $0))" } ?? responderTypes.first ?? "nothing"
    let path = "Its path: " + shownTypes.joined(separator: " → ") + "."
    var lines = ["\"\(event.name)\" from \(sender) \(outcomeText)"]
    switch result.outcome {
    case .unhandled where responderTypes.isEmpty:
      lines.append("It was passed on without a current target; pass it on in a handler.")
    case .unhandled: lines.append("\(path) \(type(of: lastNode)) has no next responder.")
    case .cycle:
      lines.append("\(path) The next responder of \(type(of: lastNode)) is already on it.")
    case .pathTooLong:
      lines.append("\(path) Does a nextResponder return a new object each time?")
    default: lines.append(path)
    }
    for failure in result.failures {
      lines.append("\(type(of: failure.responder)) threw: \(failure.error)")
    }
    return (lines + mistakes.lines).joined(separator: "\n")
  }

  /// All types of a path of at most 20 responders; the first ten and the last ten of a longer one.
  private var shownTypes: [String] {
    guard responderTypes.count > 20 else { return responderTypes }
    return responderTypes.prefix(10) + ["(\(responderTypes.count - 20) more)"]
      + responderTypes.suffix(10)
  }

  private var outcomeText: String {
    switch result.outcome {
    case .stopped, .handled: "was handled, but a handler threw."
    case .unhandled: "was not handled."
    case .cycle: "was not delivered: its path is a cycle."
    case .pathTooLong: "was not delivered: its path has more than \(result.pathLength) responders."
    case .tooDeep:
      "was not delivered: it was sent from too many nested handlers."
    }
  }
}
