/// The result of an event.
///
/// It retains the responders that handled the event, so keep it no longer than needed.
public struct EventResult {
  /// The way in which the event ended.
  public internal(set) var outcome: Outcome
  /// The responders that handled the event, nearest to the sender first; a responder that stopped
  /// it is the last.
  public internal(set) var handledBy: [any Responder] = []
  /// The index on the path at which the event was stopped; 0 is the sender, and `nil` means not
  /// stopped.
  public internal(set) var stopIndex: Int?
  /// The number of responders on the path, the sender included.
  ///
  /// If the path is a cycle, each responder counts once. If it is too long, the visited responders
  /// count. If the event was sent too deep, the number is 1.
  package internal(set) var pathLength: Int
  /// The errors that handlers threw, nearest to the sender first.
  public internal(set) var failures: [Failure] = []

  /// The number of responders that the event reached, the sender included; 0 if it was not
  /// delivered.
  package var reached: Int {
    switch outcome {
    case .cycle, .pathTooLong, .tooDeep: 0
    default: stopIndex.map { $0 + 1 } ?? pathLength
    }
  }

  /// Whether a responder handled the event.
  public var isHandled: Bool { !handledBy.isEmpty }

  /// The ways in which an event can end.
  public enum Outcome: Hashable, Sendable {
    /// A handler handled and stopped the event.
    case stopped
    /// The event was handled at least once, and reached the end of its path.
    case handled
    /// The event reached the end of its path without being handled.
    case unhandled
    /// The path is a cycle, so no handler ran.
    case cycle
    /// The path has more than ``EventRouting/maximumPathLength`` responders, so no handler ran.
    case pathTooLong
    /// The event was nested deeper than ``EventRouting/maximumDepth``, so no handler ran.
    case tooDeep
  }

  /// A handler that threw, and its error.
  public struct Failure {
    /// The responder whose handler threw, retained.
    public let responder: any Responder
    /// The index of the responder on the path; 0 is the sender.
    public let index: Int
    /// The error.
    public let error: any Error
  }
}
