import SelfManaged

/// The network of one device, as good or as bad as the control strip says.
///
/// Requests that pass go to the real server. What does not pass fails as it would in a real app:
/// before it left, as refused, or after it was carried out.
@MainActor
package final class DeviceNetwork {
  /// How it is at the moment.
  package private(set) var conditions = Conditions() {
    didSet { if conditions != oldValue { changed(conditions) } }
  }
  /// Called after every change of the conditions.
  package var changed: @MainActor (Conditions) -> Void = { _ in }
  /// How many changes were sent to the server.
  package private(set) var sentCount = 0
  private var held: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastHeld = 0

  package init() {}

  /// How long a request takes at least; more than ten seconds are ten seconds.
  package func setLatency(_ milliseconds: Int) {
    conditions.latency = min(max(milliseconds, 0), 10_000)
  }

  package func setOffline(_ isOffline: Bool) { conditions.isOffline = isOffline }

  /// Has the next change refused, on its way to the server.
  package func failNext() { conditions.failsNext = true }

  /// Has the next change carried out, and the reply lost.
  package func loseNextReply() { conditions.losesNextReply = true }

  /// Holds replies on their way, or releases the held ones.
  package func setHolding(_ isHolding: Bool) {
    conditions.holdsReplies = isHolding
    guard !isHolding else { return }
    // In the order in which they came.
    let waiting = held.sorted { $0.key < $1.key }
    held = [:]
    for (_, reply) in waiting { reply.resume() }
  }

  /// What the control strip can make of it.
  package struct Conditions: Hashable, Sendable, Encodable {
    package var latency = 0
    package var isOffline = false
    package var failsNext = false
    package var losesNextReply = false
    package var holdsReplies = false
  }

  /// Passes a question on.
  func read<Answer: Sendable>(
    _ request: @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await travel()
    guard !conditions.isOffline else { throw ServiceError.offline }
    let answer = try await request()
    try await comeBack()
    guard !conditions.isOffline else { throw ServiceError.unknownOutcome }
    return answer
  }

  /// Passes a change on.
  func change<Answer: Sendable>(
    _ request: @Sendable () async throws -> Answer
  ) async throws -> Answer {
    // Decided when it leaves, so that "the next one" is the next that is pressed.
    let isRefused = conditions.failsNext
    if isRefused { conditions.failsNext = false }
    let isLost = !isRefused && conditions.losesNextReply
    if isLost { conditions.losesNextReply = false }
    try await travel()
    guard !conditions.isOffline else { throw ServiceError.offline }
    if isRefused { throw ServiceError.rejected("The shop refused this one") }
    sentCount += 1
    let answer = try await request()
    try await comeBack()
    if isLost || conditions.isOffline { throw ServiceError.unknownOutcome }
    return answer
  }

  /// One way is half of the latency.
  private func travel() async throws {
    guard conditions.latency > 0 else { return }
    try await Task.sleep(for: .microseconds(conditions.latency * 500))
  }

  private func comeBack() async throws {
    try await travel()
    guard conditions.holdsReplies else { return }
    lastHeld += 1
    let number = lastHeld
    await withTaskCancellationHandler {
      await withCheckedContinuation { reply in
        // Whoever asked may have gone before this ran.
        if Task.isCancelled { reply.resume() } else { held[number] = reply }
      }
    } onCancel: {
      Task { @MainActor in self.held.removeValue(forKey: number)?.resume() }
    }
    try Task.checkCancellation()
  }
}
