import Foundation
import SelfManaged
import StorefrontHarness
import StorefrontServer
import StorefrontServices
import StorefrontWire
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension RequestInfo {
  /// The information of a new intent.
  static func new(version: Int? = nil) -> Self {
    RequestInfo(key: IdempotencyKey(rawValue: UUID().uuidString), version: version)
  }

  /// The information of another attempt at the same intent.
  var again: Self { RequestInfo(key: key, attempt: attempt + 1, version: version) }
}

extension CartAnswer {
  /// The quantity of a product in the answer's cart.
  func quantity(of product: String) -> Int? {
    cart?.lines.first { $0.productID == product }?.quantity
  }
}

extension Cart {
  /// The cart as the server sent it.
  var shown: StorefrontCart? { payload as? StorefrontCart }
}

extension ServerProcess {
  nonisolated func api(_ user: String? = "ada", sendsVersion: Bool = false) -> StorefrontAPI {
    StorefrontAPI(baseURL: baseURL, userID: user, sendsVersion: sendsVersion)
  }

  /// The content of the server's database.
  nonisolated var records: StorefrontRecords {
    get throws { try StorefrontRecords(databasePath: databasePath) }
  }
}

extension RawServer {
  var api: StorefrontAPI { StorefrontAPI(baseURL: baseURL, userID: "ada") }

  /// Starts a server with the same answer to each request.
  static func answering(
    _ status: String, _ header: String, _ body: String
  ) async throws -> RawServer {
    try await answering(
      "HTTP/1.1 \(status)\r\n\(header)\r\nConnection: close\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }

  /// Starts a server that sends the same bytes to each request.
  static func answering(_ bytes: String) async throws -> RawServer {
    try await RawServer { connection in
      _ = try await connection.readRequest()
      try await connection.write(bytes)
    }
  }
}

/// The error of an operation; `nil` if it succeeds.
func failure<Value>(of operation: () async throws -> Value) async -> ServiceError? {
  do {
    _ = try await operation()
    return nil
  } catch {
    return ServiceError(error)
  }
}

/// A request that a correct client would not make.
func send(
  _ method: String, _ path: String, to server: ServerProcess, headers: [String: String],
  body: String? = nil
) async throws -> (status: Int, body: String) {
  var request = URLRequest(url: server.baseURL.appending(path: path))
  request.httpMethod = method
  request.httpBody = body.map { Data($0.utf8) }
  for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
  let session = URLSession(configuration: .ephemeral)
  defer { session.finishTasksAndInvalidate() }
  let (data, response) = try await session.data(for: request)
  let status = (response as? HTTPURLResponse)?.statusCode ?? 0
  return (status, String(decoding: data, as: UTF8.self))
}

/// A counter for concurrent use.
final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  func add() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}
