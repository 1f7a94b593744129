public import SelfManaged

/// A cart service that must not be used: it proves that a flow does not access the cart.
///
/// ```swift
/// UnimplementedCartService { Issue.record("\($0)") }
/// ```
@MainActor
public final class UnimplementedCartService: CartService {
  private let report: @MainActor (String) -> Void

  /// Creates a service that reports each use of it.
  public init(report: @escaping @MainActor (String) -> Void) { self.report = report }

  /// Reports the use, and refuses.
  public func add(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    throw refuse("add(\(amount), of: \"\(productID)\")")
  }

  /// Reports the use, and refuses.
  public func reduce(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    throw refuse("reduce(\(amount), of: \"\(productID)\")")
  }

  /// Reports the use, and refuses.
  public func set(
    _ quantity: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer {
    throw refuse("set(\(quantity), of: \"\(productID)\")")
  }

  /// Reports the use, and refuses.
  public func quantity(of productID: String) async throws -> CartAnswer {
    throw refuse("quantity(of: \"\(productID)\")")
  }

  private func refuse(_ call: String) -> ServiceError {
    let message = "CartService.\(call) was called, but this flow must not use the cart."
    report(message)
    return ServiceError(.missingService, message)  // A refusal would be read.
  }
}
