import Foundation

/// The head of an HTTP request.
package struct RequestHead: Hashable, Sendable {
  /// The maximum number of bytes in a head.
  package static let limit = 8192

  package let method: String
  /// The path, without its query and still encoded.
  package let path: String
  package let query: [String: String]
  /// The fields, by their names in lowercase.
  package let fields: [String: String]

  /// Decodes a head, up to its empty line; `nil` if it is malformed.
  package init?(_ bytes: [UInt8]) {
    guard let text = String(bytes: bytes, encoding: .utf8), !Self.hasControls(bytes) else {
      return nil
    }
    var lines = text.split(separator: "\r\n", omittingEmptySubsequences: true)
    guard !lines.isEmpty else { return nil }
    let words = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, Self.isToken(words[0]), words[1].hasPrefix("/"),
      ["HTTP/1.0", "HTTP/1.1"].contains(words[2])
    else { return nil }
    method = String(words[0])
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(target[0])
    var items = URLComponents()
    items.percentEncodedQuery =
      target.count > 1 && Self.isEncoded(target[1]) ? String(target[1]) : nil
    query = Dictionary(
      (items.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
    var fields: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      // A line that continues the line before it begins with a space, and so has no valid name.
      guard parts.count == 2, Self.isToken(parts[0]) else { return nil }
      let name = parts[0].lowercased()
      let former = fields.updateValue(parts[1].trimmingCharacters(in: .whitespaces), forKey: name)
      // A repeated field is ambiguous.
      guard former == nil || !Self.singleFields.contains(name) else { return nil }
    }
    self.fields = fields
  }

  /// Whether the request comes from a page that this server, on this port, has sent.
  ///
  /// A page of another site can open a WebSocket to this machine; only its Origin shows that. The
  /// host is checked as well, since a foreign host name may resolve to this machine.
  package func isFromOurPage(port: UInt16) -> Bool {
    isForUs(port: port)
      && ["http://127.0.0.1:\(port)", "http://localhost:\(port)"].contains(fields["origin"])
  }

  /// Whether the request names this host.
  package func isForUs(port: UInt16) -> Bool {
    ["127.0.0.1:\(port)", "localhost:\(port)"].contains(fields["host"])
  }

  /// Whether the request names this machine, on any port, since a relay may have another port.
  ///
  /// A foreign host name that resolves to this machine is refused.
  package var isForThisMachine: Bool {
    guard let host = fields["host"] else { return false }
    let parts = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return ["127.0.0.1", "localhost"].contains(parts[0])
      && (parts.count == 1 || UInt16(parts[1]) != nil)
  }

  /// The fields with one value that the servers read.
  private static let singleFields: Set = [
    "content-length", "host", "idempotency-key", "if-version", "origin", "sec-websocket-key",
    "transfer-encoding", "x-user",
  ]

  /// Whether a text can be a method or the name of a field.
  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// Whether a line contains a control character other than a tab.
  private static func hasControls(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { index in
      switch bytes[index] {
      case 13: index + 1 == bytes.count || bytes[index + 1] != 10
      case 10: index == 0 || bytes[index - 1] != 13
      case 9: false
      default: bytes[index] < 32 || bytes[index] == 127
      }
    }
  }

  /// Checked because setting a query that is not percent-encoded traps.
  private static func isEncoded(_ query: Substring) -> Bool {
    var rest = query.utf8
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst(), let low = rest.popFirst(), isHex(high), isHex(low) else {
          return false
        }
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        continue
      default:
        guard "-._~!$&'()*+,;=:@/?".utf8.contains(byte) else { return false }
      }
    }
    return true
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    byte < 0x80 && Character(Unicode.Scalar(byte)).isHexDigit
  }
}
