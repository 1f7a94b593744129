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
    /// The reply, or the error of a URLSession that received none; `nil` if it waits for one for ever.
    let reply: Result<Reply, URLError>?
  }

  struct Reply: Sendable {
    let status: Int
    let headers: [String: String]
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
  /// Reads a request, an empty line, and the reply: its head, an empty line, and its body.
  ///
  /// In place of a reply there can be `(timeout)`, `(offline)` or `(never)`.
  init(_ text: String) throws {
    let parts = text.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
    request = parts[0]
    switch try #require(parts.dropFirst().first) {
    case "(timeout)": reply = .failure(URLError(.timedOut))
    case "(offline)": reply = .failure(URLError(.notConnectedToInternet))
    case "(never)": reply = nil
    case let head:
      let lines = head.components(separatedBy: "\n")
      let status = try #require(Int(lines[0].split(separator: " ")[1]))
      let headers = lines.dropFirst().map { $0.components(separatedBy: ": ") }
      reply = .success(
        .init(
          status: status,
          headers: Dictionary(uniqueKeysWithValues: headers.map { ($0[0], $0[1]) }),
          body: Data(parts.dropFirst(2).joined(separator: "\n\n").utf8)))
    }
  }
}
