import Foundation
import Observation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server that answers with recordings: each request with its recorded reply.
///
/// It answers on the main actor, so no reply arrives before the test awaits.
@MainActor @Observable
final class RecordedServer {
  let baseURL: URL
  /// The exchanges that have not taken place.
  private var exchanges: [Recording.Exchange]
  /// The requests that are in no recording.
  private var unknown: [String] = []
  private var keys: [String] = []

  /// The servers by host, for `RecordedProtocol`, which the system creates.
  private static var servers: [String: RecordedServer] = [:]

  init(_ names: String...) throws {
    exchanges = try names.flatMap { try Recording(named: $0).exchanges }
    let host = "shop-\(Self.servers.count).example"
    baseURL = try #require(URL(string: "https://\(host)/"))
    Self.servers[host] = self
  }

  /// What differs from the recordings: `+` is an unexpected request, `-` a missing one.
  var difference: [String] {
    unknown.map { "+ \($0)" } + exchanges.map { "- \($0.request)" }
  }

  /// The configuration with which URLSession sends its requests to a recorded server.
  var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [RecordedProtocol.self]
    return configuration
  }

  /// Returns the recorded reply, or throws the recorded failure of the network.
  static func reply(to request: URLRequest) throws -> Recording.Reply? {
    guard let server = servers[request.url?.host() ?? ""] else { throw URLError(.cannotFindHost) }
    return try server.reply(to: request)
  }

  private func reply(to request: URLRequest) throws -> Recording.Reply? {
    // The images may be another host's, which must not get the token.
    let isImage = request.url?.path().hasPrefix("/images/") == true
    let token = request.value(forHTTPHeaderField: "Authorization")
    guard token == (isImage ? nil : "Bearer secret") else {
      return Recording.Reply(status: 401, headers: [:], body: Data())
    }
    let text = text(of: request)
    // Requests that don't wait for each other may arrive in any order; the keys are in order.
    guard let next = exchanges.firstIndex(where: { $0.request == text }) else {
      unknown.append(text)
      throw URLError(.networkConnectionLost)
    }
    return try exchanges.remove(at: next).reply?.get()
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
