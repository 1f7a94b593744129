import Fakes
import Testing

/// A clock that the test advances.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct FakeClockTests {
  /// The sleepers that woke.
  final class Log { var woken: [Int] = [] }

  let clock = FakeClock()
  let log = Log()

  /// Starts a sleep of the given seconds, and returns once it has begun.
  private func sleeper(_ seconds: Int) async -> Task<Void, Never> {
    let count = clock.sleeperCount + 1
    let task = Task {
      await clock.sleep(for: .seconds(seconds))
      log.woken.append(seconds)
    }
    await clock.sleeping(count)
    return task
  }

  @Test func timeMovesOnlyWhenAdvanced() {
    #expect(clock.now == .zero)
    clock.advance(by: .seconds(2))
    clock.advance(by: .milliseconds(500))
    #expect(clock.now == .milliseconds(2500))
    #expect(clock.sleeperCount == 0)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func delayOfZeroOrLessReturnsAtOnce(delay: Duration) async {
    await clock.sleep(for: delay)
    #expect(clock.sleeperCount == 0)
  }

  @Test func nextWaitHasEndedWhenTimeHasAdvancedToIt() async {
    _ = await sleeper(2)
    #expect(await clock.advanceToNext(by: .seconds(5)))
    #expect(log.woken == [2])
    #expect(clock.now == .seconds(2))
    #expect(await !clock.advanceToNext(by: .seconds(5)))
    #expect(clock.now == .seconds(5))
  }

  @Test func sleeperWakesExactlyOnTime() async {
    let task = await sleeper(2)
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(1999))
    #expect(clock.sleeperCount == 1)
    #expect(log.woken == [])
    clock.advance(by: .milliseconds(1))
    #expect(clock.sleeperCount == 0)
    await task.value
    #expect(log.woken == [2])
  }

  @Test func delayIsMeasuredFromItsBeginning() async {
    clock.advance(by: .seconds(10))
    let task = await sleeper(2)
    clock.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 0)
    await task.value
  }

  @Test func sleepCountIncludesEverySleep() async {
    let task = await sleeper(1)
    clock.advance(by: .seconds(1))
    await task.value
    await clock.sleeping(1)
    #expect(clock.sleeperCount == 0)
    let other = Task { await clock.sleep(for: .seconds(1)) }
    await clock.sleeping(2)
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    await other.value
  }

  @Test func onlyTheCanceledSleeperWakes() async {
    let first = await sleeper(1)
    let second = await sleeper(2)
    second.cancel()
    for _ in 0..<100 where clock.sleeperCount == 2 { await Task { @MainActor in }.value }
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(2))
    await first.value
    await second.value
    #expect(log.woken == [2, 1])
  }

  @Test func canceledTaskDoesNotSleep() async {
    let task = Task {
      await clock.sleep(for: .seconds(1))
      log.woken.append(1)
    }
    task.cancel()
    for _ in 0..<100 where log.woken.isEmpty { await Task { @MainActor in }.value }
    #expect(log.woken == [1])
    clock.advance(by: .seconds(1))
    await task.value
  }

  @Test func onlyDueSleepersWake() async {
    let third = await sleeper(3)
    let first = await sleeper(1)
    let second = await sleeper(2)
    clock.advance(by: .seconds(2))
    await first.value
    await second.value
    #expect(Set(log.woken) == [1, 2])
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    await third.value
    #expect(log.woken.count == 3)
    #expect(log.woken.last == 3)
  }
}
