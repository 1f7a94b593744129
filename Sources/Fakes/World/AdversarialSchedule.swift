import SelfManaged

/// The steps of one schedule, generated from a seed before it begins.
struct AdversarialSchedule: Sendable {
  let seed: UInt64
  let policy: OptimisticPolicy
  /// The number of items without a component that a session remembers.
  let rememberedItemLimit: Int
  /// Whether the app shows the cart as a whole from the beginning, and not only at the end.
  let usesCart: Bool
  var steps: [AdversarialStep]

  init(seed: UInt64, honorsIdempotencyKeys: Bool) {
    self.seed = seed
    usesCart = seed / 16 % 4 != 1
    var random = SeededRandom(seed: seed)
    var policy = OptimisticPolicy()
    policy.honorsIdempotencyKeys = honorsIdempotencyKeys
    policy.lanes = [.perItem, .sharedAtFirst, .shared][Int.random(in: 0..<3, using: &random)]
    policy.offline = Bool.random(using: &random) ? .fail : .hold(.seconds(60))
    policy.retryDelays = Array(repeating: .seconds(2), count: Int.random(in: 0..<4, using: &random))
    policy.maximumConflictRetries = Int.random(in: 0..<4, using: &random)
    if Int.random(in: 0..<3, using: &random) == 0 { policy.grace = .seconds(5) }
    if Int.random(in: 0..<6, using: &random) == 0 { policy.coalescingDelay = .seconds(1) }
    let theme = AdversarialStep.Theme(seed: seed)
    switch theme {
    case .removals:
      policy.grace = .seconds(5)
      rememberedItemLimit = 1
    case .reads:
      rememberedItemLimit = 0
    case .lane:
      policy.lanes = .shared
      rememberedItemLimit = 0  // An idle item that no screen shows is discarded at once.
    case .everything:
      rememberedItemLimit = seed % 2 == 0 ? 1 : SessionPolicy().rememberedItemLimit
    }
    self.policy = policy
    let count = Int.random(in: 4...60, using: &random)
    steps = (0..<count).map { _ in AdversarialStep.draw(theme, &random) }
  }

  /// A description of the session's configuration.
  var setup: String {
    let keys = policy.honorsIdempotencyKeys ? "honored" : "not honored"
    return "lanes \(policy.lanes), offline \(policy.offline), keys \(keys), "
      + "\(policy.retryDelays.count) retries, \(policy.maximumConflictRetries) after conflicts"
      + (policy.grace == nil ? "" : ", grace")
      + (policy.coalescingDelay == nil ? "" : ", coalesced")
      + (rememberedItemLimit <= 1 ? ", \(rememberedItemLimit) items remembered" : "")
  }
}
