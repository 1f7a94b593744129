import SelfManaged

/// The network of one device, under the conditions that the controls set.
///
/// Requests are sent to the real server, or fail as in a real app: offline before they are sent,
/// refused, refused by a busy server, or without a reply after they were carried out.
@MainActor
package final class DeviceNetwork {
  /// The current conditions.
  private(set) var conditions = Conditions() {
    didSet { if conditions != oldValue { changed(conditions) } }
  }
  /// Called after every change of the conditions.
  var changed: @MainActor (Conditions) -> Void = { _ in }
  /// The delay that a busy server asks for.
  static let busyDelay = Duration.seconds(2)
  private var held: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastHeld = 0

  /// Sets the minimum duration of a request, clamped to ten seconds.
  func setLatency(_ milliseconds: Int) {
    conditions.latency = min(max(milliseconds, 0), 10_000)
  }

  func setOffline(_ isOffline: Bool) { conditions.isOffline = isOffline }

  /// Disconnects the device, as ``setOffline(_:)`` does; the device also reports it to the session.
  func setAirplane(_ isAirplane: Bool) { conditions.isAirplane = isAirplane }

  /// Refuses the next change as a server does that receives too many requests.
  func busyNext() { conditions.isBusyNext = true }

  /// Refuses the next change before it reaches the server.
  func failNext() { conditions.failsNext = true }

  /// Loses the reply of the next change after the server has carried it out.
  func loseNextReply() { conditions.losesNextReply = true }

  /// Holds replies, or releases the held ones.
  func setHolding(_ isHolding: Bool) {
    conditions.holdsReplies = isHolding
    guard !isHolding else { return }
    // Released in the order of arrival.
    let waiting = held.sorted { $0.key < $1.key }
    held = [:]
    for (_, reply) in waiting { reply.resume() }
  }

  /// The conditions that the controls can set.
  package struct Conditions: Hashable, Sendable, Encodable {
    package var latency = 0
    package var isOffline = false
    package var isAirplane = false
    package var isBusyNext = false
    package var failsNext = false
    package var losesNextReply = false
    package var holdsReplies = false

    /// Whether no request reaches the server.
    var isDisconnected: Bool { isOffline || isAirplane }
  }

  /// Sends a read.
  func read<Answer: Sendable>(
    _ request: @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await travel()
    guard !conditions.isDisconnected else { throw ServiceError.offline }
    let answer = try await request()
    try await comeBack()
    guard !conditions.isDisconnected else { throw ServiceError.unknownOutcome }
    return answer
  }

  /// Sends a change.
  func change<Answer: Sendable>(
    _ request: @Sendable () async throws -> Answer
  ) async throws -> Answer {
    // Decided when the change is sent, so that "next" means the next press.
    let isBusy = conditions.isBusyNext
    if isBusy { conditions.isBusyNext = false }
    let isRefused = !isBusy && conditions.failsNext
    if isRefused { conditions.failsNext = false }
    let isLost = !isBusy && !isRefused && conditions.losesNextReply
    if isLost { conditions.losesNextReply = false }
    try await travel()
    guard !conditions.isDisconnected else { throw ServiceError.offline }
    // The status 429 with `Retry-After` means the same.
    if isBusy { throw ServiceError.busy(after: Self.busyDelay).scoped(to: .session) }
    if isRefused { throw ServiceError.rejected("The server refused the change") }
    let answer = try await request()
    try await comeBack()
    if isLost || conditions.isDisconnected { throw ServiceError.unknownOutcome }
    return answer
  }

  /// Waits for half of the latency, once in each direction.
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
        // The waiting task may have been canceled before this runs.
        if Task.isCancelled { reply.resume() } else { held[number] = reply }
      }
    } onCancel: {
      Task { @MainActor in self.held.removeValue(forKey: number)?.resume() }
    }
    try Task.checkCancellation()
  }
}
