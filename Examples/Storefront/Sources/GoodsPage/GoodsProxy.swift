package import Components

/// The handlers of a goods page in a separate object, which can be tested without the page.
@MainActor
package final class GoodsProxy: EventProxy {
  package let table = EventTable()
  package private(set) var choice = GoodsChoice()
  /// Called for each purchase.
  package var onBuy: @MainActor (_ sku: String, _ quantity: Int) -> Void = { _, _ in }

  private let say: @MainActor (String) -> Void

  /// Creates a proxy for the page of a product; `say` is called with each action.
  package init(product: String, say: @escaping @MainActor (String) -> Void) throws {
    self.say = say
    // A suggestion carries its own product, which is not overwritten.
    table.decorator = { info, _ in info.set(product, for: .product, .ifAbsent) }
    table.on(.ticket, self, GoodsProxy.take)
    table.on(.promotion, self, GoodsProxy.promote)
    table.on(.offer, self, GoodsProxy.openOffer)
    table.on(.remind, self, GoodsProxy.remind)
    table.on(.score, self, GoodsProxy.showReviews)
    table.on(.address, self, GoodsProxy.deliver)
    table.on(.service, self, GoodsProxy.explain)
    table.on(.sku, self, GoodsProxy.choose)
    table.on(.buy, self, GoodsProxy.buy)
  }

  private func take(_ event: ResponderEvent) throws -> Handling {
    let off = try event.value(for: .off)
    choice.tickets.append(try event.value(for: .ticket))
    say("takes \(off) % off")
    return .stop
  }

  private func promote(_ event: ResponderEvent) throws -> Handling {
    say("opens what is offered with \(try event.value(for: .product))")
    return .stop
  }

  private func openOffer(_ event: ResponderEvent) throws -> Handling {
    say("opens \(try event.value(for: .offer)) of \(try event.value(for: .product))")
    return .stop
  }

  private func remind(_ event: ResponderEvent) throws -> Handling {
    let (offer, hours) = (try event.value(for: .offer), try event.value(for: .hours))
    say("will remind of \(offer) within \(hours) hours")
    return .stop
  }

  private func showReviews(_ event: ResponderEvent) throws -> Handling {
    say("shows the reviews of \(try event.value(for: .product))")
    return .stop
  }

  private func deliver(_ event: ResponderEvent) throws -> Handling {
    let city = try event.value(for: .city)
    choice.city = city
    say("delivers to \(city)")
    return .stop
  }

  private func explain(_ event: ResponderEvent) throws -> Handling {
    say("explains \(try event.value(for: .days)) days to return")
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
