import Foundation
package import NIOCore
package import NIOHTTP1

/// An HTTP request.
package struct Request: Sendable {
  /// The maximum number of bytes in a body.
  package static let maximumBody = 16_384

  package let method: HTTPMethod
  /// The path, without its query and still encoded.
  package let path: String
  /// The items of the query; empty if the query is malformed.
  package let query: [String: String]
  package let headers: HTTPHeaders
  package var body = ByteBuffer()

  /// Checks what the decoder of a head accepts, and these servers don't.
  package init(_ head: HTTPRequestHead) throws(RequestRefusal) {
    // A repeated field is ambiguous.
    guard head.uri.hasPrefix("/"), [.http1_0, .http1_1].contains(head.version),
      Self.singleFields.allSatisfy({ head.headers[$0].count < 2 })
    else { throw .malformed }
    guard !head.headers.contains(name: "Transfer-Encoding") else { throw .lengthRequired }
    method = head.method
    headers = head.headers
    let target = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(target[0])
    let components = target.dropFirst().first.flatMap {
      URLComponents(string: "?\($0)", encodingInvalidCharacters: false)
    }
    query = Dictionary(
      (components?.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
  }

  /// The value of a field; the name's case does not matter.
  package func field(_ name: String) -> String? {
    headers.first(name: name)?.trimmingCharacters(in: .whitespaces)
  }

  /// Whether the request comes from a page that this server, on this port, has sent.
  ///
  /// A page of another site can open a WebSocket to this machine; only its Origin shows that. The
  /// host is checked as well, since a foreign host name may resolve to this machine.
  package func isFromOurPage(port: Int) -> Bool {
    isForUs(port: port)
      && ["http://127.0.0.1:\(port)", "http://localhost:\(port)"].contains(field("Origin"))
  }

  /// Whether the request names this host.
  package func isForUs(port: Int) -> Bool {
    ["127.0.0.1:\(port)", "localhost:\(port)"].contains(field("Host"))
  }

  /// Whether the request names this machine, on any port, since a relay may have another port.
  ///
  /// A foreign host name that resolves to this machine is refused.
  package var isForThisMachine: Bool {
    guard let host = field("Host") else { return false }
    let parts = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return ["127.0.0.1", "localhost"].contains(parts[0])
      && (parts.count == 1 || UInt16(parts[1]) != nil)
  }

  /// Whether the request is the handshake of a WebSocket.
  package var isForWebSocket: Bool {
    headers[canonicalForm: "Upgrade"].contains { $0.lowercased() == "websocket" }
      && headers[canonicalForm: "Connection"].contains { $0.lowercased() == "upgrade" }
      && field("Sec-WebSocket-Version") == "13" && field("Sec-WebSocket-Key") != nil
  }

  /// The fields with one value that the servers read.
  private static let singleFields = [
    "Content-Length", "Host", "Idempotency-Key", "If-Version", "Origin", "Sec-WebSocket-Key",
    "Transfer-Encoding", "X-User",
  ]
}
