/// The reads of a cart: all that are wanted in one turn are one request, if the service can.
@MainActor
final class CartReads {
  private let service: any CartService
  private let context: SessionContext
  /// Receives a whole cart before the reads end.
  private let receive: @MainActor (Cart, LogicalTime) -> Void
  /// The reads of a service that can read several products; `nil` for another one.
  private var batch: BatchedReads<CartAnswer>?

  init(
    _ service: any CartService, _ context: SessionContext,
    obstacle: @escaping @MainActor () -> ServiceError?,
    receive: @escaping @MainActor (Cart, LogicalTime) -> Void
  ) {
    (self.service, self.context, self.receive) = (service, context, receive)
    if let service = service as? any WholeCartService {
      batch = BatchedReads(obstacle: obstacle) { ids in
        let began = context.now
        let cart = try await service.cart()
        receive(cart, began)
        let contents = CartContents(cart)
        return Dictionary(uniqueKeysWithValues: ids.map { ($0, contents.answer(for: $0)) })
      }
    } else if let service = service as? any BatchedCartService {
      batch = BatchedReads(obstacle: obstacle) { try await service.quantities(of: $0) }
    }
  }

  /// Reads the quantity of a product or a line.
  func quantity(of id: String) async throws -> CartAnswer {
    if let batch { return try await batch.answer(for: id) ?? CartAnswer(quantity: 0) }
    let began = context.now
    let answer = try await service.quantity(of: id)
    guard let cart = answer.cart else { return answer }
    receive(cart, began)
    return CartContents(cart).answer(for: id, over: answer)
  }

  /// Reads the whole cart, if the service can.
  func cart() async throws {
    if service is any WholeCartService { _ = try await batch?.answers() }
  }
}
