package import Foundation

/// A message to a page: the only thing that travels from the device to the page.
package enum Patch: Hashable, Sendable {
  /// Another screen is shown; the states of its components follow.
  case screen(ScreenPatch)
  /// A component has another state.
  case state(StatePatch)
  /// Something happened to an item.
  case timeline(TimelineEntry)
  /// An event rose along the responder chain.
  case trace(TracePatch)
  /// The name of the signed-in user; empty if no user is signed in.
  case owner(String)
  /// Words for the person, for a moment.
  case toast(String)
  /// Whether anything is under way.
  case pending(Bool)
  /// The network is as the control strip says.
  case network(DeviceNetwork.Conditions)
  /// The shop is as the control strip says.
  case shop(ShopPatch)
}

extension Patch: Encodable {
  /// An object of one member, whose name says what it is.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    switch self {
    case .screen(let value): try container.encode(value, forKey: .screen)
    case .state(let value): try container.encode(value, forKey: .state)
    case .timeline(let value): try container.encode(value, forKey: .timeline)
    case .trace(let value): try container.encode(value, forKey: .trace)
    case .owner(let value): try container.encode(value, forKey: .owner)
    case .toast(let value): try container.encode(value, forKey: .toast)
    case .pending(let value): try container.encode(value, forKey: .pending)
    case .network(let value): try container.encode(value, forKey: .network)
    case .shop(let value): try container.encode(value, forKey: .shop)
    }
  }

  private enum Name: CodingKey {
    case screen, state, timeline, trace, owner, toast, pending, network, shop
  }

  /// The message, as JSON.
  package var json: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // All of it is text, numbers and flags, which can't fail.
    return (try? encoder.encode(self)) ?? Data()
  }
}

/// The shop that all devices share.
package struct ShopPatch: Hashable, Sendable, Encodable {
  package var isRunning: Bool
  package var products: [Product]

  package init(isRunning: Bool, products: [Product]) {
    self.isRunning = isRunning
    self.products = products
  }

  package struct Product: Hashable, Sendable, Encodable {
    package var id: String
    package var name: String
    package var stock: Int

    package init(id: String, name: String, stock: Int) {
      self.id = id
      self.name = name
      self.stock = stock
    }
  }
}

/// An event's way along the responder chain.
package struct TracePatch: Hashable, Sendable, Encodable {
  package var event: String
  package var outcome: String
  package var steps: [Step]

  package struct Step: Hashable, Sendable, Encodable {
    package var node: String
    package var decision: String
    package var writes: [String]
  }
}
