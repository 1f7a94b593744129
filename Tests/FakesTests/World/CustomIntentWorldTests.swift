import Fakes
import SelfManaged
import Testing

/// The adversarial world finds wrong intents of an app's own, and passes right ones with any policy.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct CustomIntentWorldTests {
  @Test func relativeIntentSurvives() async throws {
    try await world { _ in Steps(amount: 1) }.check(schedules: 30)
  }

  @Test func policyOfTheKindIsRespected() async throws {
    var (holds, isImpatient, backsOffBriefly) = (
      OptimisticPolicy(), OptimisticPolicy(), OptimisticPolicy()
    )
    holds.offline = .hold(.seconds(60))
    isImpatient.timeout = .seconds(5)
    backsOffBriefly.longestBackOff = .seconds(1)
    for (policy, schedules) in [(holds, 60), (isImpatient, 60), (backsOffBriefly, 90)] {
      try await world(policy) { _ in Steps(amount: 1) }.check(schedules: schedules)
    }
  }

  @Test func forgottenMergeIsFound() async {
    let error = await #expect(throws: AdversarialFinding.self) {
      try await world { _ in Unmerged(amount: 1) }.check(schedules: 100)
    }
    #expect(error?.violation.hasPrefix("A tap on ") == true)
    #expect(error?.steps.count ?? .max <= 3)
  }

  @Test func ignoredKeyOfARelativeIntentIsFound() async {
    let world = AdversarialWorld(
      itemIDs: ["x", "y"], screen: { screen { _ in Steps(amount: 1) } },
      otherDevices: [Steps(amount: 6)], honorsIdempotencyKeys: true
    ) { Server<Steps>().transport }
    let error = await #expect(throws: AdversarialFinding.self) {
      try await world.check(schedules: 200)
    }
    #expect(error?.violation.contains("carried out a repeated key twice") == true)
  }

  @Test func ignoredAnswerIsFound() async {
    let error = await #expect(throws: AdversarialFinding.self) {
      try await world { Ignorant(number: $0 + 1) }.check(schedules: 100)
    }
    #expect(error?.violation.contains("is complete, but gives") == true)
  }

  /// The world of a number on a server, with intents of one type.
  private func world<Intent: Numeral>(
    _ policy: OptimisticPolicy? = nil, press: @escaping @MainActor (Int) -> Intent
  ) -> AdversarialWorld<Intent> {
    guard let policy else {
      return AdversarialWorld(
        itemIDs: ["x", "y"], screen: { screen(press) }, otherDevices: [press(6)]
      ) {
        let server = Server<Intent>()
        return server.transport
      }
    }
    return AdversarialWorld { network in
      let server = Server<Intent>()
      return AdversarialSubject(
        itemIDs: ["x", "y"], screens: (0..<3).map { _ in screen(press) }, otherDevices: [press(6)],
        server: server.transport,
        session: {
          let session = network.session()
          session.register(Intent.self, policy: policy) {
            network.transport(server.transport(of: $0), of: $0)
          }
          return session
        })
    }
  }

  private func screen<Intent: Numeral>(
    _ press: @escaping @MainActor (Int) -> Intent
  ) -> AdversarialScreen<Intent> {
    var binding: ItemBinding<Intent>?
    var shown = 0
    return AdversarialScreen(
      bind: { id, listed, session in
        binding?.unbind()
        binding = session.bind(to: id, startingAt: listed?.number ?? 0, knowing: listed) {
          shown = $0.value
        }
      },
      unbind: { binding?.unbind() },
      presses: [{ if let binding { binding.send(press(binding.value)) } }],
      shown: { shown })
  }
}

@MainActor
private final class Server<Intent: Numeral> {
  private var numbers: [String: Int] = [:]

  private func read(_ id: String) -> NumberAnswer { NumberAnswer(number: numbers[id] ?? 0) }

  func transport(of id: String) -> Transport<Intent> {
    Transport(send: { intent, _ in self.apply(intent, id) }, read: { self.read(id) })
  }

  private func apply(_ intent: Intent, _ id: String) -> NumberAnswer {
    numbers[id] = intent.applied(to: numbers[id] ?? 0)
    return read(id)
  }
}

private struct NumberAnswer: ServerAnswer {
  var number: Int?
  var version: Int?
  var isComplete: Bool { number != nil }
}

private protocol Numeral: OptimisticIntent where Value == Int, Answer == NumberAnswer {}

extension Numeral {
  static func value(from answer: NumberAnswer, over predicted: Int, before: Int) -> Int {
    answer.number ?? predicted
  }
}

/// A right relative intent.
private struct Steps: Numeral {
  var amount: Int
  var isAbsolute: Bool { false }

  func applied(to value: Int) -> Int { value + amount }
  func merged(with next: Self) -> Self { Self(amount: amount + next.amount) }
}

/// A relative intent that keeps only the last of several taps.
private struct Unmerged: Numeral {
  var amount: Int
  var isAbsolute: Bool { false }

  func applied(to value: Int) -> Int { value + amount }
}

/// An intent that never shows what the server has.
private struct Ignorant: Numeral {
  var number: Int

  func applied(to value: Int) -> Int { number }

  static func value(from answer: NumberAnswer, over predicted: Int, before: Int) -> Int {
    predicted
  }
}
