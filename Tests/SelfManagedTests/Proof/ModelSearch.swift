import SelfManaged

/// Looks for a history that breaks a rule.
struct ModelSearch<Intent: Modeled> {
  private var start: ModelWorld<Intent>
  /// How many histories were tried.
  private(set) var count = 0
  /// The states that were seen, by hash value.
  private(set) var states: Set<Int> = []

  init(isVersioned: Bool, policy: OptimisticPolicy) {
    start = ModelWorld(isVersioned: isVersioned, policy: policy)
  }

  /// A history that breaks a rule, made as short as it can be.
  struct Finding {
    let complaint: String
    let steps: [ModelStep<Intent>]

    func description(of intent: Intent.Type) -> String {
      let lines = steps.enumerated().map { "  \($0.offset + 1). \($0.element)" }
      return (["\(intent): \(complaint)"] + lines).joined(separator: "\n")
    }
  }

  /// Tries every history up to a length, of a theme's events or of all events except those
  /// about limits alone.
  mutating func all(to depth: Int, about theme: ModelTheme? = nil) -> Finding? {
    start.triesLists = theme == .repeats
    return explore(start, depth, theme).flatMap { shortest($0.history) }
  }

  private mutating func explore(
    _ world: ModelWorld<Intent>, _ depth: Int, _ theme: ModelTheme?
  ) -> ModelWorld<Intent>? {
    guard depth > 0 else { return nil }
    for step in world.steps where theme.map(step.belongs) ?? !step.isAboutLimits {
      var next = world
      next.take(step)
      count += 1
      states.insert(next.state.hashValue)
      if next.complaint != nil || complaint(of: next, [.ok]) != nil { return next }
      if let wrong = explore(next, depth - 1, theme) { return wrong }
    }
    return nil
  }

  /// One long history, drawn at random, of a theme or of everything that can happen.
  ///
  /// Each history has only some kinds of events, chosen per history: a fault that needs five rare
  /// events hardly ever appears where thirty kinds compete.
  func walk(
    of length: Int, about theme: ModelTheme? = nil, _ random: inout some RandomNumberGenerator
  ) -> Finding? {
    var world = start
    world.triesLists = true
    var happens: [String: Bool] = [:]
    for _ in 1...length {
      var steps: [ModelStep<Intent>] = []
      for step in world.steps {
        let kind = step.description
        let isDrawn =
          theme.map(step.belongs) ?? happens[kind] ?? (Int.random(in: 0..<5, using: &random) < 2)
        happens[kind] = isDrawn
        guard isDrawn, step != .end || Int.random(in: 0..<8, using: &random) == 0 else { continue }
        steps.append(step)
      }
      guard let step = (steps.isEmpty ? world.steps : steps).randomElement(using: &random) else {
        break
      }
      world.take(step)
      if complaint(of: world, [.ok]) != nil { return shortest(world.history) }
    }
    return complaint(of: world, Self.habits) == nil ? nil : shortest(world.history)
  }

  /// Permanent states of the server or the network, in which every pending tap still has
  /// to end.
  private static var habits: [ModelStep<Intent>] {
    [.ok, .push, .pushPart, .rejected, .conflict, .lostAfter, .lostBefore, .offline, .signedOut]
  }

  /// The violation of a world, now or once every pending tap has ended in one of those ways.
  private func complaint(
    of world: ModelWorld<Intent>, _ habits: [ModelStep<Intent>]
  ) -> String? {
    if let complaint = world.complaint { return complaint }
    for habit in habits {
      var rest = world
      rest.settle(by: habit)
      guard let complaint = rest.complaint else { continue }
      return habit == .ok ? complaint : "\(complaint), if it is always \"\(habit)\""
    }
    return nil
  }

  /// Replays a history, leaving out impossible steps.
  private func replay(_ steps: [ModelStep<Intent>]) -> ModelWorld<Intent> {
    var world = start
    for step in steps where world.complaint == nil && world.steps.contains(step) {
      world.take(step)
    }
    return world
  }

  /// Leaves out one step after the other, while the rest still breaks a rule.
  private func shortest(_ history: [ModelStep<Intent>]) -> Finding? {
    var best: Finding?
    var candidates = [history]
    while let steps = candidates.popLast() {
      let world = replay(steps)
      guard let complaint = complaint(of: world, Self.habits) else { continue }
      best = Finding(complaint: complaint, steps: world.history)
      candidates = world.history.indices.reversed().map { index in
        var shorter = world.history
        shorter.remove(at: index)
        return shorter
      }
    }
    return best
  }
}
