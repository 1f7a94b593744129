public import Observation
public import SelfManaged

/// A cart editor by hand, written with care; see ``CarefulLike``.
@MainActor @Observable
public final class CarefulCart {
  /// The displayed quantity.
  public private(set) var quantity = 1
  /// The last failure, until the next tap.
  public private(set) var failure: ServiceError?
  @ObservationIgnored private var confirmed = 1
  @ObservationIgnored private var isSending = false
  @ObservationIgnored private let productID: String
  @ObservationIgnored private let service: any CartService
  @ObservationIgnored private var keys: Keys

  /// Creates an editor that shows 1.
  public init(productID: String, service: any CartService, keyPrefix: String) {
    self.productID = productID
    self.service = service
    keys = Keys(prefix: keyPrefix)
  }

  /// Handles a plus.
  public func add() { step(1) }

  /// Handles a minus.
  public func reduce() { step(-1) }

  private func step(_ amount: Int) {
    guard quantity + amount >= 0 else { return }
    quantity += amount
    if failure != nil { failure = nil }
    guard !isSending else { return }
    isSending = true
    Task.immediate { await sendUntilConfirmed() }
  }

  private func sendUntilConfirmed() async {
    while quantity != confirmed {
      let amount = quantity - confirmed
      let info = RequestInfo(key: keys.next())
      do {
        let answer =
          try await amount > 0
          ? service.add(amount, of: productID, info)
          : service.reduce(-amount, of: productID, info)
        let predicted = confirmed + amount
        confirmed = answer.quantity ?? predicted
        // Steps made during the request stay; the answer replaces what was predicted.
        if confirmed != predicted { quantity = max(0, quantity + confirmed - predicted) }
      } catch {
        failure = ServiceError(error)
        quantity = max(0, quantity - amount)
      }
    }
    isSending = false
  }
}
