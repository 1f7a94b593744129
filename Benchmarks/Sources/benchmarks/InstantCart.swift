import SelfManaged

/// A cart in memory, of one product; it answers at once, refuses, or answers on demand.
@MainActor
final class InstantCart: CartService {
  var answer = InstantLikes.Answer.atOnce
  private(set) var requests = 0
  private var held: [UnsafeContinuation<Void, Never>] = []

  func add(_ amount: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await answer(amount > 0 ? 2 : 1)
  }

  func reduce(
    _ amount: Int, of productID: String, _ info: RequestInfo
  ) async throws -> CartAnswer { try await answer(1) }

  func set(_ quantity: Int, of productID: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await answer(quantity)
  }

  func quantity(of productID: String) async throws -> CartAnswer { CartAnswer(quantity: 1) }

  /// Answers everything that is held.
  func release() {
    let all = held
    held.removeAll(keepingCapacity: true)
    for request in all { request.resume() }
  }

  private func answer(_ quantity: Int) async throws -> CartAnswer {
    requests &+= 1
    switch answer {
    case .atOnce: break
    case .refusal: throw ServiceError.rejected
    case .held: await withUnsafeContinuation { held.append($0) }
    }
    return CartAnswer(quantity: quantity)
  }
}
