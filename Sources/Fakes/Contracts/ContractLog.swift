import SelfManaged

/// The clauses that every contract has.
protocol ContractClause: RawRepresentable<String>, Sendable {
  static var comesBack: Self { get }
}

/// The calls that a contract has made so far, with their answers.
@MainActor
final class ContractLog<Clause: ContractClause> {
  private let contract: String
  private let patience: Patience
  private let prefix = String(UInt64.random(in: .min ... .max), radix: 36)
  private var calls: [String] = []
  private var wishes: [IdempotencyKey] = []
  /// Whether every call has returned, so that another call makes sense.
  private(set) var isAlive = true

  init(_ contract: String, _ patience: Patience) {
    self.contract = contract
    self.patience = patience
  }

  /// Returns a new intent, with a key that no other run uses.
  func wish(version: Int?) -> RequestInfo {
    let key = IdempotencyKey(rawValue: "contract-\(prefix)-\(wishes.count + 1)")
    wishes.append(key)
    return RequestInfo(key: key, version: version)
  }

  /// Returns the same intent, as it is sent again.
  func again(_ info: RequestInfo) -> RequestInfo {
    RequestInfo(key: info.key, attempt: info.attempt + 1, version: info.version)
  }

  /// The name of a request in the calls.
  func name(_ info: RequestInfo) -> String {
    let number = (wishes.firstIndex(of: info.key) ?? 0) + 1
    return "as intent \(number)" + (info.attempt > 1 ? ", attempt \(info.attempt)" : "")
  }

  func violation(_ clause: Clause, _ finding: String) -> ContractViolation {
    ContractViolation(contract: contract, clause: clause.rawValue, finding: finding, calls: calls)
  }

  /// Makes a call and records it with its answer.
  ///
  /// - Parameters:
  ///   - words: The call.
  ///   - clause: The clause that is broken if the call does not return.
  ///   - says: Describes the answer.
  ///   - call: Makes the call.
  /// - Returns: The answer, or the thrown error.
  /// - Throws: A violation if the call does not return.
  func make<Answer: Sendable>(
    _ words: String, orElse clause: Clause = .comesBack, says: (Answer) -> String,
    _ call: @escaping @MainActor () async throws -> Answer
  ) async throws(ContractViolation) -> Result<Answer, ServiceError> {
    try note(words, await patience.within { await Self.result(of: call) }, clause, says)
  }

  /// Makes the same call several times at once.
  func make<Answer: Sendable>(
    _ count: Int, times words: String, says: (Answer) -> String,
    _ call: @escaping @MainActor () async throws -> Answer
  ) async throws(ContractViolation) -> [Result<Answer, ServiceError>] {
    let patience = patience
    let tasks = (0..<count).map { _ in
      Task { await patience.within { await Self.result(of: call) } }
    }
    var results: [Result<Answer, ServiceError>] = []
    for task in tasks { results.append(try note(words, await task.value, .comesBack, says)) }
    return results
  }

  private func note<Answer>(
    _ words: String, _ result: Result<Answer, ServiceError>?, _ clause: Clause,
    _ says: (Answer) -> String
  ) throws(ContractViolation) -> Result<Answer, ServiceError> {
    switch result {
    case .success(let answer)?: calls.append("\(words) → \(says(answer))")
    case .failure(let error)?: calls.append("\(words) threw \(error)")
    case nil:
      isAlive = false
      calls.append("\(words) did not return")
      throw violation(clause, "no answer within \(patience.limit).")
    }
    return result ?? .failure(.unknownOutcome)
  }

  private static func result<Answer>(
    of call: @MainActor () async throws -> Answer
  ) async -> Result<Answer, ServiceError> {
    do { return .success(try await call()) } catch { return .failure(ServiceError(error)) }
  }
}

extension ServiceError {
  /// Whether the error is certain that the server changed nothing, and that a retry can't succeed.
  var isRefusal: Bool {
    ![.conflict, .signedOut, .offline, .unknownOutcome].contains(code)
  }
}
