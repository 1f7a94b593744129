import Components

/// The events that this module handles, whatever their sender.
extension EventName {
  static let ticket = Self("goods.ticket")
  static let promotion = Self("goods.promotion")
  static let offer = Self("goods.offer")
  static let remind = Self("goods.remind")
  static let score = Self("goods.score")
  static let address = Self("goods.address")
  static let service = Self("goods.service")
  static let sku = Self("goods.sku")
  static let buy = Self("goods.buy")
}

extension EventKey where Value == String {
  static var ticket: Self { "ticket" }
  static var product: Self { "product" }
  static var offer: Self { "offer" }
  static var city: Self { "city" }
  static var sku: Self { "sku" }
  static var section: Self { "section" }
}

extension EventKey where Value == Int {
  static var off: Self { "off" }
  static var hours: Self { "hours" }
  static var days: Self { "days" }
  static var quantity: Self { "quantity" }
}
