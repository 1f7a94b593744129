public import SelfManaged

/// The network between the components and a fake service, in the hands of the test.
///
/// It is open at first: each request is answered at once. What is scripted with ``failNext(_:)`` and
/// ``loseNextReply()`` is used up in the order in which requests are answered, reads included. All
/// of it happens on the main actor, and no time passes.
@MainActor
public final class FakeWire {
  /// How many requests have arrived so far, answered or not.
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

  /// Creates an open wire.
  public init() {}

  /// How many requests are held now.
  public var heldCount: Int { held.count }

  /// Holds every request that arrives from now on: it is neither carried out nor answered.
  public func hold() { isHolding = true }

  /// Answers all held requests, in the order in which they came, and holds no more.
  public func release() {
    isHolding = false
    releaseNext(held.count)
  }

  /// Answers the first held requests and goes on holding.
  ///
  /// - Parameter count: How many; more than are held counts as all.
  public func releaseNext(_ count: Int = 1) {
    let first = held.prefix(max(0, count))
    held.removeFirst(first.count)
    for answer in first { answer() }
  }

  /// Answers the last held request before all others, and goes on holding.
  ///
  /// Where none is held, nothing happens.
  public func releaseLast() { held.popLast()?() }

  /// Lets a request fail without being carried out: the next one that is answered.
  public func failNext(_ error: ServiceError) { script.append(.fail(error)) }

  /// Carries a request out and loses the reply: the next one that is answered.
  public func loseNextReply() { script.append(.loseReply) }

  /// Returns when so many requests have arrived since the beginning, at once if they have already.
  ///
  /// It returns early if the waiting task is cancelled, as a test's time limit does.
  public func arrived(_ count: Int) async {
    await counter.reached(count)
  }

  /// Takes a request to the fake and its answer back, as the test decides.
  ///
  /// A held request is carried out when it is released, before the call that releases it returns. It
  /// stays held even if its task is cancelled, as a request that was sent does.
  ///
  /// - Parameter carryOut: What the fake does; called once at most.
  /// - Returns: The fake's answer.
  /// - Throws: What was scripted, or what the fake throws.
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
