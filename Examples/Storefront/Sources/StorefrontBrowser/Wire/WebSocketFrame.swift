package import Foundation

/// A frame to a browser; a server's frames are never masked.
package enum WebSocketFrame {
  package static func text(_ payload: Data) -> Data { frame(1, payload) }

  package static func pong(_ payload: [UInt8]) -> Data { frame(10, Data(payload)) }

  package static func close(_ code: UInt16, _ reason: String) -> Data {
    // A control frame has at most 125 bytes, two of which are the code. A reason that ends in the
    // middle of a character would violate the protocol.
    var words = reason
    while words.utf8.count > 123 { words.removeLast() }
    return frame(8, Data([UInt8(code >> 8), UInt8(code & 255)]) + Data(words.utf8))
  }

  private static func frame(_ kind: UInt8, _ payload: Data) -> Data {
    var head: [UInt8] = [0x80 | kind]
    switch payload.count {
    case ...125: head.append(UInt8(payload.count))
    case ...0xFFFF: head += [126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default:
      head.append(127)
      head += (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
    }
    return Data(head) + payload
  }
}
