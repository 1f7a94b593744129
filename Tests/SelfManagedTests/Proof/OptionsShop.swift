import Fakes
import SelfManaged

/// A back end whose lines have IDs of their own: the part before the hyphen is the product's.
@MainActor
final class OptionsShop: WholeCartService {
  var lines: [String: Int] = [:] { didSet { version += 1 } }
  private(set) var sent: [String] = []
  let wire = FakeWire()
  private var version = 0

  var wholeCart: Cart {
    Cart(
      lines: lines.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { id, quantity in
        Cart.Line(productID: String(id.prefix { $0 != "-" }), id: id, quantity: quantity)
      }, version: version)
  }

  func add(_ amount: Int, of id: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await change("+\(amount)", id) { $0 + amount }
  }

  func reduce(_ amount: Int, of id: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await change("-\(amount)", id) { $0 - amount }
  }

  func set(_ quantity: Int, of id: String, _ info: RequestInfo) async throws -> CartAnswer {
    try await change("=\(quantity)", id) { _ in quantity }
  }

  func cart() async throws -> Cart { try await wire.carry { [self] in wholeCart } }

  private func change(
    _ words: String, _ id: String, _ change: @escaping (Int) -> Int
  ) async throws -> CartAnswer {
    sent.append("\(words) \(id)")
    return try await wire.carry { [self] in
      let line = id.contains("-") ? id : id + "-small"
      lines[line] = change(lines[line, default: 0])
      return CartAnswer(cart: wholeCart)
    }
  }
}
