import Components
import Fakes
import SelfManaged
import StorefrontHarness
import Testing

/// Real components on a real session, and a real server that is killed or paused.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(10)))
struct OutageTests {
  @Test(arguments: [true, false], [true, false])
  func aServerKilledMidRequestAndBackBeforeTheRetry(
    isApplied: Bool, honorsKeys: Bool
  ) async throws {
    let shop = try await Shop(honorsKeys: honorsKeys, waits: true)
    var delays = 0
    var done = 0
    var undone = 0
    for act in Act.allCases {
      shop.faulty.breakNext(.killed, isApplied: isApplied)
      shop.perform(act)
      delays += 1
      await shop.clock.sleeping(delays)
      try await shop.server.restart()
      // Less than `OptimisticPolicy.longestRecovery`.
      shop.clock.advance(by: .seconds(20))
      await shop.session.settled()
      try shop.expectTheTruth()
      let isDone = isApplied || honorsKeys || act.isAbsolute
      done += isDone ? 1 : 0
      undone += isDone ? 0 : 1
      #expect(try shop.changes == done)
    }
    #expect(try shop.quantity == (undone == 0 ? 4 : 5))
    #expect(await shop.failuresReported() == Array(repeating: .unknownOutcome, count: undone))
  }

  @Test(arguments: [true, false], [true, false])
  func aServerKilledMidRequestAndBackTooLate(isApplied: Bool, honorsKeys: Bool) async throws {
    let shop = try await Shop(honorsKeys: honorsKeys)
    let acts = [Act.add, .like, .set(5)]
    for (count, act) in acts.enumerated() {
      shop.faulty.breakNext(.killed, isApplied: isApplied)
      shop.perform(act)
      await shop.session.settled()
      try await shop.server.restart()
      shop.session.refresh()
      await shop.session.settled()
      try shop.expectTheTruth()
      #expect(try shop.changes == (isApplied ? count + 1 : 0))
    }
    #expect(try shop.quantity == (isApplied ? 5 : 0))
    #expect(await shop.failuresReported() == acts.map { _ in ServiceError.Code.unknownOutcome })
  }

  @Test(arguments: [true, false])
  func aServerThatWakesUpAfterTheTimeOut(honorsKeys: Bool) async throws {
    let shop = try await Shop(honorsKeys: honorsKeys, waits: true)
    var delays = 0
    for act in [Act.add, .like] {
      let finished = shop.faulty.finishedCount
      await shop.server.pause()
      shop.isHurried = true
      shop.perform(act)
      delays += 1
      await shop.clock.sleeping(delays)
      shop.isHurried = false
      await shop.server.resume()
      // All requests have timed out by the time the server continues: the change, and the read-back
      // if there was one.
      await shop.faulty.finished(finished + (honorsKeys || act.isAbsolute ? 1 : 2))
      shop.clock.advance(by: .seconds(20))
      await shop.session.settled()
      try shop.expectTheTruth()
    }
    #expect(try shop.quantity == 1)
    #expect(try shop.changes == 2)
    #expect(shop.likes[0].state.isLiked)
    #expect(await shop.failuresReported() == [])
  }

  @Test(arguments: [true, false])
  func aServerThatWakesUpAfterTheTimeout(honorsKeys: Bool) async throws {
    let shop = try await Shop(honorsKeys: honorsKeys, retries: 1)
    let finished = shop.faulty.finishedCount
    await shop.server.pause()
    shop.isHurried = true
    shop.perform(.add)
    await shop.session.settled()
    shop.isHurried = false
    #expect(shop.apples.map(\.state.quantity) == [0, 0])
    await shop.server.resume()
    // One or two attempts, and two reads.
    await shop.faulty.finished(finished + (honorsKeys ? 4 : 3))
    shop.session.refresh()
    await shop.session.settled()
    try shop.expectTheTruth()
    #expect(try shop.quantity == 1)
    #expect(try shop.changes == 1)
    #expect(await shop.failuresReported() == [.unknownOutcome])
  }

  @Test(arguments: [true, false])
  func aServerThatIsAwayIsReportedOnceForEachTap(honorsKeys: Bool) async throws {
    let shop = try await Shop(honorsKeys: honorsKeys, isDirect: true)
    await shop.server.kill()
    shop.perform(.add)
    shop.perform(.like)
    await shop.session.settled()
    try shop.expectTheTruth()
    try await shop.server.restart()
    shop.perform(.add)
    shop.perform(.like)
    await shop.session.settled()
    try shop.expectTheTruth()
    #expect(try shop.quantity == 1)
    #expect(try shop.changes == 2)
    #expect(await shop.failuresReported() == [.offline, .offline])
  }

  /// The taps that reach the server are random; the screens show the server's value in any case.
  @Test(arguments: [true, false])
  func aServerKilledUnderFireLeavesTheScreensRight(honorsKeys: Bool) async throws {
    let shop = try await Shop(honorsKeys: honorsKeys, isDirect: true)
    var taps = 0
    for _ in 0..<3 {
      for _ in 0..<4 { shop.perform(.add) }
      shop.perform(.like)
      taps += 5
      await shop.server.kill()
      shop.perform(.add)
      taps += 1
      await shop.session.settled()
      try await shop.server.restart()
      shop.session.refresh()
      await shop.session.settled()
      try shop.expectTheTruth()
    }
    #expect(try shop.quantity <= 15)
    #expect(await shop.failuresReported().count <= taps)
  }
}
