import SelfManaged

/// One run of a ``LikeServiceContract``.
@MainActor
final class LikeServiceRun {
  typealias Clause = LikeServiceContract.Clause

  private let contract: LikeServiceContract
  private let log: ContractLog<Clause>
  private var versions = VersionRule()
  private var original: Bool?
  /// Whether the item is liked now; `nil` if it is unknown.
  private var current: Bool?
  private var canRead = true
  private var hasRead = false
  private var hasSet = false
  /// The number of other users who like the item; `nil` if it is unknown.
  private var others: Int?

  init(_ contract: LikeServiceContract) {
    self.contract = contract
    log = ContractLog("LikeService", Timeout(limit: contract.timeout, sleep: contract.sleep))
  }

  func check() async throws(ContractViolation) {
    let first = try await read()
    original = first?.isLiked
    current = original
    // The first version breaks no rule.
    _ = versions.breach(by: first?.version)
    // After the first step the item is not liked. The second step changes nothing, so its count is
    // the count of the other users, even if counts lag behind.
    try await step(false, log.newRequest(version: versions.last))
    others = try await step(false, log.newRequest(version: versions.last), blaming: .twice)
    for isLiked in [true, false, true, false] {
      let request = log.newRequest(version: versions.last)
      try await step(isLiked, request, isChange: true)
      try await step(isLiked, log.retry(request), blaming: .sameKey)
      try await step(isLiked, log.newRequest(version: versions.last), blaming: .twice)
    }
    if let unknown = contract.unknownItemID { try await refuse(unknown) }
    if canRead { try await readAcrossAChange() }
  }

  /// Reads before and after a change; the first read may be in flight when the second begins.
  private func readAcrossAChange() async throws(ContractViolation) {
    let (words, itemID, service) = (readWords, contract.itemID, contract.service)
    let request = log.newRequest(version: versions.last)
    try await log.make(
      words,
      before: { () throws(ContractViolation) in
        try await step(true, request, isChange: true, reading: .readsAfterAChange)
      }, describe: { $0.map(Self.words) ?? "nil" }
    ) { [itemIDs] in try await service.status(of: itemID, among: itemIDs) }
  }

  /// Restores the original like, if it was changed and calls return.
  func restore() async {
    guard hasSet, log.isAlive else { return }
    _ = try? await set(original ?? false, contract.itemID, log.newRequest(version: versions.last))
  }

  /// Sets the like, and verifies it with a read.
  ///
  /// - Returns: The newest reported count.
  @discardableResult
  private func step(
    _ isLiked: Bool, _ info: RequestInfo, isChange: Bool = false, blaming clause: Clause? = nil,
    reading: Clause? = nil
  ) async throws(ContractViolation) -> Int? {
    hasSet = true
    let result = try await set(isLiked, contract.itemID, info)
    guard case .success(let answer) = result else {
      throw log.violation(clause ?? .succeeds, "the change was refused.")
    }
    current = isLiked
    if isChange { versions.valueChanged() }
    try check(answer, isLiked, like: clause ?? .answers, count: clause ?? .count)
    guard let seen = try await read() else { return answer.count }
    if let count = seen.count, let answered = answer.count {
      let isSameVersion = seen.version != nil && seen.version == answer.version
      if distance(count, answered) > (isSameVersion ? 0 : 1) {
        throw log.violation(.read, "the answer has the count \(answered), but the read \(count).")
      }
    }
    try check(seen, isLiked, like: reading ?? clause ?? .read, count: clause ?? .count)
    return seen.count ?? answer.count
  }

  private func check(
    _ answer: LikeAnswer, _ isLiked: Bool, like likeClause: Clause, count countClause: Clause
  ) throws(ContractViolation) {
    if let other = answer.isLiked, other != isLiked {
      throw log.violation(likeClause, "isLiked is \(other) instead of \(isLiked).")
    }
    // The count may be stale, since many back ends answer from a cache.
    if let others, let count = answer.count, count < others || distance(others, count) > 1 {
      throw log.violation(
        countClause, "the count is \(count) instead of \(others) or \(others &+ 1).")
    }
    switch versions.breach(by: answer.version) {
    case .fell(let words): throw log.violation(.versionsNeverFall, words)
    case .didNotRise(let words): throw log.violation(.versionsRise, words)
    case nil: break
    }
  }

  private func refuse(_ itemID: String) async throws(ContractViolation) {
    switch try await set(true, itemID, log.newRequest(version: nil)) {
    case .success: throw log.violation(.unknownItem, "the like was accepted.")
    case .failure(let error):
      guard error.isRefusal else {
        throw log.violation(.unknownItem, "the like threw \(error.code.rawValue).")
      }
    }
  }

  private func set(
    _ isLiked: Bool, _ itemID: String, _ info: RequestInfo
  ) async throws(ContractViolation) -> Result<LikeAnswer, ServiceError> {
    let service = contract.service
    return try await log.patiently(contract.sleep) { [log] attempt throws(ContractViolation) in
      var info = info
      info.attempt += attempt - 1
      let words = "setLiked(\(isLiked), itemID: \"\(itemID)\") \(log.name(info))"
      return try await log.make(words, describe: Self.words) {
        try await service.setLiked(isLiked, itemID: itemID, info)
      }
    } check: { () throws(ContractViolation) in
      guard let current, let stored = try await read()?.isLiked, stored != current else { return }
      throw log.violation(.busy, "isLiked is \(stored) instead of \(current).")
    }
  }

  /// Reads the server's value; `nil` if the service can't read.
  private func read() async throws(ContractViolation) -> LikeAnswer? {
    guard canRead else { return nil }
    let (words, itemID, service) = (readWords, contract.itemID, contract.service)
    let result = try await log.patiently(contract.sleep) {
      [log, itemIDs] _ throws(ContractViolation) in
      try await log.make(words, describe: { $0.map(Self.words) ?? "nil" }) {
        try await service.status(of: itemID, among: itemIDs)
      }
    }
    guard case .success(let answer) = result else {
      throw log.violation(.read, "the like could not be read.")
    }
    if hasRead, answer == nil {
      throw log.violation(.read, "the read returned nil, but an earlier one did not.")
    }
    hasRead = answer != nil
    canRead = hasRead
    return answer
  }

  /// The items of a read of several; an unknown item must not make it fail.
  private var itemIDs: Set<String> {
    Set([contract.itemID, contract.unknownItemID].compactMap { $0 })
  }

  private var readWords: String {
    contract.service is any BatchedLikeService
      ? "likeStatuses(of: \(itemIDs.sorted()))" : "likeStatus(itemID: \"\(contract.itemID)\")"
  }

  private static func words(_ answer: LikeAnswer) -> String {
    let parts = [
      answer.isLiked.map { $0 ? "liked" : "not liked" }, answer.count.map { "\($0)" },
      answer.version.map { "version \($0)" },
    ].compactMap { $0 }
    return parts.isEmpty ? "ok" : parts.joined(separator: ", ")
  }
}

/// The difference of two counts, without overflow.
private func distance(_ first: Int, _ second: Int) -> UInt {
  UInt(bitPattern: max(first, second) &- min(first, second))
}

extension LikeService {
  /// Reads an item as a session does: with several others if the service can.
  @MainActor
  fileprivate func status(of itemID: String, among itemIDs: Set<String>) async throws -> LikeAnswer?
  {
    guard let batched = self as? any BatchedLikeService else {
      return try await likeStatus(itemID: itemID)
    }
    return try await batched.likeStatuses(of: itemIDs)[itemID]
  }
}
