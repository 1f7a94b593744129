import SelfManaged

/// A search for a history that breaks a rule.
struct ModelSearch<Intent: Modeled> {
  private var start: ModelWorld<Intent>
  /// The number of histories that were tried.
  private(set) var count = 0
  /// The hash values of the states that were reached.
  private(set) var states: Set<Int> = []

  init(isVersioned: Bool, canRead: Bool = true, policy: OptimisticPolicy) {
    start = ModelWorld(isVersioned: isVersioned, canRead: canRead, policy: policy)
  }

  /// A minimized history that breaks a rule.
  struct Finding {
    let violation: String
    let steps: [ModelStep<Intent>]

    func description(of intent: Intent.Type) -> String {
      let lines = steps.enumerated().map { "  \($0.offset + 1). \($0.element)" }
      return (["\(intent): \(violation)"] + lines).joined(separator: "\n")
    }
  }

  /// Tries every history up to a length.
  ///
  /// Without a theme, a history has all events except those that belong to limits alone.
  mutating func all(to depth: Int, about theme: ModelTheme? = nil) -> Finding? {
    start.triesLists = theme == .repeats || theme == .lists
    return explore(start, depth, theme).flatMap { shortest($0.history) }
  }

  private mutating func explore(
    _ world: ModelWorld<Intent>, _ depth: Int, _ theme: ModelTheme?
  ) -> ModelWorld<Intent>? {
    guard depth > 0 else { return nil }
    for step in world.steps where theme.map(step.belongs) ?? !step.isAboutLimits {
      var next = world
      next.advance(by: step)
      count += 1
      states.insert(next.state.hashValue)
      if next.violation != nil || violation(of: next, [.ok]) != nil { return next }
      if let found = explore(next, depth - 1, theme) { return found }
    }
    return nil
  }

  /// Tries one long random history of a theme's events, or of all events.
  ///
  /// Each history has only some kinds of events. If all thirty kinds competed, a fault that needs
  /// five rare events would hardly ever appear.
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
        guard isDrawn,
          step != .end && step != .endUnsent || Int.random(in: 0..<8, using: &random) == 0
        else { continue }
        steps.append(step)
      }
      guard let step = (steps.isEmpty ? world.steps : steps).randomElement(using: &random) else {
        break
      }
      world.advance(by: step)
      if violation(of: world, [.ok]) != nil { return shortest(world.history) }
    }
    return violation(of: world, Self.conditions) == nil ? nil : shortest(world.history)
  }

  /// The permanent conditions of the server or the network under which every pending tap must be
  /// resolved.
  private static var conditions: [ModelStep<Intent>] {
    [
      .ok, .busy, .push, .pushPart, .rejected, .conflict, .lostAfter, .lostBefore, .offline,
      .signedOut,
    ]
  }

  /// The violation of a world, now or after every pending tap was resolved under a condition.
  private func violation(
    of world: ModelWorld<Intent>, _ conditions: [ModelStep<Intent>]
  ) -> String? {
    if let violation = world.violation { return violation }
    for condition in conditions {
      var settled = world
      settled.settle(under: condition)
      guard let violation = settled.violation else { continue }
      return condition == .ok ? violation : "\(violation), if every result is \"\(condition)\""
    }
    return nil
  }

  /// Replays a history without its impossible steps.
  private func replay(_ steps: [ModelStep<Intent>]) -> ModelWorld<Intent> {
    var world = start
    for step in steps where world.violation == nil && world.steps.contains(step) {
      world.advance(by: step)
    }
    return world
  }

  /// Minimizes a history: removes one step after the other while a rule is still broken.
  private func shortest(_ history: [ModelStep<Intent>]) -> Finding? {
    var best: Finding?
    var candidates = [history]
    while let steps = candidates.popLast() {
      let world = replay(steps)
      guard let violation = violation(of: world, Self.conditions) else { continue }
      best = Finding(violation: violation, steps: world.history)
      candidates = world.history.indices.reversed().map { index in
        var shorter = world.history
        shorter.remove(at: index)
        return shorter
      }
    }
    return best
  }
}
