/// The responders that an event passes, fixed before the first handler runs.
@MainActor
struct EventPath {
  /// The responders from the sender to the root, held strongly.
  private(set) var nodes: [any Responder] = []
  /// The responders of the path that have an ``EventHandling``.
  private(set) var stations: [Station] = []
  /// The number of responders in the loop that the path ends in; `nil` without a loop.
  private(set) var loop: Int?
  /// Whether the path has more responders than are allowed.
  private(set) var isTooLong = false

  struct Station {
    let index: Int
    let handling: any EventHandling
  }

  /// Walks from the sender to the root.
  ///
  /// A loop is found by Brent's algorithm ("An improved Monte Carlo factorization algorithm",
  /// 1980): one comparison a step, no memory, and at most three times as many steps as there are
  /// responders.
  ///
  /// Each responder is moved: from its child's `nextResponder` to the loop, and from there into the
  /// path. So a step costs one weak load and, in the end, one release, which are nearly all of its
  /// time.
  ///
  /// The greatest length is checked where a landmark is set, and the last landmark is set where the
  /// path has that length, so the check adds no cost to a step.
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
  /// Each responder once, up to where the loop closes, or to the root. Of a path that is too long,
  /// the first hundred.
  var reported: ArraySlice<any Responder> {
    if isTooLong { return nodes.prefix(100) }
    guard let loop else { return nodes[...] }
    let start = (0..<nodes.count - loop).first { nodes[$0] === nodes[$0 + loop] }
    return nodes.prefix((start ?? nodes.count - loop) + loop)
  }

  /// Releases all responders and keeps the memory, unless it is large.
  mutating func empty() {
    loop = nil
    isTooLong = false
    nodes.removeAll(keepingCapacity: nodes.capacity <= 4_096)
    stations.removeAll(keepingCapacity: stations.capacity <= 4_096)
  }
}
