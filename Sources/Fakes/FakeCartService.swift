public import SelfManaged

/// A cart service in memory, with stock, versions and idempotency keys.
///
/// ```swift
/// let cart = FakeCartService()
/// cart.stock["tea"] = 5
/// cart.loseNextReply()
/// ```
///
/// A quantity above the stock is clamped to it and answered with the limit and a notice, not
/// refused. A repeated key returns its first answer, and changes nothing.
@MainActor
public class FakeCartService: CartService, WiredFake {
  /// A call to the service.
  public enum Call: Hashable, Sendable {
    /// An addition by an amount.
    case add(Int, productID: String, RequestInfo)
    /// A reduction by an amount.
    case reduce(Int, productID: String, RequestInfo)
    /// A change to an exact quantity.
    case set(Int, productID: String, RequestInfo)
    /// A read of one product.
    case read(productID: String)
    /// A read of the whole cart of a ``FakeShop``.
    case readCart
  }

  /// All calls, in the order of arrival.
  public internal(set) var calls: [Call] = []
  /// The available quantity of each product; a product that is missing here is unlimited.
  public var stock: [String: Int] = [:]
  /// Whether a repeated key is carried out once.
  ///
  /// By default `true`.
  public var honorsIdempotencyKeys = true
  /// The simulated network between the components and this server.
  public let wire = FakeWire()

  private var lines: [String: Line] = [:]
  private var seen: [IdempotencyKey: CartAnswer] = [:]
  private var answers: [CartAnswer] = []
  private var sessions = 0

  private struct Line {
    var quantity = 0
    var version = 0
  }

  /// Creates a service with an empty cart and unlimited stock.
  public init() {}

  /// The quantity of a product in the server's cart.
  ///
  /// A test can set it, as another device would; the version rises with it.
  public subscript(productID: String) -> Int {
    get { lines[productID]?.quantity ?? 0 }
    set { change(productID, to: newValue) }
  }

  /// Returns a new key prefix, so that no two sessions of one service share a key.
  func nextKeyPrefix() -> String {
    sessions += 1
    return sessions == 1 ? "test" : "test\(sessions)"
  }

  /// Answers the next change that is carried out with `answer` instead of the server's value.
  public func answerNext(_ answer: CartAnswer) { answers.append(answer) }

  /// The requested changes so far, without the reads: `+1`, `-1`, `=5`.
  public var sent: [String] {
    calls.compactMap {
      switch $0 {
      case .add(let amount, _, _): "+\(amount)"
      case .reduce(let amount, _, _): "-\(amount)"
      case .set(let quantity, _, _): "=\(quantity)"
      case .read, .readCart: nil
      }
    }
  }

  /// Adds an amount, up to the stock.
  public func add(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    calls.append(.add(amount, productID: productID, info))
    return try await carry(info, productID) { quantity in
      let sum = quantity.addingReportingOverflow(amount)
      return sum.overflow ? .max : sum.partialValue
    }
  }

  /// Removes an amount, down to 0.
  public func reduce(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    calls.append(.reduce(amount, productID: productID, info))
    return try await carry(info, productID) { $0 - min($0, max(0, amount)) }
  }

  /// Sets the quantity, up to the stock.
  public func set(
    _ quantity: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    calls.append(.set(quantity, productID: productID, info))
    return try await carry(info, productID) { _ in quantity }
  }

  /// Returns the quantity.
  public func quantity(of productID: String) async throws -> CartAnswer {
    calls.append(.read(productID: productID))
    return try await wire.carry { [self] in answer(productID, wanted: self[productID]) }
  }

  private func carry(
    _ info: RequestInfo, _ productID: String, _ change: @escaping (Int) -> Int
  ) async throws -> CartAnswer {
    try await wire.carry { [self] in
      if honorsIdempotencyKeys, let before = seen[info.key] { return before }
      try check(info)
      let wanted = max(0, change(self[productID]))
      self.change(productID, to: min(wanted, stock[productID] ?? .max))
      let answer = answers.isEmpty ? answer(productID, wanted: wanted) : answers.removeFirst()
      seen[info.key] = answer
      return answer
    }
  }

  private func change(_ productID: String, to quantity: Int) {
    var line = lines[productID] ?? Line()
    guard line.quantity != max(0, quantity) else { return }
    line.quantity = max(0, quantity)
    line.version += 1
    lines[productID] = line
    didChange(productID)
  }

  /// Throws an error if a change is refused before it is carried out.
  func check(_ info: RequestInfo) throws {}

  /// Called after a quantity was changed.
  func didChange(_ productID: String) {}

  func answer(_ productID: String, wanted: Int) -> CartAnswer {
    let line = lines[productID] ?? Line()
    let stock = stock[productID]
    return CartAnswer(
      quantity: line.quantity, version: line.version,
      limits: stock.map { QuantityLimits(maximum: $0) },
      notice: stock.flatMap { wanted > $0 ? "Only \($0) left" : nil })
  }
}
