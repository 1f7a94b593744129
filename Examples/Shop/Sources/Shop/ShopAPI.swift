import Foundation
import SelfManaged

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The client of the shop's back end: the like service, the cart service and the image loader.
struct ShopAPI: Sendable {
  private let baseURL: URL
  private let urlSession: URLSession

  init(baseURL: URL, configuration: URLSessionConfiguration = .ephemeral) {
    // Below `OptimisticPolicy.timeout`, so that URLSession reports the cause of a failure.
    configuration.timeoutIntervalForResource = 20
    self.baseURL = baseURL
    urlSession = URLSession(configuration: configuration)
  }

  /// Sends a request to the shop.
  ///
  /// The key identifies a change in all its attempts, so that the server makes it only once. A
  /// change that is based on another version than the server's is refused as a conflict.
  func send(
    _ method: String, _ path: String, _ query: [String: Int] = [:], key: IdempotencyKey? = nil,
    ifVersion version: Int? = nil
  ) async throws(ServiceError) -> ShopReply {
    let items = query.map { URLQueryItem(name: $0.key, value: String($0.value)) }
    let url = baseURL.appending(path: path)
    var request = URLRequest(url: items.isEmpty ? url : url.appending(queryItems: items))
    request.httpMethod = method
    request.setValue(key?.rawValue, forHTTPHeaderField: "Idempotency-Key")
    request.setValue(version.map { "\"\($0)\"" }, forHTTPHeaderField: "If-Match")
    return try await send(request)
  }

  func send(_ request: URLRequest) async throws(ServiceError) -> ShopReply {
    do {
      let (body, response) = try await urlSession.data(for: request)
      let http = response as? HTTPURLResponse
      return ShopReply(
        status: http?.statusCode ?? 0, body: body,
        retryAfter: http?.value(forHTTPHeaderField: "Retry-After"),
        date: http?.value(forHTTPHeaderField: "Date"))
    } catch {
      throw ServiceError(withoutReply: error)
    }
  }
}

extension ServiceError {
  /// The meaning of an error of URLSession: the request was certainly not sent, or it may have been.
  fileprivate init(withoutReply error: any Error) {
    switch (error as? URLError)?.code {
    case .notConnectedToInternet, .dataNotAllowed, .cannotFindHost, .dnsLookupFailed:
      self = .offline
    // A timeout or a lost connection. Also `cannotConnectToHost`: URLSession may report it after it
    // has sent the request on an older connection.
    default: self = .unknownOutcome
    }
  }
}
