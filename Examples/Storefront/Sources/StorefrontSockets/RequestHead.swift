import Foundation

/// The head of an HTTP request.
package struct RequestHead: Hashable, Sendable {
  /// The most bytes that a head may have.
  package static let limit = 8192

  package let method: String
  /// The path, without its query and still encoded.
  package let path: String
  package let query: [String: String]
  /// The fields, by their names in lowercase.
  package let fields: [String: String]

  /// Reads a head, up to its empty line; `nil` if it is none.
  package init?(_ bytes: [UInt8]) {
    guard let text = String(bytes: bytes, encoding: .utf8) else { return nil }
    var lines = text.split(separator: "\r\n", omittingEmptySubsequences: true)
    guard !lines.isEmpty else { return nil }
    let words = lines.removeFirst().split(separator: " ")
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else {
      return nil
    }
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
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    self.fields = fields
  }

  /// Whether a page of ours, on this port, made the request.
  ///
  /// A page from elsewhere can open a WebSocket to this machine, and only its Origin tells. The host
  /// is looked at as well, since a foreign name may have been made to point here.
  package func isFromOurPage(port: UInt16) -> Bool {
    isForUs(port: port)
      && ["http://127.0.0.1:\(port)", "http://localhost:\(port)"].contains(fields["origin"])
  }

  /// Whether the request names this host.
  package func isForUs(port: UInt16) -> Bool {
    ["127.0.0.1:\(port)", "localhost:\(port)"].contains(fields["host"])
  }

  /// Setting a query that is not percent-encoded traps.
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
