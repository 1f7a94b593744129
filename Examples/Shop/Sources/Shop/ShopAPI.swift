import Foundation
import SelfManaged

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The client of the shop's back end, for one user: the list, the orders, and the services of a
/// session.
struct ShopAPI: Sendable {
  private let base: String
  private let token: String
  private let urlSession: URLSession

  init(baseURL: URL, token: String, configuration: URLSessionConfiguration = .ephemeral) {
    // Below `OptimisticPolicy.timeout`, so that URLSession reports the cause of a failure.
    configuration.timeoutIntervalForResource = 20
    let address = baseURL.absoluteString
    base = address.hasSuffix("/") ? String(address.dropLast()) : address
    self.token = token
    urlSession = URLSession(configuration: configuration)
  }

  func products() async -> Result<[Product], ServiceError> {
    struct List: Decodable { var products: [Product] }
    do throws(ServiceError) {
      return .success(try await send("GET", ["products"]).body(as: List.self).products)
    } catch {
      return .failure(error)
    }
  }

  /// Orders the cart, unless it has another tag.
  ///
  /// If the reply is lost, the order is sent once more under the same key: it is placed only once.
  /// If the second attempt fails as well, the outcome stays unknown, because the first attempt may
  /// have succeeded.
  ///
  /// - Returns: The number of the order.
  func placeOrder(ofCart tag: String) async throws(ServiceError) -> String {
    let key = IdempotencyKey(rawValue: UUID().uuidString)
    do throws(ServiceError) {
      return try await placeOrder(ofCart: tag, key)
    } catch {
      guard error.code == .unknownOutcome else { throw error }
      if let number = try? await placeOrder(ofCart: tag, key) { return number }
      throw error
    }
  }

  private func placeOrder(
    ofCart tag: String, _ key: IdempotencyKey
  ) async throws(ServiceError) -> String {
    struct Placed: Decodable { var number: String }
    return try await send("POST", ["orders"], key: key, ifMatch: tag)
      .body(as: Placed.self, isVersioned: true).number
  }

  /// Sends a request to the shop.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The parts of the path. An ID is one part, whatever its characters are.
  ///   - query: The names and values of the query.
  ///   - key: Identifies a change in all its attempts; the server makes it only once.
  ///   - tag: The version on which a change is based; the server refuses it if it has another one.
  /// - Returns: The reply, whatever its status.
  /// - Throws: The error of a request without a reply.
  func send(
    _ method: String, _ path: [String], _ query: [(name: String, value: String)] = [],
    key: IdempotencyKey? = nil, ifMatch tag: String? = nil
  ) async throws(ServiceError) -> ShopReply {
    // URL parsers resolve these segments even if they are encoded.
    if path.contains(where: [".", "..", ""].contains) { throw .rejected }
    let path = path.map { "/" + encoded($0) }.joined()
    let query = query.map { "\($0)=\(encoded($1))" }.joined(separator: "&")
    guard let url = URL(string: base + path + (query.isEmpty ? "" : "?\(query)"))
    else { throw .rejected }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.cachePolicy = .reloadIgnoringLocalCacheData  // Each read must ask the server.
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    request.setValue(key?.rawValue, forHTTPHeaderField: "Idempotency-Key")
    request.setValue(tag, forHTTPHeaderField: "If-Match")
    return try await send(request)
  }

  func send(_ request: URLRequest) async throws(ServiceError) -> ShopReply {
    do {
      let (body, response) = try await urlSession.data(for: request)
      let http = response as? HTTPURLResponse
      return ShopReply(
        status: http?.statusCode ?? 0, body: body, tag: http?.value(forHTTPHeaderField: "ETag"),
        retryAfter: http?.value(forHTTPHeaderField: "Retry-After"),
        date: http?.value(forHTTPHeaderField: "Date"))
    } catch {
      throw ServiceError(withoutReply: error)
    }
  }

  private func encoded(_ part: String) -> String {
    let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
    return part.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }
}

extension ServiceError {
  /// The meaning of an error of URLSession: the request was certainly not sent, or it may have been.
  fileprivate init(withoutReply error: any Error) {
    switch (error as? URLError)?.code {
    case .notConnectedToInternet, .dataNotAllowed, .cannotFindHost, .dnsLookupFailed,
      .internationalRoamingOff, .callIsActive:
      self = .offline
    // A timeout or a lost connection. Also `cannotConnectToHost`, which Linux reports after the
    // request was sent as well.
    default: self = .unknownOutcome
    }
  }
}
