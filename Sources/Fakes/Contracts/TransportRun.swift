import SelfManaged

/// One run of a ``TransportContract``.
@MainActor
final class TransportRun<Intent: OptimisticIntent> {
  typealias Clause = TransportContract<Intent>.Clause

  private let contract: TransportContract<Intent>
  private let log: ContractLog<Clause>
  private var versions = VersionRule()
  /// The server's value, as reported last.
  private var current: Intent.Value
  private var canRead = true
  private var hasRead = false

  init(_ contract: TransportContract<Intent>) {
    self.contract = contract
    current = contract.guess
    log = ContractLog("\(Intent.self)", Timeout(limit: contract.timeout, sleep: contract.sleep))
  }

  func check() async throws(ContractViolation) {
    if let first = try await read() {
      current = value(of: first)
      // The first version breaks no rule.
      _ = versions.breach(by: first.version)
    }
    for intent in contract.intents + contract.intents { try await carryOut(intent) }
    if canRead { try await readAcrossAChange() }
  }

  private func carryOut(_ intent: Intent) async throws(ContractViolation) {
    let effective = intent.effective(on: current)
    guard let intent = effective ?? (intent.isAbsolute ? intent : nil) else { return }
    let request = log.newRequest(version: versions.last)
    try await step(intent, request)
    if intent.isAbsolute {
      try await step(intent, log.retry(request), blaming: .twice)
      try await step(intent, log.newRequest(version: versions.last), blaming: .twice)
    } else if contract.honorsIdempotencyKeys {
      try await repeatKey(of: intent, log.retry(request))
    }
  }

  /// Sends an intent, and verifies it with a read.
  private func step(
    _ intent: Intent, _ info: RequestInfo, blaming clause: Clause? = nil, reading: Clause? = nil
  ) async throws(ContractViolation) {
    let answer = try await send(intent, info, blaming: clause ?? .succeeds)
    let (before, predicted) = (current, intent.applied(to: current))
    current = Intent.value(from: answer, over: predicted, before: before)
    if intent.adjustment(requested: predicted, actual: current, answer: answer) != nil {
      throw log.violation(clause ?? .answers, "the value is \(current) instead of \(predicted).")
    }
    if clause == nil, !Intent.isVisuallyEqual(before, current) { versions.valueChanged() }
    try check(answer.version)
    try await compare(blaming: reading ?? clause ?? .read)
  }

  /// Sends a relative intent again; its answer may be the one of the first attempt.
  private func repeatKey(
    of intent: Intent, _ info: RequestInfo
  ) async throws(ContractViolation) {
    try check(try await send(intent, info, blaming: .sameKey).version)
    try await compare(blaming: .sameKey)
  }

  /// Reads before and after a change; the first read may be in flight when the second begins.
  private func readAcrossAChange() async throws(ContractViolation) {
    guard let intent = contract.intents.lazy.compactMap({ $0.effective(on: self.current) }).first
    else { return }
    let request = log.newRequest(version: versions.last)
    try await log.make(
      "read()",
      before: { () throws(ContractViolation) in
        try await step(intent, request, reading: .readsAfterAChange)
      }, describe: Self.words, contract.transport.read)
  }

  /// Compares the server's value with the last reported one.
  private func compare(blaming clause: Clause) async throws(ContractViolation) {
    guard let seen = try await read() else { return }
    let stored = value(of: seen)
    guard Intent.isVisuallyEqual(stored, current) else {
      throw log.violation(clause, "a read returns \(stored) instead of \(current).")
    }
    try check(seen.version)
  }

  private func check(_ version: Int?) throws(ContractViolation) {
    switch versions.breach(by: version) {
    case .fell(let words): throw log.violation(.versionsNeverFall, words)
    case .didNotRise(let words): throw log.violation(.versionsRise, words)
    case nil: break
    }
  }

  private func send(
    _ intent: Intent, _ info: RequestInfo, blaming clause: Clause
  ) async throws(ContractViolation) -> Intent.Answer {
    let send = contract.transport.send
    let result = try await log.patiently(contract.sleep) {
      [log] attempt throws(ContractViolation) in
      var info = info
      info.attempt += attempt - 1
      return try await log.make("send(\(intent)) \(log.name(info))", describe: { "\($0)" }) {
        [info] in try await send(intent, info)
      }
    } check: { () throws(ContractViolation) in
      try await compare(blaming: .busy)
    }
    guard case .success(let answer) = result else {
      throw log.violation(clause, "\(intent) was refused.")
    }
    return answer
  }

  /// Reads the server's value; `nil` if the transport can't read.
  private func read() async throws(ContractViolation) -> Intent.Answer? {
    guard canRead else { return nil }
    let read = contract.transport.read
    let result = try await log.patiently(contract.sleep) { [log] _ throws(ContractViolation) in
      try await log.make("read()", describe: Self.words, read)
    }
    guard case .success(let answer) = result else {
      throw log.violation(.read, "the value could not be read.")
    }
    if hasRead, answer == nil {
      throw log.violation(.read, "the read returned nil, but an earlier one did not.")
    }
    hasRead = answer != nil
    canRead = hasRead
    return answer
  }

  private func value(of answer: Intent.Answer) -> Intent.Value {
    Intent.value(from: answer, over: current, before: current)
  }

  private static func words(_ answer: Intent.Answer?) -> String { answer.map { "\($0)" } ?? "nil" }
}
