import Fakes
import SelfManaged
import Testing

/// The contract of an app's own kinds: each fault is found by its clause.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct TransportContractTests {
  fileprivate typealias Clause = TransportContract<VolumeIntent>.Clause
  fileprivate typealias Fault = Radio.Fault

  private func violation(
    of radio: Radio, _ intents: [VolumeIntent] = [.set(3), .turn(2), .set(1)],
    honorsKeys: Bool = true
  ) async -> ContractViolation? {
    let contract = TransportContract(
      radio.transport, startingAt: 0, intents: intents, honorsIdempotencyKeys: honorsKeys
    ) { duration in
      if duration == .seconds(30) { await radio.silence.arrived(1) }
    }
    let violation = await violationThrown(by: contract.check)
    radio.silence.release()
    return violation
  }

  @Test(arguments: [true, false], [true, false])
  func rightTransportKeepsTheContract(reads: Bool, answersWithTheValue: Bool) async {
    let radio = Radio()
    (radio.reads, radio.answersWithTheValue) = (reads, answersWithTheValue)
    #expect(await violation(of: radio) == nil)
  }

  @Test func keysThatAreIgnoredAreNotRepeatedForARelativeIntent() async {
    let radio = Radio(.ignoresKeys)
    #expect(await violation(of: radio, [.turn(2), .turn(-2)], honorsKeys: false) == nil)
    #expect(radio.attempts == [1, 1, 1, 1, 1])
  }

  @Test func busyTransportKeepsTheContract() async {
    let radio = Radio()
    radio.busyReplies = 2
    #expect(await violation(of: radio) == nil)
  }

  @Test func intentThatALimitForbidsIsLeftOut() async {
    let radio = Radio()
    #expect(await violation(of: radio, [.set(10), .turn(1)]) == nil)
    #expect(radio.attempts.count == 6)
  }

  @Test(arguments: Fault.allCases)
  fileprivate func faultIsBlamedOnItsClause(_ fault: Fault) async throws {
    let radio = Radio(fault), right = Radio()
    #expect(await self.violation(of: right) == nil)
    radio.overtakenRead = right.readCount - 1
    let violation = try #require(await violation(of: radio))
    #expect(violation.contract == "VolumeIntent")
    #expect(violation.clause == fault.clause.rawValue)
    #expect(violation.finding == fault.finding)
  }

  @Test func everyClauseCanBeBroken() {
    #expect(Set(Fault.allCases.map(\.clause)) == Set(Clause.allCases))
  }

  @Test func violationListsTheCalls() async throws {
    let violation = try #require(await violation(of: Radio(.togglesWhenRepeated)))
    #expect(
      violation.description == """
        VolumeIntent: Sending an absolute intent twice is the same as once.
        Found: the value is 0 instead of 3.
          1. read() → 0 in version 0
          2. send(set 3) as intent 1 → 3 in version 1
          3. read() → 3 in version 1
          4. send(set 3) as intent 1, attempt 2 → 0 in version 2
        """)
  }
}

/// The volume of a radio, from 0 to 10.
private enum VolumeIntent: OptimisticIntent, CustomStringConvertible {
  case set(Int)
  case turn(Int)

  var isAbsolute: Bool { if case .set = self { true } else { false } }

  var description: String {
    switch self {
    case .set(let volume): "set \(volume)"
    case .turn(let steps): "turn \(steps)"
    }
  }

  func applied(to value: Int) -> Int {
    switch self {
    case .set(let volume): volume
    case .turn(let steps): value + steps
    }
  }

  func effective(on value: Int) -> Self? {
    0...10 ~= applied(to: value) && applied(to: value) != value ? self : nil
  }

  static func value(from answer: VolumeAnswer, over predicted: Int, before: Int) -> Int {
    answer.volume ?? predicted
  }
}

private struct VolumeAnswer: ServerAnswer, CustomStringConvertible {
  var volume: Int?
  var version: Int?

  var description: String {
    "\(volume.map(String.init) ?? "?") in version \(version.map(String.init) ?? "?")"
  }
}

/// A radio in memory, with one fault.
@MainActor
private final class Radio {
  enum Fault: CaseIterable {
    case isSilent, refuses, answersTheFormerValue, storesAnotherValue, hidesTheValue
    case togglesWhenRepeated, refusesARepetition, ignoresKeys, sharesReads
    case versionFalls, versionStands, appliesWhileBusy

    var clause: TransportContract<VolumeIntent>.Clause {
      switch self {
      case .isSilent: .returns
      case .refuses: .succeeds
      case .answersTheFormerValue: .answers
      case .storesAnotherValue, .hidesTheValue: .read
      case .togglesWhenRepeated, .refusesARepetition: .twice
      case .ignoresKeys: .sameKey
      case .sharesReads: .readsAfterAChange
      case .versionFalls: .versionsNeverFall
      case .versionStands: .versionsRise
      case .appliesWhileBusy: .busy
      }
    }

    var finding: String {
      switch self {
      case .isSilent: "no answer within 30.0 seconds."
      case .refuses, .refusesARepetition: "set 3 was refused."
      case .answersTheFormerValue, .togglesWhenRepeated: "the value is 0 instead of 3."
      case .storesAnotherValue: "a read returns 4 instead of 3."
      case .hidesTheValue: "the read returned nil, but an earlier one did not."
      case .ignoresKeys: "a read returns 7 instead of 5."
      case .sharesReads: "a read returns 1 instead of 3."
      case .versionFalls: "the version fell from 0 to -1."
      case .versionStands: "the value changed, but the version is still 0."
      case .appliesWhileBusy: "a read returns 3 instead of 0."
      }
    }
  }

  var reads = true
  var answersWithTheValue = true
  var busyReplies = 0
  /// The number of the read that a change overtakes, and that the next read joins.
  var overtakenRead = 0
  /// Holds the calls that do not return.
  let silence = FakeWire()
  private(set) var readCount = 0
  /// The attempts of all requests.
  private(set) var attempts: [Int] = []
  private let fault: Fault?
  private var (volume, version) = (0, 0)
  private var keys: Set<IdempotencyKey> = []
  private var overtaken: VolumeAnswer?
  private let wire = FakeWire()

  init(_ fault: Fault? = nil) {
    self.fault = fault
    if fault == .appliesWhileBusy { busyReplies = 1 }
    silence.hold()
  }

  var transport: Transport<VolumeIntent> {
    Transport(send: { try await self.receive($0, $1) }, read: { try await self.read() })
  }

  private func receive(_ intent: VolumeIntent, _ info: RequestInfo) async throws -> VolumeAnswer {
    attempts.append(info.attempt)
    if fault == .isSilent { try await silence.carry {} }
    if fault == .refuses || fault == .refusesARepetition && info.attempt > 1 {
      throw ServiceError.rejected
    }
    let former = volume
    if busyReplies > 0 {
      busyReplies -= 1
      if fault == .appliesWhileBusy { volume = intent.applied(to: volume) }
      throw ServiceError.busy(after: .seconds(7))
    }
    if keys.insert(info.key).inserted || fault == .ignoresKeys {
      volume = intent.applied(to: volume)
    } else if fault == .togglesWhenRepeated {
      volume = 0
    }
    if volume != former, fault != .versionStands { version += fault == .versionFalls ? -1 : 1 }
    defer { if fault == .storesAnotherValue { volume += 1 } }
    guard answersWithTheValue else { return VolumeAnswer() }
    let answered = fault == .answersTheFormerValue ? former : volume
    return VolumeAnswer(volume: answered, version: version)
  }

  private func read() async throws -> VolumeAnswer? {
    readCount += 1
    guard reads, fault != .hidesTheValue || attempts.isEmpty else { return nil }
    let answer = VolumeAnswer(volume: volume, version: version)
    guard fault == .sharesReads else { return answer }
    if let overtaken {
      wire.release()
      return overtaken
    }
    guard readCount == overtakenRead else { return answer }
    overtaken = answer
    wire.hold()
    return try await wire.carry { answer }
  }
}
