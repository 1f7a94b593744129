/// The result of an event.
///
/// It holds the responders that handled the event strongly, so keep it no longer than needed.
public struct EventResult {
  /// How the event ended.
  public internal(set) var outcome: Outcome
  /// The responders that handled the event, nearest to the sender first; one that stopped it is the
  /// last.
  public internal(set) var handledBy: [any Responder] = []
  /// The index on the path at which the event was stopped; 0 is the sender.
  public internal(set) var stopIndex: Int?
  /// The number of responders on the path, the sender included.
  ///
  /// On a cycle, each responder counts once. On a path that is too long, it is the number of
  /// visited responders.
  public internal(set) var pathLength: Int
  /// The errors of handlers, nearest to the sender first.
  public internal(set) var failures: [Failure] = []

  /// The number of responders that the event reached, the sender included.
  ///
  /// It is 0 for an event that was not delivered.
  public var reached: Int {
    switch outcome {
    case .cycle, .pathTooLong, .tooDeep: 0
    default: stopIndex.map { $0 + 1 } ?? pathLength
    }
  }

  /// Whether a responder handled the event.
  public var isHandled: Bool { !handledBy.isEmpty }

  /// The ways in which an event can end.
  public enum Outcome: Hashable, Sendable {
    /// A handler stopped the event.
    case stopped
    /// The event was handled, and reached the end of its path.
    case handled
    /// The event reached the end of its path, and no responder handled it.
    case unhandled
    /// The path is a cycle, so no handler ran.
    case cycle
    /// The path has more than ``EventRouting/maximumPathLength`` responders, so no handler ran.
    case pathTooLong
    /// The event was sent from within nested handlers, deeper than ``EventRouting/maximumDepth``,
    /// so no handler ran.
    case tooDeep
  }

  /// The error that a handler threw.
  public struct Failure {
    /// The responder of the handler.
    public let node: any Responder
    /// The index of the responder on the path; 0 is the sender.
    public let index: Int
    /// The error.
    public let error: any Error
  }
}
