import SelfManaged
import StorefrontHarness
import StorefrontServices
import Testing

@Suite(.timeLimit(.minutes(10))) struct CartTests {
  private let server: ServerProcess
  private let api: StorefrontAPI

  init() async throws {
    server = try await ServerProcess.start()
    api = server.api()
  }

  @Test func eachChangeAnswersTheNewQuantityAndVersion() async throws {
    let limits = QuantityLimits(maximum: 100)
    #expect(
      try await api.add(3, of: "apple", .new())
        == CartAnswer(quantity: 3, version: 1, limits: limits))
    #expect(
      try await api.reduce(1, of: "apple", .new())
        == CartAnswer(quantity: 2, version: 2, limits: limits))
    #expect(
      try await api.set(40, of: "apple", .new())
        == CartAnswer(quantity: 40, version: 3, limits: limits))
    #expect(
      try await api.quantity(of: "apple") == CartAnswer(quantity: 40, version: 3, limits: limits))
  }

  @Test func aQuantityAboveTheStockIsClampedAndSaysSo() async throws {
    let answer = try await api.set(9, of: "lamp", .new())
    let limits = QuantityLimits(maximum: 5)
    #expect(answer == CartAnswer(quantity: 5, version: 1, limits: limits, notice: "Only 5 left"))
  }

  @Test func anAdditionThatDoesNotFitAddsWhatDoes() async throws {
    _ = try await api.add(3, of: "lamp", .new())
    let answer = try await api.add(4, of: "lamp", .new())
    #expect(answer.quantity == 5)
    #expect(answer.notice == "Only 5 left")
  }

  @Test func anAdditionToAFullCartChangesNothingAndSaysSo() async throws {
    let full = try await api.set(5, of: "lamp", .new())
    let answer = try await api.add(1, of: "lamp", .new())
    #expect(answer.quantity == 5)
    #expect(answer.version == full.version)
    #expect(answer.notice == "Only 5 left")
  }

  @Test func aSoldOutProductStaysAtZeroAndSaysSo() async throws {
    let answer = try await api.add(1, of: "poster", .new())
    let limits = QuantityLimits(maximum: 0)
    #expect(answer == CartAnswer(quantity: 0, version: 0, limits: limits, notice: "Sold out"))
  }

  @Test func aReductionStopsAtZero() async throws {
    _ = try await api.add(2, of: "apple", .new())
    let answer = try await api.reduce(1_000_000, of: "apple", .new())
    #expect(answer.quantity == 0)
    #expect(answer.notice == nil)
  }

  @Test func fewerThanTheMinimumBecomeTheMinimumOrNothing() async throws {
    let one = try await api.set(1, of: "mug", .new())
    #expect(one.quantity == 2)
    #expect(one.notice == "At least 2")
    #expect(one.limits == QuantityLimits(minimum: 2, maximum: 24))
    #expect(try await api.reduce(1, of: "mug", .new()).quantity == 0)
  }

  @Test func aProductThatWasTakenOutKeepsItsVersion() async throws {
    _ = try await api.add(1, of: "apple", .new())
    #expect(try await api.set(0, of: "apple", .new()).version == 2)
    #expect(try await api.add(1, of: "apple", .new()).version == 3)
  }

  @Test func aChangeToTheSameQuantityKeepsTheVersion() async throws {
    let first = try await api.set(4, of: "apple", .new())
    #expect(try await api.set(4, of: "apple", .new()) == first)
  }

  @Test func everyPersonHasACart() async throws {
    _ = try await api.add(7, of: "apple", .new())
    #expect(try await server.api("ben").quantity(of: "apple").quantity == 0)
  }

  @Test func additionsAtTheSameTimeAllCount() async throws {
    let versions = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<20 {
        group.addTask { [api] in try await api.add(2, of: "apple", .new()).version }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(versions == Set(1...20))
    #expect(try await api.quantity(of: "apple").quantity == 40)
  }
}
