import Observation
import SelfManaged

/// A cart control by hand, as short as one dares: see ``HandLike``.
@MainActor @Observable
final class HandCart {
  private(set) var quantity = 1
  @ObservationIgnored private let productID: String
  @ObservationIgnored private let service: any CartService
  @ObservationIgnored private let leaves: HandLike.Leaves
  @ObservationIgnored private(set) var pending = 0
  @ObservationIgnored private var waiter: CheckedContinuation<Void, Never>?

  init(productID: String, service: any CartService, leaves: HandLike.Leaves) {
    self.productID = productID
    self.service = service
    self.leaves = leaves
  }

  func add() { step(1) }

  func reduce() { step(-1) }

  private func step(_ amount: Int) {
    let before = quantity
    guard before + amount >= 0 else { return }
    quantity = before + amount
    pending += 1
    switch leaves {
    case .atOnce: start { await self.send(amount, before) }
    case .nextTurn: Task { await self.send(amount, before) }
    }
  }

  private func send(_ amount: Int, _ before: Int) async {
    do {
      let answer =
        try await amount > 0
        ? service.add(amount, of: productID, Self.info)
        : service.reduce(-amount, of: productID, Self.info)
      if let told = answer.quantity, told != quantity { quantity = told }
    } catch { quantity = before }
    pending -= 1
    if pending == 0, let waiter {
      self.waiter = nil
      waiter.resume()
    }
  }

  /// Returns when nothing is under way.
  func settled() async {
    if pending > 0 { await withCheckedContinuation { waiter = $0 } }
  }

  /// Code by hand has no keys.
  private static let info = RequestInfo(key: IdempotencyKey(rawValue: ""))
}
