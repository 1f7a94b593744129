import SelfManaged

/// One run of a ``CartServiceContract``.
@MainActor
final class CartServiceRun {
  typealias Clause = CartServiceContract.Clause

  private let contract: CartServiceContract
  private let log: ContractLog<Clause>
  private var versions = VersionRule()
  private var original: Int?
  /// The quantity returned by the last read.
  private var current = 0
  private var maximum: Int?
  /// The opaque version of the whole cart in the last answer.
  private var tag: String?
  /// The last change whose key was repeated.
  private var repeated: (Change, RequestInfo)?

  private enum Change {
    case add(Int)
    case reduce(Int)
    case set(Int)

    func words(_ productID: String) -> String {
      switch self {
      case .add(let amount): "add(\(amount), of: \"\(productID)\")"
      case .reduce(let amount): "reduce(\(amount), of: \"\(productID)\")"
      case .set(let quantity): "set(\(quantity), of: \"\(productID)\")"
      }
    }
  }

  init(_ contract: CartServiceContract) {
    self.contract = contract
    log = ContractLog("CartService", Timeout(limit: contract.timeout, sleep: contract.sleep))
  }

  func check() async throws(ContractViolation) {
    current = try await read()
    original = current
    try await step(.set(0), to: 0, blaming: .removes, reading: .readsZero)
    try await step(.add(2), to: 2, blaming: .adds)
    try await step(.add(1), to: 3, blaming: .adds)
    try await step(.reduce(2), to: 1, blaming: .reduces)
    try await setTwice()
    try await readTogether()
    try await reduceBelowZero()
    if contract.honorsIdempotencyKeys { try await repeatKeys() }
    try await exceedMaximum()
    if let unknown = contract.unknownProductID { try await refuse(unknown) }
    try await step(.set(1), to: 1, blaming: .sets)
    try await step(.set(0), to: 0, blaming: .removes, reading: .readsZero)
    // Now the product is not in the cart, even if the service refused to go below 0.
    try await step(.set(1), to: 1, blaming: .sets)
    try await step(.reduce(1), to: 0, blaming: .reduces)
    try await revealStored()
    try await readAcrossAChange()
  }

  /// Reads before and after a change; the first read may be in flight when the second begins.
  private func readAcrossAChange() async throws(ContractViolation) {
    let quantity = current == 1 ? 2 : 1
    try await log.make(
      readWords,
      before: { () throws(ContractViolation) in
        try await step(.set(quantity), to: quantity, blaming: .sets, reading: .readsAfterAChange)
      }, describe: Self.words, readOnce)
  }

  /// Makes steps that reveal a stored quantity that differs from the reported one.
  private func revealStored() async throws(ContractViolation) {
    try await reduceBelowZero()
    try await step(.add(1), to: 1, blaming: .neverBelowZero)
    if let (change, request) = repeated {
      // A delayed request arrives after later ones. Its answer may be that of the first attempt.
      _ = try await send(change, log.retry(request))
      let stored = try await read(blaming: .sameKey)
      guard stored == current else {
        throw log.violation(.sameKey, "\(stored) are stored instead of \(current).")
      }
    }
    guard let maximum = contract.maximum ?? maximum, maximum < .max else { return }
    try await exceed(.set(maximum + 1), maximum)
    try await step(.reduce(1), to: current - 1, blaming: .limit)
  }

  /// Restores the original quantity, if it is known and calls return.
  func restore() async {
    guard let original, log.isAlive else { return }
    _ = try? await send(.set(original), newRequest())
  }

  private func setTwice() async throws(ContractViolation) {
    let request = newRequest()
    try await step(.set(3), request, to: 3, blaming: .sets)
    try await step(.set(3), log.retry(request), to: 3, blaming: .setTwice)
    try await step(.set(3), to: 3, blaming: .setTwice)
  }

  private func readTogether() async throws(ContractViolation) {
    let results = try await log.make(8, times: readWords, describe: Self.words, readOnce)
    for first in results {
      let result = try await log.patiently(contract.sleep) {
        [log, readWords, readOnce] attempt throws(ContractViolation) in
        if attempt == 1 { return first }
        return try await log.make(readWords, describe: Self.words, readOnce)
      }
      guard case .success(let answer) = result else {
        throw log.violation(.concurrentReads, "one of the reads failed.")
      }
      guard answer.quantity == current else {
        throw log.violation(.concurrentReads, "one of the reads does not return \(current).")
      }
    }
  }

  private func reduceBelowZero() async throws(ContractViolation) {
    let result = try await send(.reduce(current + 2), newRequest())
    switch result {
    case .success(let answer):
      try await see(0, after: answer, blaming: .neverBelowZero)
    case .failure(let error):
      guard error.isRefusal else {
        throw log.violation(.neverBelowZero, "the change threw \(error.code.rawValue).")
      }
      try await see(current, after: error.answer as? CartAnswer, blaming: .neverBelowZero)
    }
  }

  private func repeatKeys() async throws(ContractViolation) {
    try await step(.set(1), to: 1, blaming: .sets)
    for (change, quantity) in [(Change.add(1), 2), (.reduce(1), 1)] {
      let request = newRequest()
      try await step(change, request, to: quantity, blaming: quantity == 2 ? .adds : .reduces)
      try await step(change, log.retry(request), to: quantity, blaming: .sameKey)
      repeated = (change, log.retry(request))
    }
  }

  private func exceedMaximum() async throws(ContractViolation) {
    guard let maximum = contract.maximum ?? maximum, maximum < .max else { return }
    try await exceed(.set(maximum + 1), maximum)
    let most = min(maximum, self.maximum ?? maximum)
    try await step(.set(most), to: most, blaming: .sets)
    try await exceed(.add(1), most)
  }

  private func exceed(_ change: Change, _ maximum: Int) async throws(ContractViolation) {
    let (before, formerVersion) = (current, versions.last)
    switch try await send(change, newRequest()) {
    case .success(let answer):
      try check(answer.version)
      current = try await read(blaming: .limit)
      if let quantity = answer.quantity, quantity != current {
        throw log.violation(.limit, "the answer says \(quantity), but \(current) are stored.")
      }
      let most = answer.limits?.maximum ?? maximum
      guard current <= most else {
        throw log.violation(.limit, "\(current) are stored, but the maximum is \(most).")
      }
      guard current >= min(before, most) else {
        throw log.violation(.limit, "the change reduced the quantity from \(before) to \(current).")
      }
      if current != before, let version = formerVersion, version == versions.last {
        throw log.violation(
          .versionsRise, "the value changed, but the version is still \(version).")
      }
    case .failure(let error):
      guard error.isRefusal else {
        throw log.violation(.limit, "the change threw \(error.code.rawValue).")
      }
      try await see(current, after: error.answer as? CartAnswer, blaming: .limit)
    }
  }

  private func refuse(_ productID: String) async throws(ContractViolation) {
    for change in [Change.add(1), .set(1)] {
      switch try await send(change, log.newRequest(version: nil), productID) {
      case .success: throw log.violation(.unknownProduct, "the change succeeded.")
      case .failure(let error):
        guard error.isRefusal else {
          throw log.violation(.unknownProduct, "the change threw \(error.code.rawValue).")
        }
      }
    }
  }
}

extension CartServiceRun {
  /// Makes a change that must succeed, and verifies it with a read.
  private func step(
    _ change: Change, _ info: RequestInfo? = nil, to quantity: Int, blaming clause: Clause,
    reading: Clause? = nil
  ) async throws(ContractViolation) {
    let result = try await send(change, info ?? newRequest())
    guard case .success(let answer) = result else {
      let isRepeated = clause == .setTwice || clause == .sameKey
      throw log.violation(isRepeated ? clause : .succeeds, "the change was refused.")
    }
    try await see(quantity, after: answer, blaming: clause, reading: reading)
  }

  /// Checks that the answer, if it has a quantity, and a read have the expected one.
  ///
  /// If the answer to a plain change has the expected quantity, a read of another quantity violates
  /// the clause of reads.
  private func see(
    _ quantity: Int, after answer: CartAnswer?, blaming clause: Clause, reading: Clause? = nil
  ) async throws(ContractViolation) {
    if let answered = answer?.quantity, answered != quantity {
      throw log.violation(clause, "the answer says \(answered) instead of \(quantity).")
    }
    if quantity != current { versions.valueChanged() }
    try check(answer?.version)
    let isPlain = [.adds, .reduces, .sets].contains(clause)
    current = try await read(blaming: reading ?? .read)
    guard current == quantity else {
      let isReadWrong = isPlain && answer?.quantity != nil
      let blamed = reading == .readsAfterAChange ? reading : nil
      throw log.violation(
        blamed ?? (isReadWrong ? .read : clause),
        "\(current) are stored instead of \(quantity).")
    }
  }

  private func check(_ version: Int?) throws(ContractViolation) {
    switch versions.breach(by: version) {
    case .fell(let words): throw log.violation(.versionsNeverFall, words)
    case .didNotRise(let words): throw log.violation(.versionsRise, words)
    case nil: break
    }
  }

  private func send(
    _ change: Change, _ info: RequestInfo, _ product: String? = nil
  ) async throws(ContractViolation) -> Result<CartAnswer, ServiceError> {
    let service = contract.service
    let productID = product ?? contract.productID
    let result = try await log.patiently(contract.sleep) {
      [log] attempt throws(ContractViolation) in
      var info = info
      info.attempt += attempt - 1
      return try await log.make(
        "\(change.words(productID)) \(log.name(info))", describe: Self.words
      ) {
        let answer =
          switch change {
          case .add(let amount): try await service.add(amount, of: productID, info)
          case .reduce(let amount): try await service.reduce(amount, of: productID, info)
          case .set(let quantity): try await service.set(quantity, of: productID, info)
          }
        return answer.report(on: productID)
      }
    } check: { () throws(ContractViolation) in
      let stored = try await read()
      guard stored == current else {
        throw log.violation(.busy, "\(stored) are stored instead of \(current).")
      }
    }
    if case .success(let answer) = result { learn(answer) }
    return result
  }

  private func read(blaming clause: Clause = .read) async throws(ContractViolation) -> Int {
    let result = try await log.patiently(contract.sleep) {
      [log, readWords, readOnce] _ throws(ContractViolation) in
      try await log.make(readWords, describe: Self.words, readOnce)
    }
    guard case .success(let answer) = result else {
      throw log.violation(clause, "the quantity could not be read.")
    }
    guard let quantity = answer.quantity else {
      throw log.violation(clause, "the read returned no quantity.")
    }
    learn(answer)
    // A read of the former quantity is blamed on the clause that forbids it.
    if clause != .readsAfterAChange || quantity != current { try check(answer.version) }
    return quantity
  }

  private func learn(_ answer: CartAnswer) {
    maximum = answer.limits?.maximum ?? maximum
    tag = answer.cart?.tag ?? tag
  }

  private func newRequest() -> RequestInfo {
    log.newRequest(version: versions.last, tag: tag)
  }

  /// Reads the quantity as a session does.
  private var readOnce: @MainActor () async throws -> CartAnswer {
    let (service, productID) = (contract.service, contract.productID)
    guard let service = service as? any WholeCartService else {
      guard let service = service as? any BatchedCartService else {
        return { try await service.quantity(of: productID).report(on: productID) }
      }
      return { [productIDs] in
        try await service.quantities(of: productIDs)[productID] ?? CartAnswer(quantity: 0)
      }
    }
    return { CartAnswer(cart: try await service.cart()).report(on: productID) }
  }

  private var readWords: String {
    if contract.service is any WholeCartService { return "cart()" }
    return contract.service is any BatchedCartService
      ? "quantities(of: \(productIDs.sorted()))" : "quantity(of: \"\(contract.productID)\")"
  }

  /// The products of a read of several; an unknown product must not make it fail.
  private var productIDs: Set<String> {
    Set([contract.productID, contract.unknownProductID].compactMap { $0 })
  }

  private static func words(_ answer: CartAnswer) -> String {
    let parts = [
      answer.quantity.map { "\($0)" }, answer.version.map { "version \($0)" },
      answer.limits?.maximum.map { "maximum \($0)" }, answer.notice.map { "\"\($0)\"" },
    ].compactMap { $0 }
    return parts.isEmpty ? "ok" : parts.joined(separator: ", ")
  }
}

extension CartAnswer {
  /// The report on a product, also from an answer with the whole cart.
  fileprivate func report(on productID: String) -> Self {
    guard let cart else { return self }
    let lines = cart.lines.filter { $0.id == productID || $0.productID == productID }
    var report = self
    report.quantity =
      quantity ?? lines.reduce(0) { $0 + min(max(0, $1.quantity), .max - $0) }
    report.limits = limits ?? (lines.count == 1 ? lines[0].limits : nil)
    report.version = cart.version
    return report
  }
}
