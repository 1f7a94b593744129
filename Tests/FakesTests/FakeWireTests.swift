import Fakes
import SelfManaged
import Testing

/// The simulated network between the components and a fake.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct FakeWireTests {
  /// The applied requests, in order.
  final class Log { var carried: [Int] = [] }

  let wire = FakeWire()
  let log = Log()

  /// Starts a request and returns once it has arrived.
  private func start(_ number: Int) async -> Task<Result<Int, ServiceError>, Never> {
    let count = wire.arrivals + 1
    let task = Task { await request(number) }
    await wire.arrived(count)
    return task
  }

  private func request(_ number: Int) async -> Result<Int, ServiceError> {
    do {
      return .success(
        try await wire.carry {
          log.carried.append(number)
          return number * 10
        })
    } catch { return .failure(ServiceError(error)) }
  }

  @Test func anOpenWireAnswersAtOnce() async {
    #expect(await request(1) == .success(10))
    #expect(wire.arrivals == 1)
    #expect(wire.heldCount == 0)
  }

  @Test func heldRequestWaitsForItsRelease() async {
    wire.hold()
    #expect(wire.isHolding)
    let task = await start(1)
    #expect(wire.heldCount == 1)
    #expect(log.carried == [])
    wire.release()
    #expect(!wire.isHolding)
    #expect(await task.value == .success(10))
    #expect(log.carried == [1])
  }

  /// A back end that is an actor.
  private actor Store {
    private(set) var numbers: [Int] = []
    func add(_ number: Int) throws -> Int {
      if number == 0 { throw ServiceError.rejected }
      numbers.append(number)
      return numbers.count
    }
  }

  private func add(_ number: Int, to store: Store) async -> Task<Result<Int, ServiceError>, Never> {
    let count = wire.arrivals + 1
    let task = Task { () -> Result<Int, ServiceError> in
      do { return .success(try await wire.carry { try await store.add(number) }) } catch {
        return .failure(ServiceError(error))
      }
    }
    await wire.arrived(count)
    return task
  }

  @Test func fakeMayAwaitAnActor() async {
    let store = Store()
    #expect(await add(1, to: store).value == .success(1))
    #expect(await add(0, to: store).value == .failure(.rejected))
    wire.hold()
    let tasks = [await add(2, to: store), await add(3, to: store), await add(4, to: store)]
    #expect(wire.heldCount == 3)
    #expect(await store.numbers == [1])
    wire.failNext(.offline)
    wire.loseNextReply()
    wire.releaseNext(2)
    #expect(await tasks[0].value == .failure(.offline))
    #expect(await tasks[1].value == .failure(.unknownOutcome))
    #expect(await store.numbers == [1, 3])
    tasks[2].cancel()
    wire.release()
    #expect(await tasks[2].value == .success(3))
  }

  @Test func releaseAnswersInTheOrderOfArrival() async {
    wire.hold()
    let tasks = [await start(1), await start(2), await start(3)]
    #expect(wire.heldCount == 3)
    wire.release()
    for task in tasks { _ = await task.value }
    #expect(log.carried == [1, 2, 3])
    #expect(wire.heldCount == 0)
  }

  @Test func releaseNextAnswersOnlyTheFirst() async {
    wire.hold()
    let first = await start(1)
    let second = await start(2)
    let third = await start(3)
    wire.releaseNext()
    #expect(await first.value == .success(10))
    #expect(log.carried == [1])
    #expect(wire.isHolding)
    #expect(wire.heldCount == 2)
    wire.releaseNext(99)
    #expect(await second.value == .success(20))
    #expect(await third.value == .success(30))
    #expect(wire.isHolding)
    #expect(wire.heldCount == 0)
  }

  @Test(arguments: [0, -1, Int.min])
  func releasingZeroReleasesNothing(count: Int) async {
    wire.hold()
    let task = await start(1)
    wire.releaseNext(count)
    #expect(wire.heldCount == 1)
    wire.release()
    #expect(await task.value == .success(10))
  }

  @Test func scriptedFailureAppliesNothingAndIsUsedOnce() async {
    wire.failNext(.offline)
    #expect(await request(1) == .failure(.offline))
    #expect(log.carried == [])
    #expect(await request(2) == .success(20))
    #expect(log.carried == [2])
  }

  @Test func lostReplyIsAppliedWithUnknownOutcome() async {
    wire.loseNextReply()
    #expect(await request(1) == .failure(.unknownOutcome))
    #expect(log.carried == [1])
    #expect(await request(2) == .success(20))
  }

  @Test func lostRefusalHasAnUnknownOutcome() async {
    wire.loseNextReply()
    await #expect(throws: ServiceError.unknownOutcome) {
      try await wire.carry { throw ServiceError.limit(5) }
    }
  }

  @Test func scriptIsConsumedInOrder() async {
    wire.failNext(.offline)
    wire.loseNextReply()
    wire.failNext(.rejected("No"))
    #expect(await request(1) == .failure(.offline))
    #expect(await request(2) == .failure(.unknownOutcome))
    #expect(await request(3) == .failure(.rejected("No")))
    #expect(await request(4) == .success(40))
    #expect(log.carried == [2, 4])
  }

  @Test func scriptIsConsumedByAnswersNotArrivals() async {
    wire.hold()
    let first = await start(1)
    let second = await start(2)
    wire.releaseNext()
    #expect(await first.value == .success(10))
    wire.failNext(.limit(5))
    wire.release()
    #expect(await second.value == .failure(.limit(5)))
  }

  @Test func errorsOfTheFakeAreRethrown() async {
    await #expect(throws: ServiceError.conflict) {
      try await wire.carry { throw ServiceError.conflict }
    }
  }

  @Test(arguments: [0, 1, 2])
  func arrivedReturnsAtOnceForPastArrivals(count: Int) async {
    for number in 0..<count { _ = await request(number) }
    await wire.arrived(count)
    #expect(wire.arrivals == count)
  }

  @Test func arrivedWaitsForTheRequestedCount() async {
    wire.hold()
    let tasks = (1...3).map { number in Task { await request(number) } }
    await wire.arrived(3)
    #expect(wire.arrivals == 3)
    #expect(wire.heldCount == 3)
    wire.release()
    for task in tasks { _ = await task.value }
  }

  @Test func severalTasksMayAwaitArrivals() async {
    wire.hold()
    let waiting = (1...2).map { count in
      Task {
        await wire.arrived(count)
        return wire.arrivals >= count
      }
    }
    let tasks = (1...2).map { number in Task { await request(number) } }
    for task in waiting { #expect(await task.value) }
    wire.release()
    for task in tasks { _ = await task.value }
  }

  @Test func laterRequestDoesNotOvertakeReleasedOnes() async throws {
    let wire = FakeWire()
    var order: [Int] = []
    wire.hold()
    let first = Task { try await wire.carry { order.append(1) } }
    await wire.arrived(1)
    wire.release()
    try await wire.carry { order.append(2) }
    try await first.value
    #expect(order == [1, 2])
  }

  @Test func cancelingEndsAwaitingArrivals() async {
    let wire = FakeWire()
    let waiting = Task { await wire.arrived(1) }
    waiting.cancel()
    await waiting.value
    #expect(wire.arrivals == 0)
  }
}
