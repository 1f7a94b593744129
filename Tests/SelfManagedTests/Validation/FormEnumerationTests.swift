import Foundation
import Fakes
import SelfManaged
import Testing

/// Every history of a small form's reducer up to a depth, and long random histories.
///
/// After each step the rules are checked, and each state is run until it is idle.
/// `ENUMERATION_DEPTH=5 RANDOM_WALKS=20000 swift test --filter FormEnumerationTests` goes deeper.
struct FormEnumerationTests {
  static let policies = [
    ValidationPolicy(shows: .onSubmit), ValidationPolicy(shows: .onEditingEnd),
    ValidationPolicy(shows: .onChange, debounce: .zero),
    ValidationPolicy(shows: .onChangeAfterFirstError),
  ]

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test(arguments: policies)
  func noHistoryBreaksARule(policy: ValidationPolicy) {
    var count = 0
    let depth = (Self.number("ENUMERATION_DEPTH") ?? 4) - 1
    if let found = explore(FormWorld(policy), depth, &count) {
      Issue.record("\(found.violation ?? ""), after \(found.history)")
    }
    #expect(count > 3000 || depth < 3)
    print("Forms, \(policy.shows): \(count) histories of up to \(depth) steps")
  }

  @Test(arguments: policies)
  func noLongHistoryBreaksARule(policy: ValidationPolicy) {
    for seed in 1...UInt64(Self.number("RANDOM_WALKS") ?? 60) * 2 {
      var random = SeededRandom(seed: seed)
      var world = FormWorld(policy, asks: [.random(using: &random), .random(using: &random)])
      for _ in 1...40 {
        // Removal and reset are rarer than other events.
        let steps = world.steps.filter {
          switch $0 {
          case .remove, .reset, .replace: Int.random(in: 0..<12, using: &random) == 0
          case .toggle: Int.random(in: 0..<3, using: &random) == 0
          default: true
          }
        }
        guard let step = steps.randomElement(using: &random) else { break }
        world.advance(by: step)
        guard world.violation == nil else { break }
      }
      if world.violation == nil { world.settle() }
      if let violation = world.violation {
        Issue.record("seed \(seed): \(violation), after \(world.history)")
        return
      }
    }
  }

  /// The first history that breaks a rule.
  private func explore(_ world: FormWorld, _ depth: Int, _ count: inout Int) -> FormWorld? {
    guard depth > 0 else { return nil }
    for step in world.steps {
      var next = world
      next.advance(by: step)
      count += 1
      if next.violation != nil { return next }
      var settled = next
      settled.settle()
      if settled.violation != nil { return settled }
      if let found = explore(next, depth - 1, &count) { return found }
    }
    return nil
  }
}
