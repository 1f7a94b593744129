public import SelfManaged

/// A simulated network between the components and a fake service, controlled by the test.
///
/// At first each request is answered immediately. The outcomes scripted with
/// ``failNext(_:)`` and ``loseNextReply()`` are used in the order in which requests are answered,
/// reads included. Everything happens on the main actor, and no time passes.
@MainActor
public final class FakeWire {
  /// The number of requests that have arrived so far, answered or not.
  public var arrivals: Int { counter.count }
  /// Whether requests are held.
  public private(set) var isHolding = false

  private var held: [() -> Void] = []
  private var script: [Fate] = []
  private let counter = FakeCounter()

  private enum Fate {
    case fail(ServiceError)
    case loseReply
  }

  /// Creates a wire that holds no requests.
  public init() {}

  /// The number of requests that are currently held.
  public var heldCount: Int { held.count }

  /// Holds every request that arrives from now on: a held request is neither carried out nor
  /// answered.
  public func hold() { isHolding = true }

  /// Answers all held requests, in the order of arrival, and stops holding requests.
  public func release() {
    isHolding = false
    releaseNext(held.count)
  }

  /// Answers the first held requests and continues to hold requests.
  ///
  /// - Parameter count: The number of requests to answer; if fewer are held, all are answered.
  public func releaseNext(_ count: Int = 1) {
    let first = held.prefix(max(0, count))
    held.removeFirst(first.count)
    for answer in first { answer() }
  }

  /// Answers the last held request before all others, and continues to hold requests.
  ///
  /// Without a held request, it does nothing.
  public func releaseLast() { held.popLast()?() }

  /// Makes the next answered request fail without being carried out.
  public func failNext(_ error: ServiceError) { script.append(.fail(error)) }

  /// Carries out the next answered request and loses its reply.
  public func loseNextReply() { script.append(.loseReply) }

  /// Returns when the given number of requests have arrived in total, immediately if they already
  /// have.
  ///
  /// It returns early if the waiting task is canceled, for example by a test's time limit.
  public func arrived(_ count: Int) async {
    await counter.reached(count)
  }

  /// Delivers a request to the fake and returns its answer, as scripted by the test.
  ///
  /// A held request is carried out when it is released, before the call that releases it returns.
  /// It stays held even if its task is canceled, like a real request that was sent.
  ///
  /// - Parameter carryOut: The work of the fake; called at most once.
  /// - Returns: The fake's answer.
  /// - Throws: The scripted error, or the error of the fake.
  public func carry<Answer: Sendable>(
    _ carryOut: @escaping @MainActor () throws -> Answer
  ) async throws -> Answer {
    counter.add()
    guard isHolding else { return try answer(carryOut) }
    return try await withCheckedThrowingContinuation { continuation in
      held.append { continuation.resume(with: Result { try self.answer(carryOut) }) }
    }
  }

  private func answer<Answer>(_ carryOut: @MainActor () throws -> Answer) throws -> Answer {
    guard !script.isEmpty else { return try carryOut() }
    switch script.removeFirst() {
    case .fail(let error): throw error
    case .loseReply:
      _ = try carryOut()
      throw ServiceError.unknownOutcome
    }
  }
}
