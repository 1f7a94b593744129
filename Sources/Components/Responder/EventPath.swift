/// The responders from an event's sender to the root, fixed before the first handler runs.
@MainActor
struct EventPath {
  /// The responders in order, the sender first; retained.
  private(set) var nodes: [any Responder] = []
  /// The responders on the path that return an ``EventHandling``.
  private(set) var stations: [Station] = []
  /// The number of responders in the loop at the end of the path; `nil` if there is no loop.
  private(set) var loop: Int?
  /// Whether the path has more than ``EventRouting/maximumPathLength`` responders.
  private(set) var isTooLong = false

  struct Station {
    let index: Int
    let handling: any EventHandling
  }

  /// Adds the responders from the sender to the root.
  ///
  /// Brent's algorithm ("An improved Monte Carlo factorization algorithm", 1980) finds a loop: it
  /// makes one comparison for each step, uses no memory, and needs at most three times as many
  /// steps as there are responders.
  ///
  /// Each responder is moved from its child's `nextResponder` into the path. A step therefore costs
  /// one weak load and, when the path is emptied, one release, which take nearly all of its time.
  ///
  /// The maximum length is checked only where a landmark is set, and the last landmark is set at
  /// the maximum length. So the check adds no cost to a step.
  mutating func fill(from sender: any Responder) {
    let maximum = max(1, EventRouting.maximumPathLength)
    var upcoming: (any Responder)? = sender
    var landmark = ObjectIdentifier(sender)
    var steps = 0
    var limit = 1
    while let node = upcoming.take() {
      if let handling = node.eventHandling {
        stations.append(Station(index: nodes.count, handling: handling))
      }
      let next = node.nextResponder
      nodes.append(node)
      guard let next else { return }
      steps += 1
      if ObjectIdentifier(next) == landmark {
        loop = steps
        return
      }
      if steps == limit {
        guard nodes.count < maximum else {
          isTooLong = true
          return
        }
        landmark = ObjectIdentifier(next)
        limit = min(limit * 2, maximum - nodes.count)
        steps = 0
      }
      upcoming = next
    }
  }

  /// Whether the path ends at a root, so that an event can be delivered along it.
  var isDeliverable: Bool { loop == nil && !isTooLong }

  /// The responders that a report lists.
  ///
  /// Each responder is listed once, up to the root or to the end of the loop. If the path is too
  /// long, only the first hundred are listed.
  var reported: ArraySlice<any Responder> {
    if isTooLong { return nodes.prefix(100) }
    guard let loop else { return nodes[...] }
    let start = (0..<nodes.count - loop).first { nodes[$0] === nodes[$0 + loop] }
    return nodes.prefix(start.map { $0 + loop } ?? nodes.count)
  }

  /// Releases all responders, and keeps the memory for the next path unless it is large.
  mutating func empty() {
    loop = nil
    isTooLong = false
    nodes.removeAll(keepingCapacity: nodes.capacity <= 4_096)
    stations.removeAll(keepingCapacity: stations.capacity <= 4_096)
  }
}
