import SelfManaged
import StorefrontHarness
import StorefrontServer
import StorefrontServices
import Testing

@Suite(.timeLimit(.minutes(10))) struct RepeatedKeyTests {
  private let server: ServerProcess
  private let api: StorefrontAPI

  init() async throws {
    server = try await ServerProcess.start()
    api = server.api()
  }

  @Test func aRepeatedKeyAppliesOnce() async throws {
    let wish = RequestInfo.new()
    let first = try await api.add(2, of: "apple", wish)
    #expect(try await api.add(2, of: "apple", wish.again) == first)
    #expect(try await api.quantity(of: "apple").quantity == 2)
  }

  @Test func aRepeatedKeyAppliesOnceAcrossAKilledServer() async throws {
    let wish = RequestInfo.new()
    let first = try await api.add(2, of: "apple", wish)
    await server.kill()
    let records = try server.records
    #expect(try records.quantity(ofProduct: "apple", inCartOf: "ada") == 2)
    #expect(try records.keyCount(of: "ada") == 1)
    try await server.restart()
    #expect(try await api.add(2, of: "apple", wish.again) == first)
    #expect(try records.quantity(ofProduct: "apple", inCartOf: "ada") == 2)
  }

  @Test func aRepeatedKeyGetsTheFirstAnswerThoughTheValueMovedOn() async throws {
    let wish = RequestInfo.new()
    let first = try await api.setLiked(true, itemID: "bread", wish)
    _ = try await api.setLiked(false, itemID: "bread", .new())
    #expect(try await api.setLiked(true, itemID: "bread", wish.again) == first)
    #expect(try await api.likeStatus(itemID: "bread")?.isLiked == false)
  }

  @Test func theSameKeyManyTimesAtOnceAppliesOnce() async throws {
    let wish = RequestInfo.new()
    let answers = try await withThrowingTaskGroup(of: CartAnswer.self) { group in
      for _ in 0..<10 {
        group.addTask { [api] in try await api.add(1, of: "apple", wish) }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(answers.count == 1)
    #expect(try await api.quantity(of: "apple").quantity == 1)
  }

  @Test func aKeyUsedForAnotherChangeIsRejected() async throws {
    let wish = RequestInfo.new()
    _ = try await api.add(1, of: "apple", wish)
    let failure = await failure { try await api.add(2, of: "apple", wish) }
    #expect(failure == .rejected("The key was used for another change"))
    #expect(try await api.quantity(of: "apple").quantity == 1)
  }

  @Test func twoPeopleMayUseTheSameKey() async throws {
    let wish = RequestInfo.new()
    _ = try await api.add(1, of: "apple", wish)
    #expect(try await server.api("ben").add(4, of: "apple", wish).quantity(of: "apple") == 4)
  }

  @Test("the same key finds a lost answer, and repeats a lost request", arguments: [true, false])
  func whatWasLostIsAppliedOnce(isApplied: Bool) async throws {
    let relay = try await FaultyRelay(to: server)
    let distant = StorefrontAPI(baseURL: relay.baseURL, userID: "ada")
    let wish = RequestInfo.new()
    relay.breakNext(.dropped, isApplied: isApplied)
    #expect(await failure { try await distant.add(3, of: "apple", wish) } == .unknownOutcome)
    #expect(try await api.quantity(of: "apple").quantity == (isApplied ? 3 : 0))
    #expect(try await distant.add(3, of: "apple", wish.again).quantity(of: "apple") == 3)
  }

  @Test func aServerThatWakesUpTooLateStillAppliesOnce() async throws {
    let hurried = StorefrontAPI(
      baseURL: server.baseURL, userID: "ada", timeout: .milliseconds(200))
    let wish = RequestInfo.new()
    await server.pause()
    #expect(await failure { try await hurried.add(3, of: "apple", wish) } == .unknownOutcome)
    await server.resume()
    #expect(try await api.add(3, of: "apple", wish.again).quantity(of: "apple") == 3)
    #expect(try await api.quantity(of: "apple").quantity == 3)
  }
}
