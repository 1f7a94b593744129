import SelfManaged

/// A clause of a contract; every contract has a clause that calls return.
protocol ContractClause: RawRepresentable<String>, Sendable {
  static var returns: Self { get }
}

/// The calls that a contract has made so far, with their answers.
@MainActor
final class ContractLog<Clause: ContractClause> {
  private let contract: String
  private let timeout: Timeout
  private let prefix = String(UInt64.random(in: .min ... .max), radix: 36)
  private var calls: [String] = []
  private var keys: [IdempotencyKey] = []
  /// Whether every call has returned, so that another call makes sense.
  private(set) var isAlive = true

  init(_ contract: String, _ timeout: Timeout) {
    self.contract = contract
    self.timeout = timeout
  }

  /// Returns the information of a new request, with a key that no other run uses.
  func newRequest(version: Int?, tag: String? = nil) -> RequestInfo {
    let key = IdempotencyKey(rawValue: "contract-\(prefix)-\(keys.count + 1)")
    keys.append(key)
    return RequestInfo(key: key, version: version, tag: tag)
  }

  /// Returns the information of the next attempt at the same request.
  func retry(_ info: RequestInfo) -> RequestInfo {
    var next = info
    next.attempt += 1
    return next
  }

  /// The name of a request in the recorded calls.
  func name(_ info: RequestInfo) -> String {
    let number = keys.prefix { $0 != info.key }.count + 1
    return "as intent \(number)" + (info.attempt > 1 ? ", attempt \(info.attempt)" : "")
  }

  func violation(_ clause: Clause, _ finding: String) -> ContractViolation {
    ContractViolation(contract: contract, clause: clause.rawValue, finding: finding, calls: calls)
  }

  /// Makes a call and records it with its answer.
  ///
  /// - Parameters:
  ///   - words: The description of the call.
  ///   - clause: The clause that is broken if the call does not return.
  ///   - describe: The description of an answer.
  ///   - call: The call to make.
  /// - Returns: The answer, or the thrown error.
  /// - Throws: A violation if the call does not return.
  func make<Answer: Sendable>(
    _ words: String, orElse clause: Clause = .returns, describe: (Answer) -> String,
    _ call: @escaping @MainActor () async throws -> Answer
  ) async throws(ContractViolation) -> Result<Answer, ServiceError> {
    try note(words, await timeout.within { await Self.result(of: call) }, clause, describe)
  }

  /// Makes a call again while the service is busy, at most five times, after the delay that it asked
  /// for.
  ///
  /// A service that asks for more than a minute counts as failed, since the check would not end.
  ///
  /// - Parameters:
  ///   - sleep: Waits for a duration.
  ///   - call: Makes the call, with the number of the attempt.
  ///   - check: Checks that a busy service has done nothing.
  /// - Returns: The last result.
  /// - Throws: A violation that the call or the check finds.
  func patiently<Answer>(
    _ sleep: @MainActor (Duration) async throws -> Void,
    _ call: (Int) async throws(ContractViolation) -> Result<Answer, ServiceError>,
    check: () async throws(ContractViolation) -> Void = {}
  ) async throws(ContractViolation) -> Result<Answer, ServiceError> {
    var result = try await call(1)
    for attempt in 2...6 {
      guard case .failure(let error) = result, error.code == .busy else { break }
      try await check()
      let delay = max(.zero, error.retryAfter ?? .seconds(1))
      guard delay <= .seconds(60) else { break }
      try? await sleep(delay)
      result = try await call(attempt)
    }
    return result
  }

  /// Makes a call that begins before other calls, and is awaited after them.
  ///
  /// Its answer is not checked, since it may be from before or after the other calls.
  func make<Answer: Sendable>(
    _ words: String, before others: () async throws(ContractViolation) -> Void,
    describe: (Answer) -> String, _ call: @escaping @MainActor () async throws -> Answer
  ) async throws(ContractViolation) {
    calls.append("\(words) began")
    var hasBegun = false
    let early = Task { [timeout] in
      await timeout.within {
        hasBegun = true
        return await Self.result(of: call)
      }
    }
    while !hasBegun { await Task.yield() }
    var violation: ContractViolation?
    do throws(ContractViolation) { try await others() } catch { violation = error }
    let result = await early.value
    if let violation { throw violation }
    _ = try note(words, result, .returns, describe)
  }

  /// Makes the same call several times at once.
  func make<Answer: Sendable>(
    _ count: Int, times words: String, describe: (Answer) -> String,
    _ call: @escaping @MainActor () async throws -> Answer
  ) async throws(ContractViolation) -> [Result<Answer, ServiceError>] {
    let timeout = timeout
    let tasks = (0..<count).map { _ in
      Task { await timeout.within { await Self.result(of: call) } }
    }
    var results: [Result<Answer, ServiceError>] = []
    for task in tasks { results.append(try note(words, await task.value, .returns, describe)) }
    return results
  }

  private func note<Answer>(
    _ words: String, _ result: Result<Answer, ServiceError>?, _ clause: Clause,
    _ describe: (Answer) -> String
  ) throws(ContractViolation) -> Result<Answer, ServiceError> {
    guard let result else {
      if Task.isCancelled {
        calls.append("\(words) was not awaited")
        throw violation(clause, "the check was canceled.")
      }
      isAlive = false
      calls.append("\(words) did not return")
      throw violation(clause, "no answer within \(timeout.limit).")
    }
    switch result {
    case .success(let answer): calls.append("\(words) → \(describe(answer))")
    case .failure(let error): calls.append("\(words) threw \(error)")
    }
    return result
  }

  private static func result<Answer>(
    of call: @MainActor () async throws -> Answer
  ) async -> Result<Answer, ServiceError> {
    do { return .success(try await call()) } catch { return .failure(ServiceError(error)) }
  }
}

extension ServiceError {
  /// Whether the error means that the server changed nothing and that a retry can't succeed.
  var isRefusal: Bool {
    ![.conflict, .signedOut, .offline, .unknownOutcome, .busy].contains(code)
  }
}
