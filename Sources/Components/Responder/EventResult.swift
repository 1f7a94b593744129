/// What became of an event.
///
/// It holds the responders that handled it, so keep it no longer than needed.
public struct EventResult {
  /// How it ended.
  public internal(set) var outcome: Outcome
  /// Who handled it, nearest to the sender first; whoever stopped it is the last.
  public internal(set) var handledBy: [any Responder] = []
  /// The place on the path where it was stopped, counted from 0, the sender.
  public internal(set) var stopIndex: Int?
  /// How many responders its path has, the sender included; on a cycle, how many there are, and on a
  /// path that is too long, how many were looked at.
  public internal(set) var pathLength: Int
  /// What handlers threw, nearest to the sender first.
  public internal(set) var failures: [Failure] = []

  /// How far it came: so many responders were reached, the sender included.
  ///
  /// An event that was not delivered reached none.
  public var reached: Int {
    switch outcome {
    case .cycle, .pathTooLong, .tooDeep: 0
    default: stopIndex.map { $0 + 1 } ?? pathLength
    }
  }

  /// Whether somebody handled it.
  public var isHandled: Bool { !handledBy.isEmpty }

  /// How an event can end.
  public enum Outcome: Hashable, Sendable {
    /// A handler stopped it.
    case stopped
    /// It was handled, and came to the end of its path.
    case handled
    /// It came to the end of its path, and nobody handled it.
    case unhandled
    /// Its path comes back to itself, so no handler was asked.
    case cycle
    /// Its path has more than ``EventRouting/maximumPathLength`` responders, so no handler was asked.
    case pathTooLong
    /// It was sent from within the handler of an event, which was itself, and so on, deeper than
    /// ``EventRouting/maximumDepth``; no handler was asked.
    case tooDeep
  }

  /// A handler threw.
  public struct Failure {
    /// Whose handler it was.
    public let node: any Responder
    /// Its place on the path, counted from 0, the sender.
    public let index: Int
    /// What it threw.
    public let error: any Error
  }
}
