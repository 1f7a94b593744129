package import Foundation

/// A message from a device to its page: in JSON, an object with one member for the kind.
package enum Patch: Hashable, Sendable, Encodable {
  /// Another screen is shown; the states of its components follow.
  case screen(ScreenPatch)
  /// The state of a component has changed.
  case state(StatePatch)
  /// An item has processed an event.
  case timeline(TimelineEntry)
  /// An event rose along the responder chain.
  case trace(event: String, outcome: String, steps: [TraceStep])
  /// The name of the signed-in user; empty if no user is signed in.
  case owner(String)
  /// A message to the user, with the tag of its language, shown for a few seconds.
  case toast(text: String, language: String = "en")
  /// The number of units in the cart, shown on its tab.
  case badge(Int)
  /// The removals that can be undone before they are sent, newest first.
  case undoable([UndoPatch])
  /// Whether any work is pending.
  case pending(Bool)
  /// The conditions of the network, as shown by the controls.
  case network(DeviceNetwork.Conditions)
  /// The state of the server and its stock, which all devices share.
  case shop(isRunning: Bool, products: [ShopProduct])

  /// The message, as JSON whose keys are sorted, so that the page can compare rows as texts.
  package var json: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Encoding can't fail, since a message has only texts, numbers and flags.
    return (try? encoder.encode(self)) ?? Data()
  }
}

/// A removal that can be undone.
package struct UndoPatch: Hashable, Sendable, Encodable {
  package var id: String
  package var name: String
  /// The time from the removal until it is sent, in milliseconds.
  package var grace: Int
}

/// A product and its stock, as shown by the control strip.
package struct ShopProduct: Hashable, Sendable, Encodable {
  package var id: String
  package var name: String
  package var stock: Int

  package init(id: String, name: String, stock: Int) {
    self.id = id
    self.name = name
    self.stock = stock
  }
}

/// One responder on the path of an event.
package struct TraceStep: Hashable, Sendable, Encodable {
  package var node: String
  package var decision: String
  package var writes: [String]
}
