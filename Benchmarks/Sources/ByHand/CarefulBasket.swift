public import Observation
public import SelfManaged

/// A cart of several products by hand, written with care: a dictionary, whose sum is the badge.
@MainActor @Observable
public final class CarefulBasket {
  /// The displayed quantities.
  public private(set) var quantities: [String: Int] = [:]
  /// The last failure, until the next tap.
  public private(set) var failure: ServiceError?
  @ObservationIgnored private var confirmed: [String: Int] = [:]
  @ObservationIgnored private var sending: Set<String> = []
  @ObservationIgnored private var version = 0
  @ObservationIgnored private let service: any CartService
  @ObservationIgnored private var keys: Keys

  /// Creates an empty cart.
  public init(service: any CartService, keyPrefix: String) {
    self.service = service
    keys = Keys(prefix: keyPrefix)
  }

  /// The number for the badge.
  public var units: Int { quantities.values.reduce(0, +) }

  /// Takes every quantity from a newer cart, except those with a request in flight.
  public func receive(_ cart: Cart) {
    guard let newer = cart.version, newer > version else { return }
    version = newer
    var next = quantities.filter { sending.contains($0.key) }
    for line in cart.lines where !sending.contains(line.productID) {
      next[line.productID] = line.quantity
      confirmed[line.productID] = line.quantity
    }
    if next != quantities { quantities = next }
  }

  /// Handles a plus or a minus.
  public func step(_ amount: Int, of productID: String) {
    guard quantities[productID, default: 0] + amount >= 0 else { return }
    quantities[productID, default: 0] += amount
    if failure != nil { failure = nil }
    guard sending.insert(productID).inserted else { return }
    Task.immediate { await sendUntilConfirmed(productID) }
  }

  private func sendUntilConfirmed(_ productID: String) async {
    while quantities[productID, default: 0] != confirmed[productID, default: 0] {
      let former = confirmed[productID, default: 0]
      let amount = quantities[productID, default: 0] - former
      let info = RequestInfo(key: keys.next())
      do {
        let answer =
          try await amount > 0
          ? service.add(amount, of: productID, info)
          : service.reduce(-amount, of: productID, info)
        let result = answer.quantity ?? former + amount
        confirmed[productID] = result
        // Steps made during the request stay; the answer replaces what was predicted.
        if result != former + amount {
          quantities[productID] = max(
            0, quantities[productID, default: 0] + result - former - amount)
        }
      } catch {
        failure = ServiceError(error)
        quantities[productID] = max(0, quantities[productID, default: 0] - amount)
      }
    }
    sending.remove(productID)
  }
}
