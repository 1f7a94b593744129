/// The kind of the cart as a whole, which has no intents: users change its products.
///
/// As a kind, it is ordered against other reports, read, repeated and ended by the same rules as
/// every value.
struct CartIntent: OptimisticIntent {
  private init() {}

  func applied(to value: Cart) -> Cart { value }

  static func value(from answer: Cart, over predicted: Cart, before: Cart) -> Cart { answer }
}
