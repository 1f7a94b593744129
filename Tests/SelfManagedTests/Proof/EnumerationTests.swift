import Fakes
import Foundation
import SelfManaged
import Testing

/// Every history of the reducer up to a depth.
///
/// After each step every rule is checked. Each state is also run until it is idle, to verify that
/// it settles, that every tap was resolved once, and that the display is the server's value.
/// `ENUMERATION_DEPTH=6 swift test --filter EnumerationTests` searches deeper.
struct EnumerationTests {
  private static var depth: Int { givenDepth ?? 3 }
  private static var givenDepth: Int? { number("ENUMERATION_DEPTH") }
  /// The depth to which each theme adds some steps; without a given depth it is lower, to be fast.
  private static var themeDepth: Int { givenDepth ?? 1 }

  struct Setting: CustomTestStringConvertible, Sendable {
    var isVersioned: Bool
    var canRead = true
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
    shared.grace = .seconds(5)
    shared.retryDelays = []
    var first = OptimisticPolicy()
    first.lanes = .sharedAtFirst
    first.maximumBusyRetries = 0
    var delayed = OptimisticPolicy()
    delayed.grace = .seconds(5)
    delayed.coalescingDelay = .milliseconds(300)
    delayed.offline = .hold(.seconds(60))
    delayed.retryDelays = [.seconds(1)]
    return [
      Setting(isVersioned: true, testDescription: "versions"),
      Setting(isVersioned: false, testDescription: "no versions"),
      Setting(isVersioned: true, policy: keys, testDescription: "keys honored"),
      Setting(isVersioned: false, policy: held, testDescription: "held while offline"),
      Setting(isVersioned: true, policy: shared, testDescription: "one lane for all"),
      Setting(isVersioned: false, policy: first, testDescription: "one lane at first"),
      Setting(isVersioned: false, policy: delayed, testDescription: "sent after a grace period"),
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

  /// Longer histories, each with only a part of the kinds of events.
  @Test(
    arguments: settings,
    ModelTheme.allCases.filter { !$0.isEnumeratedAlone && ![.lists, .pauses].contains($0) })
  func noLongerHistoryOfAThemeBreaksARule(setting: Setting, theme: ModelTheme) {
    // Likes have no limits, and the policy has no effect on list data.
    if theme != .limits, theme != .repeats || setting.policy == OptimisticPolicy() {
      // A delayed tap needs one more event until it is sent.
      let isDelayed = setting.policy.grace != nil || setting.policy.coalescingDelay != nil
      let more = theme == .repeats ? 4 : isDelayed ? 3 : 2
      enumerate(LikeIntent.self, setting, depth: Self.themeDepth + more, about: theme)
    }
    if theme != .repeats {  // List data is handled the same for likes and quantities.
      // A history in which a held intent is clamped needs one more event.
      let isHeld = theme == .limits && setting.policy.offline != .fail
      let depth = isHeld ? Self.themeDepth + 1 : Self.depth
      enumerate(QuantityIntent.self, setting, depth: depth, about: theme)
    }
  }

  /// Pauses of the session, for the policies whose intents wait for the lane or for a grace period.
  @Test(arguments: settings.filter { $0.policy.lanes == .shared || $0.policy.grace != nil })
  func noHistoryOfPausesBreaksARule(setting: Setting) {
    enumerate(QuantityIntent.self, setting, depth: Self.themeDepth + 2, about: .pauses)
  }

  /// Removals, with versions for conflicts, and with a grace period for undos.
  @Test(arguments: settings.filter { $0.isVersioned || $0.policy.grace != nil })
  func noHistoryOfRemovalsBreaksARule(setting: Setting) {
    enumerate(QuantityIntent.self, setting, depth: Self.themeDepth + 2, about: .removals)
  }

  /// Additions that are refused in part, and the reads that show which part was applied.
  @Test(arguments: settings.prefix(2))
  func noHistoryOfSharesBreaksARule(setting: Setting) {
    enumerate(QuantityIntent.self, setting, depth: Self.themeDepth + 1, about: .shares)
  }

  /// Lost replies, for the policies that hold a tap while the network is lost.
  @Test(arguments: settings.filter { $0.policy.offline != .fail })
  func noHistoryOfHoldsBreaksARule(setting: Setting) {
    var setting = setting
    setting.policy.retryDelays = [.seconds(1), .seconds(1)]  // The last is left for the hold.
    enumerate(LikeIntent.self, setting, depth: Self.themeDepth + 3, about: .holds)
  }

  /// Requests that are sent again after a lost reply, to a server that recognizes their keys.
  @Test(arguments: settings.filter { $0.policy.honorsIdempotencyKeys })
  func noHistoryOfKeysBreaksARule(setting: Setting) {
    enumerate(QuantityIntent.self, setting, depth: Self.themeDepth + 2, about: .keys)
  }

  /// Reads that began before a push, while a busy server refuses an addition.
  @Test(arguments: settings.prefix(2))
  func noHistoryOfRefusalsBreaksARule(setting: Setting) {
    enumerate(QuantityIntent.self, setting, depth: Self.themeDepth + 2, about: .refusals)
  }

  /// Refusals with a value from before a push that arrives first.
  @Test(arguments: settings.prefix(3))
  func noHistoryOfLateRefusalsBreaksARule(setting: Setting) {
    enumerate(LikeIntent.self, setting, depth: Self.themeDepth + 2, about: .lateRefusals)
    enumerate(QuantityIntent.self, setting, depth: Self.themeDepth + 1, about: .lateRefusals)
  }

  /// List data that was requested before a tap whose request could not be sent, or met a busy server.
  @Test(arguments: settings.prefix(4))
  func noHistoryOfUnsentRequestsBreaksARule(setting: Setting) {
    var setting = setting
    setting.policy.longestBackOff = .milliseconds(500)  // So the first pause fails the tap.
    enumerate(LikeIntent.self, setting, depth: Self.themeDepth + 2, about: .unsent)
    enumerate(QuantityIntent.self, setting, depth: Self.themeDepth + 2, about: .unsent)
  }

  /// Pushes without limits, and the replies that report them.
  @Test(arguments: settings.prefix(2))
  func noHistoryOfPushesBreaksARule(setting: Setting) {
    enumerate(QuantityIntent.self, setting, depth: Self.themeDepth + 1, about: .pushes)
  }

  /// Conflicts, some without the value, while other devices change the value.
  @Test func noHistoryOfConflictsBreaksARule() {
    enumerate(LikeIntent.self, Self.settings[0], depth: Self.themeDepth + 2, about: .conflicts)
    enumerate(QuantityIntent.self, Self.settings[0], depth: Self.themeDepth + 2, about: .conflicts)
  }

  /// List data of unknown age and unknown outcomes, for a service that can't read a value.
  @Test func noHistoryWithoutReadsBreaksARule() {
    let setting = Setting(isVersioned: false, canRead: false, testDescription: "no reads")
    enumerate(QuantityIntent.self, setting, depth: Self.depth, about: .retries)
    enumerate(LikeIntent.self, setting, depth: Self.depth + 1, about: .lists)
    enumerate(QuantityIntent.self, setting, depth: Self.depth, about: .lists)
  }

  /// Long random histories; a failure names the seed that generates its history again.
  @Test(arguments: settings)
  func noLongHistoryBreaksARule(setting: Setting) {
    for seed in 1...UInt64(Self.walks) {
      guard walk(LikeIntent.self, setting, seed), walk(QuantityIntent.self, setting, seed) else {
        return
      }
    }
  }

  private static var walks: Int {
    number("RANDOM_WALKS") ?? 6
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// Walks through all events, and then through the events of one theme.
  private func walk<Intent: Modeled>(
    _ intent: Intent.Type, _ setting: Setting, _ seed: UInt64
  ) -> Bool {
    var random = SeededRandom(seed: seed)
    let search = ModelSearch<Intent>(isVersioned: setting.isVersioned, policy: setting.policy)
    // The others are enumerated far enough.
    let themes = ModelTheme.allCases.filter { !$0.isEnumeratedAlone }
    let theme = themes[Int(seed) % themes.count]
    let finding = search.walk(of: 24, &random) ?? search.walk(of: 10, about: theme, &random)
    guard let finding else { return true }
    Issue.record("\(finding.description(of: intent))\nGenerated by seed \(seed).")
    return false
  }

  private func enumerate<Intent: Modeled>(
    _ intent: Intent.Type, _ setting: Setting, depth: Int, about theme: ModelTheme? = nil
  ) {
    var search = ModelSearch<Intent>(
      isVersioned: setting.isVersioned, canRead: setting.canRead, policy: setting.policy)
    if let finding = search.all(to: depth, about: theme) {
      Issue.record("\(finding.description(of: intent))")
      return
    }
    #expect(search.count > 20)
    print(
      "\(intent), \(setting.testDescription), \(theme?.rawValue ?? "all"): \(search.count) "
        + "histories of up to \(depth) steps, \(search.states.count) states of the reducer")
  }
}
