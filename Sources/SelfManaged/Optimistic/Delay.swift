/// A delay that a request or a read waits for, named by the event that began it.
package enum Delay: Hashable, Sendable {
  /// A delay of the policy; a flush ends it.
  case retry(LogicalTime)
  /// A delay after a busy reply; nothing ends it early.
  case backOff(LogicalTime)
  /// The longest wait for the network; a flush or a later tap sends the intent before its end.
  case network(LogicalTime)

  /// The logical time of the event that began the delay.
  package var began: LogicalTime {
    switch self {
    case .retry(let began), .backOff(let began), .network(let began): began
    }
  }

  /// Whether the delay follows a busy reply.
  package var isAskedFor: Bool { if case .backOff = self { true } else { false } }

  /// Whether the delay is the longest wait for the network.
  package var isForNetwork: Bool { if case .network = self { true } else { false } }

  /// Whether the delay is for the network or for a busy server.
  var isWaiting: Bool { if case .retry = self { false } else { true } }
}
