import SelfManaged

/// A simulated network between the components and a fake service, controlled by the test.
///
/// At first each request is answered immediately. Everything happens on the main actor, and no time
/// passes. A fake that owns a wire conforms to ``WiredFake``, so a test controls the fake itself.
@MainActor
public final class FakeWire: WiredFake {
  /// This wire, so that a test can also control a wire without a fake.
  public var wire: FakeWire { self }

  var holdsRequests = false
  /// The answers of the held requests, in the order of arrival.
  var held: [() -> Void] = []
  var script: [Fate] = []
  /// Counts the requests that have arrived.
  let counter = FakeCounter()

  enum Fate {
    case fail(ServiceError)
    case loseReply
  }

  /// Creates a wire that holds no requests.
  public init() {}

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
    try await carry(answered: {}, carryOut)
  }

  /// Delivers a request to a fake that awaits others, such as an actor, and returns its answer, as
  /// scripted by the test.
  ///
  /// A held request begins to be carried out when it is released, and ends later. Its outcome is
  /// taken from the script before the call that releases it returns. It stays held even if its task
  /// is canceled.
  ///
  /// - Parameter carryOut: The work of the fake; called at most once.
  /// - Returns: The fake's answer.
  /// - Throws: The scripted error, or the error of the fake.
  public func carry<Answer: Sendable>(
    _ carryOut: @escaping @MainActor () async throws -> Answer
  ) async throws -> Answer {
    counter.add()
    let fate: Fate?
    if holdsRequests {
      fate = await withCheckedContinuation { continuation in
        held.append { continuation.resume(returning: self.nextFate()) }
      }
    } else {
      fate = nextFate()
    }
    switch fate {
    case nil: return try await carryOut()
    case .fail(let error): throw error
    case .loseReply:
      _ = try? await carryOut()
      throw ServiceError.unknownOutcome
    }
  }

  private func carry<Answer: Sendable>(
    answered: @escaping @MainActor () -> Void, _ carryOut: @escaping @MainActor () throws -> Answer
  ) async throws -> Answer {
    counter.add()
    guard holdsRequests else {
      answered()
      return try answer(carryOut)
    }
    return try await withCheckedThrowingContinuation { continuation in
      held.append {
        answered()
        continuation.resume(with: Result { try self.answer(carryOut) })
      }
    }
  }

  /// Delivers a request, and calls `canceled` if its task is canceled before it is answered.
  func carry<Answer: Sendable>(
    canceled: @escaping @MainActor @Sendable () -> Void,
    _ carryOut: @escaping @MainActor () throws -> Answer
  ) async throws -> Answer {
    let end = FirstEvent()
    return try await withTaskCancellationHandler {
      try await carry(answered: { _ = end.record() }, carryOut)
    } onCancel: {
      if end.record() { Task { @MainActor in canceled() } }
    }
  }

  private func answer<Answer>(_ carryOut: @MainActor () throws -> Answer) throws -> Answer {
    switch nextFate() {
    case nil: return try carryOut()
    case .fail(let error): throw error
    case .loseReply:
      _ = try? carryOut()
      throw ServiceError.unknownOutcome
    }
  }

  private func nextFate() -> Fate? { script.isEmpty ? nil : script.removeFirst() }
}
