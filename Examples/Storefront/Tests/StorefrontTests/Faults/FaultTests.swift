import Components
import SelfManaged
import StorefrontHarness
import Testing

/// Real components on a real session, and a real server with faults.
///
/// After each fault all screens show the database's values, no change was applied twice, and a
/// failure is reported once if something visible was undone. The tests run one after the other,
/// since each needs a few dozen file descriptors.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(10)))
struct FaultTests {
  /// A fault of one request.
  struct Fault: Hashable {
    let kind: FaultyRelay.Fault
    let isApplied: Bool

    static let all = [FaultyRelay.Fault.dropped, .failed, .garbled, .truncated].flatMap {
      [Fault(kind: $0, isApplied: false), Fault(kind: $0, isApplied: true)]
    }
  }

  @Test(arguments: Fault.all, [true, false])
  func oneBrokenRequestIsRepairedOrReportedOnce(_ fault: Fault, honorsKeys: Bool) async throws {
    let shop = try await Shop(honorsKeys: honorsKeys)
    var done = 0
    var undone = 0
    for act in Act.allCases {
      shop.faulty.breakNext(fault.kind, isApplied: fault.isApplied)
      shop.perform(act)
      await shop.session.settled()
      try shop.expectTheTruth()
      let isDone = fault.isApplied || honorsKeys || act.isAbsolute
      done += isDone ? 1 : 0
      undone += isDone ? 0 : 1
      #expect(try shop.changes == done)
    }
    #expect(try shop.quantity == (undone == 0 ? 4 : 5))
    #expect(shop.likes[0].state.isLiked)
    #expect(await shop.failuresReported() == Array(repeating: .unknownOutcome, count: undone))
  }

  @Test(arguments: [FaultyRelay.Fault.dropped, .failed, .garbled, .truncated], [true, false])
  func anOutageThatAppliesEverythingIsReportedOnceAndReadBack(
    _ fault: FaultyRelay.Fault, honorsKeys: Bool
  ) async throws {
    let shop = try await Shop(honorsKeys: honorsKeys)
    for act in Act.allCases {
      shop.faulty.breakAll(fault, isApplied: true)
      shop.perform(act)
      await shop.session.settled()
      shop.faulty.heal()
      shop.session.refresh()
      await shop.session.settled()
      try shop.expectTheTruth()
    }
    #expect(try shop.quantity == 4)
    #expect(try shop.changes == Act.allCases.count)
    #expect(
      await shop.failuresReported() == Act.allCases.map { _ in ServiceError.Code.unknownOutcome })
  }

  @Test(arguments: [FaultyRelay.Fault.dropped, .failed, .garbled, .truncated], [true, false])
  func anOutageThatAppliesNothingIsReportedOnceAndRolledBack(
    _ fault: FaultyRelay.Fault, honorsKeys: Bool
  ) async throws {
    let shop = try await Shop(honorsKeys: honorsKeys)
    for act in [Act.add, .like, .set(5)] {
      shop.faulty.breakAll(fault, isApplied: false)
      shop.perform(act)
      await shop.session.settled()
      try shop.expectTheTruth()
      shop.faulty.heal()
      shop.session.refresh()
      await shop.session.settled()
      try shop.expectTheTruth()
    }
    #expect(try shop.quantity == 0)
    #expect(try shop.changes == 0)
    #expect(await shop.failuresReported() == [.unknownOutcome, .unknownOutcome, .unknownOutcome])
  }

  @Test(arguments: [true, false])
  func whatIsTappedWhileARequestIsLostIsKept(honorsKeys: Bool) async throws {
    let shop = try await Shop(honorsKeys: honorsKeys)
    shop.faulty.breakNext(.dropped, isApplied: true)
    for _ in 0..<5 { shop.perform(.add) }
    shop.perform(.like)
    await shop.session.settled()
    try shop.expectTheTruth()
    #expect(try shop.quantity == 5)
    #expect(try shop.changes == 3)
    #expect(await shop.failuresReported() == [])
  }

  @Test(arguments: [true, false])
  func theOthersSurviveALostRequest(honorsKeys: Bool) async throws {
    let shop = try await Shop(honorsKeys: honorsKeys)
    shop.faulty.breakNext(.dropped, isApplied: false)
    for _ in 0..<5 { shop.perform(.add) }
    await shop.session.settled()
    try shop.expectTheTruth()
    #expect(try shop.quantity == (honorsKeys ? 5 : 4))
    #expect(await shop.failuresReported() == (honorsKeys ? [] : [.unknownOutcome]))
  }

  @Test(arguments: [1, 2, 3, 4], [true, false])
  func aLongRunOfFaultsAddsNothingTwice(_ seed: UInt64, honorsKeys: Bool) async throws {
    var random = SeededRandom(seed: seed)
    let shop = try await Shop(honorsKeys: honorsKeys, retries: 1)
    var added = 0
    var taps = 0
    for _ in 0..<12 {
      let fault = FaultyRelay.Fault.allCases.randomElement(using: &random) ?? .dropped
      let isApplied = Bool.random(using: &random)
      if fault == .killed || Bool.random(using: &random) {
        shop.faulty.breakNext(fault, isApplied: isApplied)
      } else {
        shop.faulty.breakAll(fault, isApplied: isApplied)
      }
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let act = [Act.add, .add, .reduce, .like].randomElement(using: &random) ?? .add
        shop.perform(act)
        taps += 1
        added += act == .add ? 1 : 0
      }
      await shop.session.settled()
      shop.faulty.heal()
      if fault == .killed { try await shop.server.restart() }
      shop.session.refresh()
      await shop.session.settled()
      try shop.expectTheTruth()
      #expect(try shop.quantity <= added)
      #expect(try shop.changes <= taps)
    }
    #expect(await shop.failuresReported().count <= taps)
  }
}
