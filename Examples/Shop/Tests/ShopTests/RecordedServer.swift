import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server that answers with a recording: each request with its recorded reply, in order.
///
/// It answers on the main actor, so no reply arrives before the test awaits.
@MainActor
final class RecordedServer {
  let baseURL: URL
  /// The requests that arrived.
  private(set) var requests: [String] = []
  /// The requests of the recording; equal to `requests` at the end of a test.
  let recordedRequests: [String]
  private var exchanges: ArraySlice<Recording.Exchange>
  private var keys: [String] = []

  /// The servers by host, for `RecordedProtocol`, which the system creates.
  private static var servers: [String: RecordedServer] = [:]

  init(_ name: String) throws {
    let exchanges = try Recording(named: name).exchanges
    self.exchanges = exchanges[...]
    recordedRequests = exchanges.map(\.request)
    let host = "\(name)-\(Self.servers.count).example"
    baseURL = try #require(URL(string: "https://\(host)"))
    Self.servers[host] = self
  }

  /// The configuration with which URLSession sends its requests to a recorded server.
  var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [RecordedProtocol.self]
    return configuration
  }

  /// Returns the recorded reply, or throws the recorded failure of the network.
  static func reply(to request: URLRequest) throws -> Recording.Reply {
    guard let server = servers[request.url?.host() ?? ""] else { throw URLError(.cannotFindHost) }
    return try server.reply(to: request)
  }

  private func reply(to request: URLRequest) throws -> Recording.Reply {
    requests.append(text(of: request))
    // An unknown request stays without a reply; the test then compares the requests.
    guard let next = exchanges.first, next.request == requests.last else {
      throw URLError(.networkConnectionLost)
    }
    exchanges.removeFirst()
    return try next.reply.get()
  }

  /// The request as the recording has it; keys are numbered, since each session has its own.
  private func text(of request: URLRequest) -> String {
    let path = request.url.map { $0.path() + ($0.query().map { "?\($0)" } ?? "") } ?? ""
    var lines = ["\(request.httpMethod ?? "") \(path)"]
    if let key = request.value(forHTTPHeaderField: "Idempotency-Key") {
      if !keys.contains(key) { keys.append(key) }
      lines.append("Idempotency-Key: key-\((keys.firstIndex(of: key) ?? 0) + 1)")
    }
    if let version = request.value(forHTTPHeaderField: "If-Match") {
      lines.append("If-Match: \(version)")
    }
    return lines.joined(separator: "\n")
  }
}
