/// The reads of a cart: all that are wanted in one turn are one request, if the service can.
///
/// The request leaves after the turn, so its answer is as new as each of these reads requires. A
/// later read never joins it.
@MainActor
final class CartReads {
  private let service: any CartService
  private let context: SessionContext
  /// The error of a request that may not leave now.
  private let obstacle: @MainActor () -> ServiceError?
  /// Receives a whole cart before the reads end.
  private let receive: @MainActor (Cart, LogicalTime) -> Void
  /// The products whose reads wait for the next request.
  private var ids: Set<String> = []
  private var next: Task<[String: CartAnswer]?, any Error>?

  init(
    _ service: any CartService, _ context: SessionContext,
    obstacle: @escaping @MainActor () -> ServiceError?,
    receive: @escaping @MainActor (Cart, LogicalTime) -> Void
  ) {
    (self.service, self.context) = (service, context)
    (self.obstacle, self.receive) = (obstacle, receive)
  }

  /// Reads the quantity of a product or a line.
  func quantity(of id: String) async throws -> CartAnswer {
    if service is any WholeCartService || service is any BatchedCartService {
      ids.insert(id)
      return try await batch().value?[id] ?? CartAnswer(quantity: 0)
    }
    let began = context.now
    let answer = try await service.quantity(of: id)
    guard let cart = answer.cart else { return answer }
    receive(cart, began)
    return CartContents(cart).answer(for: id)
  }

  /// Reads the whole cart, if the service can.
  func cart() async throws {
    if service is any WholeCartService { _ = try await batch().value }
  }

  private func batch() -> Task<[String: CartAnswer]?, any Error> {
    if let next { return next }
    let new = Task { @MainActor in
      let ids = exchange(&ids, with: [])
      next = nil
      return try await read(ids)
    }
    next = new
    return new
  }

  private func read(_ ids: Set<String>) async throws -> [String: CartAnswer]? {
    if let error = obstacle() { throw error }
    let began = context.now
    if let service = service as? any WholeCartService {
      let cart = try await service.cart()
      receive(cart, began)
      let contents = CartContents(cart)
      return Dictionary(uniqueKeysWithValues: ids.map { ($0, contents.answer(for: $0)) })
    }
    return try await (service as? any BatchedCartService)?.quantities(of: ids)
  }
}
