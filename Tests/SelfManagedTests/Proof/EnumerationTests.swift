import Foundation
import SelfManaged
import Testing

/// Every history up to a depth, over the reducer alone.
///
/// After each step every invariant is checked, and from each state the world is let come to rest, to
/// see that it does, that every tap was resolved once, and that the screen shows what the server has.
/// `ENUMERATION_DEPTH=6 swift test --filter EnumerationTests` looks further.
struct EnumerationTests {
  private static var depth: Int {
    number("ENUMERATION_DEPTH") ?? 4
  }

  struct Setting: CustomTestStringConvertible, Sendable {
    var isVersioned: Bool
    var policy = OptimisticPolicy()
    var testDescription: String
  }

  static let settings: [Setting] = {
    var keys = OptimisticPolicy()
    keys.honorsIdempotencyKeys = true
    keys.retryDelays = [.seconds(1)]
    var held = OptimisticPolicy()
    held.offline = .hold(.seconds(60))
    held.retryDelays = [.seconds(1)]
    held.maximumConflictRetries = 1
    var shared = OptimisticPolicy()
    shared.lanes = .shared
    shared.retryDelays = []
    return [
      Setting(isVersioned: true, testDescription: "versions"),
      Setting(isVersioned: false, testDescription: "no versions"),
      Setting(isVersioned: true, policy: keys, testDescription: "keys honored"),
      Setting(isVersioned: false, policy: held, testDescription: "held while offline"),
      Setting(isVersioned: true, policy: shared, testDescription: "one lane for all"),
    ]
  }()

  @Test(arguments: settings)
  func noHistoryOfALikeBreaksARule(setting: Setting) {
    enumerate(LikeIntent.self, setting, depth: Self.depth)
  }

  @Test(arguments: settings)
  func noHistoryOfAQuantityBreaksARule(setting: Setting) {
    // A person can want more of a quantity than of a like, so there are more histories.
    enumerate(QuantityIntent.self, setting, depth: Self.depth - 1)
  }

  /// Long histories, drawn at random; a failure names the seed that draws it again.
  @Test(arguments: settings)
  func noLongHistoryBreaksARule(setting: Setting) {
    for seed in 1...UInt64(Self.walks) {
      walk(LikeIntent.self, setting, seed)
      walk(QuantityIntent.self, setting, seed)
    }
  }

  private static var walks: Int {
    number("RANDOM_WALKS") ?? 200
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  private func walk<Intent: Modeled>(
    _ intent: Intent.Type, _ setting: Setting, _ seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    var world = ModelWorld<Intent>(isVersioned: setting.isVersioned, policy: setting.policy)
    for _ in 1...24 {
      let steps = world.steps.filter { $0 != .end || Int.random(in: 0..<8, using: &random) == 0 }
      guard let step = steps.randomElement(using: &random) else { break }
      world.take(step)
      guard world.complaint == nil else { break }
    }
    if world.complaint == nil { world.settle() }
    if let complaint = world.complaint {
      Issue.record("\(intent), seed \(seed): \(complaint), after \(world.history)")
    }
  }

  private func enumerate<Intent: Modeled>(
    _ intent: Intent.Type, _ setting: Setting, depth: Int
  ) {
    var count = 0
    let world = ModelWorld<Intent>(isVersioned: setting.isVersioned, policy: setting.policy)
    let wrong = explore(world, depth, &count)
    if let wrong {
      Issue.record("\(wrong.complaint ?? ""), after \(wrong.history)")
    }
    #expect(count > 100)
    print(
      "\(Intent.self), \(setting.testDescription): \(count) histories of \(depth) steps at most")
  }

  /// The first history that breaks a rule, the shortest first among those with one beginning.
  private func explore<Intent>(
    _ world: ModelWorld<Intent>, _ depth: Int, _ count: inout Int
  ) -> ModelWorld<Intent>? {
    guard depth > 0 else { return nil }
    for step in world.steps {
      var next = world
      next.take(step)
      count += 1
      if next.complaint != nil { return next }
      var rest = next
      rest.settle()
      if rest.complaint != nil { return rest }
      if let wrong = explore(next, depth - 1, &count) { return wrong }
    }
    return nil
  }
}
