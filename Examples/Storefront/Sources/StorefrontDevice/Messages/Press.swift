package import Foundation

/// A message from a page to its device: an action of the user.
package enum Press: Hashable, Sendable {
  /// The user pressed a component, or typed into it.
  case component(String, Action)
  /// The user undid the removal of a product.
  case undo(String)
  /// The user opened a deep link.
  case open(String)
  /// The user pressed the back button this number of times.
  case back(Int)
  /// The user reloads the screen.
  case reload
  /// The user changed the network of this device.
  case network(Network)
  /// The user changed the server, which all devices share.
  case shop(Shop)

  /// An action on a component.
  package enum Action: Hashable, Sendable {
    case tap, add, reduce, begin, end, cancel
    case edit(String)
    case select(String?)
  }

  package enum Network: Hashable, Sendable {
    case latency(Int)
    case offline(Bool)
    case airplane(Bool)
    case busyNext
    case failNext
    case loseReply
    case holdReplies(Bool)
  }

  package enum Shop: Hashable, Sendable {
    case stop
    case start
    case stock(String, Int)
  }
}

/// The error of a message that the page would not send.
package struct MalformedPress: Error, Hashable, CustomStringConvertible {
  /// The problem, short enough for the reason of a WebSocket's close frame.
  package let description: String
}

extension Press {
  /// The maximum number of characters in a text.
  static let longestText = 500

  /// Decodes a message: a flat JSON object whose member `press` is the kind of action.
  package init(_ json: Data) throws(MalformedPress) {
    guard let wire = try? JSONDecoder().decode(Wire.self, from: json) else {
      throw MalformedPress(description: "not a press")
    }
    self = try wire.meaning()
  }

  private struct Wire: Decodable {
    let press: String
    let id: String?
    let text: String?
    let number: Int?
    let flag: Bool?

    func meaning() throws(MalformedPress) -> Press {
      switch press {
      case "tap": .component(try need(id, "id"), .tap)
      case "add": .component(try need(id, "id"), .add)
      case "reduce": .component(try need(id, "id"), .reduce)
      case "begin": .component(try need(id, "id"), .begin)
      case "end": .component(try need(id, "id"), .end)
      case "cancel": .component(try need(id, "id"), .cancel)
      case "edit": .component(try need(id, "id"), .edit(try need(text, "text")))
      case "select": .component(try need(id, "id"), .select(text))
      case "undo": .undo(try need(id, "id"))
      case "open": .open(try need(text, "text"))
      case "back": .back(number ?? 1)
      case "reload": .reload
      case "latency": .network(.latency(try need(number, "number")))
      case "offline": .network(.offline(try need(flag, "flag")))
      case "airplane": .network(.airplane(try need(flag, "flag")))
      case "busyNext": .network(.busyNext)
      case "failNext": .network(.failNext)
      case "loseReply": .network(.loseReply)
      case "holdReplies": .network(.holdReplies(try need(flag, "flag")))
      case "stop": .shop(.stop)
      case "start": .shop(.start)
      case "stock": .shop(.stock(try need(id, "id"), try need(number, "number")))
      default: throw MalformedPress(description: "an unknown press")
      }
    }

    private func need<Value>(_ value: Value?, _ name: String) throws(MalformedPress) -> Value {
      guard let value else { throw MalformedPress(description: "\(press) lacks \(name)") }
      if let text = value as? String, text.count > Press.longestText {
        throw MalformedPress(description: "\(name) is too long")
      }
      return value
    }
  }
}
