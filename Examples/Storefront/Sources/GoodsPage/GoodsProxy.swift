package import Components

/// The handlers of a goods page in a separate object, which can be tested without the page.
@MainActor
package final class GoodsProxy: EventProxy {
  package let table = EventTable()
  package private(set) var choice = GoodsChoice()
  /// Called for each purchase.
  package var onBuy: @MainActor (_ sku: String, _ quantity: Int) -> Void = { _, _ in }
  /// Called with each action, in words.
  package var say: @MainActor (String) -> Void

  /// Creates a proxy for the page of a product.
  package init(product: String, say: @escaping @MainActor (String) -> Void = { _ in }) {
    self.say = say
    // A suggestion carries its own product, which is not overwritten.
    table.decorator = { info, _ in info.set(product, for: .product, .ifAbsent) }
    table.on(.ticket, self, GoodsProxy.take)
    table.on(.address, self, GoodsProxy.deliver)
    table.on(.sku, self, GoodsProxy.choose)
    table.on(.buy, self, GoodsProxy.buy)
    tell(.promotion) { "opens what is offered with \(try $0.value(for: .product))" }
    tell(.offer) { "opens \(try $0.value(for: .offer)) of \(try $0.value(for: .product))" }
    tell(.remind) {
      "will remind of \(try $0.value(for: .offer)) within \(try $0.value(for: .hours)) hours"
    }
    tell(.score) { "shows the reviews of \(try $0.value(for: .product))" }
    tell(.service) { "explains \(try $0.value(for: .days)) days to return" }
  }

  /// Handles an event by words alone.
  private func tell(
    _ name: EventName, _ words: @escaping @MainActor (ResponderEvent) throws -> String
  ) {
    table.on(name) { [weak self] event in
      self?.say(try words(event))
      return .stop
    }
  }

  private func take(_ event: ResponderEvent) throws -> Handling {
    let off = try event.value(for: .off)
    choice.tickets.append(try event.value(for: .ticket))
    say("takes \(off) % off")
    return .stop
  }

  private func deliver(_ event: ResponderEvent) throws -> Handling {
    let city = try event.value(for: .city)
    choice.city = city
    say("delivers to \(city)")
    return .stop
  }

  private func choose(_ event: ResponderEvent) throws -> Handling {
    let sku = try event.value(for: .sku)
    choice.sku = sku
    say("chooses \(sku)")
    return .stop
  }

  private func buy(_ event: ResponderEvent) throws -> Handling {
    let quantity = try event.value(for: .quantity)
    guard let sku = choice.sku else {
      say("asks to choose first")
      return .stop
    }
    say("buys \(quantity) in \(sku)")
    onBuy(sku, quantity)
    return .stop
  }
}
