public import Observation
public import SelfManaged

/// The shortest cart editor by hand; see ``HandLike``.
@MainActor @Observable
public final class HandCart {
  /// The displayed quantity.
  public private(set) var quantity = 1
  /// How many requests are in flight.
  @ObservationIgnored public private(set) var pending = 0
  @ObservationIgnored private let productID: String
  @ObservationIgnored private let service: any CartService
  @ObservationIgnored private let departure: HandLike.Departure
  @ObservationIgnored private var waiter: CheckedContinuation<Void, Never>?

  /// Creates an editor that shows 1.
  public init(productID: String, service: any CartService, departure: HandLike.Departure) {
    self.productID = productID
    self.service = service
    self.departure = departure
  }

  /// Handles a plus.
  public func add() { step(1) }

  /// Handles a minus.
  public func reduce() { step(-1) }

  private func step(_ amount: Int) {
    let before = quantity
    guard before + amount >= 0 else { return }
    quantity = before + amount
    pending += 1
    switch departure {
    case .immediate: Task.immediate { await send(amount, before) }
    case .nextTurn: Task { await send(amount, before) }
    }
  }

  private func send(_ amount: Int, _ before: Int) async {
    do {
      let answer =
        try await amount > 0
        ? service.add(amount, of: productID, Self.info)
        : service.reduce(-amount, of: productID, Self.info)
      if let known = answer.quantity, known != quantity { quantity = known }
    } catch { quantity = before }
    pending -= 1
    if pending == 0, let waiter {
      self.waiter = nil
      waiter.resume()
    }
  }

  /// Returns when no request is in flight.
  public func settled() async {
    if pending > 0 { await withCheckedContinuation { waiter = $0 } }
  }

  /// The shortest code sends no keys.
  private static let info = RequestInfo(key: IdempotencyKey(rawValue: ""))
}
