import Fakes
import Foundation
import SelfManaged
import Testing

/// Every history up to a depth, over the reducer alone.
///
/// After each step every rule is checked, and each state is run until it is idle, to
/// verify that it settles, that every tap was resolved once, and that screen and server agree.
/// `ENUMERATION_DEPTH=6 swift test --filter EnumerationTests` looks further.
struct EnumerationTests {
  private static var depth: Int {
    number("ENUMERATION_DEPTH") ?? 3
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
    var first = OptimisticPolicy()
    first.lanes = .sharedAtFirst
    return [
      Setting(isVersioned: true, testDescription: "versions"),
      Setting(isVersioned: false, testDescription: "no versions"),
      Setting(isVersioned: true, policy: keys, testDescription: "keys honored"),
      Setting(isVersioned: false, policy: held, testDescription: "held while offline"),
      Setting(isVersioned: true, policy: shared, testDescription: "one lane for all"),
      Setting(isVersioned: false, policy: first, testDescription: "the first alone"),
    ]
  }()

  @Test(arguments: settings)
  func noHistoryOfALikeBreaksARule(setting: Setting) {
    enumerate(LikeIntent.self, setting, depth: Self.depth)
  }

  @Test(arguments: settings)
  func noHistoryOfAQuantityBreaksARule(setting: Setting) {
    // A quantity has more intents than a like, so there are more histories.
    enumerate(QuantityIntent.self, setting, depth: Self.depth - 1)
  }

  /// Longer histories, in each of which only a part of all kinds of events happens.
  @Test(arguments: settings, ModelTheme.allCases)
  func noLongerHistoryOfAThemeBreaksARule(setting: Setting, theme: ModelTheme) {
    if theme != .limits {  // Likes have none.
      enumerate(
        LikeIntent.self, setting, depth: Self.depth + (theme == .repeats ? 4 : 2), about: theme)
    }
    if theme != .repeats {  // List data is treated the same for a like and for a quantity.
      // An intent that is held and clamped needs one event more.
      let isHeld = theme == .limits && setting.policy.offline != .fail
      enumerate(QuantityIntent.self, setting, depth: Self.depth + (isHeld ? 1 : 0), about: theme)
    }
  }

  /// Long histories, drawn at random; a failure names the seed that draws it again.
  @Test(arguments: settings)
  func noLongHistoryBreaksARule(setting: Setting) {
    for seed in 1...UInt64(Self.walks) {
      guard walk(LikeIntent.self, setting, seed), walk(QuantityIntent.self, setting, seed) else {
        return
      }
    }
  }

  private static var walks: Int {
    number("RANDOM_WALKS") ?? 60
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// A walk among everything, and a shorter one in one of the themes.
  private func walk<Intent: Modeled>(
    _ intent: Intent.Type, _ setting: Setting, _ seed: UInt64
  ) -> Bool {
    var random = SeededRandom(seed: seed)
    let search = ModelSearch<Intent>(isVersioned: setting.isVersioned, policy: setting.policy)
    let theme = ModelTheme.allCases[Int(seed) % ModelTheme.allCases.count]
    let finding = search.walk(of: 24, &random) ?? search.walk(of: 10, about: theme, &random)
    guard let finding else { return true }
    Issue.record("\(finding.description(of: intent))\nDrawn by seed \(seed).")
    return false
  }

  private func enumerate<Intent: Modeled>(
    _ intent: Intent.Type, _ setting: Setting, depth: Int, about theme: ModelTheme? = nil
  ) {
    var search = ModelSearch<Intent>(isVersioned: setting.isVersioned, policy: setting.policy)
    if let finding = search.all(to: depth, about: theme) {
      Issue.record("\(finding.description(of: intent))")
      return
    }
    #expect(search.count > 20)
    print(
      "\(intent), \(setting.testDescription), \(theme?.rawValue ?? "all"): \(search.count) histories of \(depth) steps at most, "
        + "through \(search.states.count) states of the reducer")
  }
}
