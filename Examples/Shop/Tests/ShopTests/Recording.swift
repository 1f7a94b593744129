import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The requests and replies of a file in `Recordings`, separated by lines of `###`.
struct Recording {
  let exchanges: [Exchange]

  struct Exchange {
    let request: String
    /// The reply, or the error of a URLSession that received none.
    let reply: Result<Reply, URLError>
  }

  struct Reply: Sendable {
    let status: Int
    let body: Data
  }

  init(named name: String) throws {
    let file = try #require(
      Bundle.module.url(forResource: name, withExtension: "http", subdirectory: "Recordings"))
    let text = try String(contentsOf: file, encoding: .utf8)
    exchanges = try text.components(separatedBy: "\n###\n").map(Exchange.init)
  }
}

extension Recording.Exchange {
  /// Reads a request, an empty line, and the reply: its status line, an empty line, and its body.
  ///
  /// In place of a reply there can be `(timeout)` or `(offline)`.
  init(_ text: String) throws {
    let parts = text.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
    request = parts[0]
    switch try #require(parts.dropFirst().first) {
    case "(timeout)": reply = .failure(URLError(.timedOut))
    case "(offline)": reply = .failure(URLError(.notConnectedToInternet))
    case let statusLine:
      let status = try #require(Int(statusLine.split(separator: " ")[1]))
      let body = parts.dropFirst(2).joined(separator: "\n\n")
      reply = .success(.init(status: status, body: Data(body.utf8)))
    }
  }
}
