import Foundation
import SelfManaged

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests, and classifies failures by the outcome of the request.
///
/// One failure can't be reported: FoundationNetworking of Swift 6.3 on Linux traps if a connection
/// is closed in the middle of a reply's head.
final class Transport: Sendable {
  let baseURL: URL
  private let userID: String?
  private let timeout: Duration
  private let reads: URLSession

  init(baseURL: URL, userID: String?, timeout: Duration) {
    self.baseURL = baseURL
    self.userID = userID
    self.timeout = timeout
    reads = Self.session()
  }

  deinit { reads.finishTasksAndInvalidate() }

  /// Reads a value; the connection may be reused, since a repeated read is harmless.
  func read(_ path: [String]) async throws -> Response {
    try await send(try request("GET", path), in: reads)
  }

  /// Loads an image; no user ID is sent, since the address may belong to any server.
  func image(at url: URL) async throws -> Response {
    try await send(URLRequest(url: url), in: reads)
  }

  /// Sends a change on a new connection.
  ///
  /// If a reused connection is dead, libcurl (and, for some methods, Apple's loader) silently sends
  /// the request again on a new one. The server may have carried out the first request. If the new
  /// connection is then refused, the reported error is "refused", as if no request was sent. So
  /// each change has its own session, which has no connections to reuse.
  func change(
    _ method: String, _ path: [String], headers: [String: String], body: (any Encodable)?
  ) async throws -> Response {
    var request = try request(method, path)
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    if let body {
      request.httpBody = try JSONEncoder().encode(body)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    let session = Self.session()
    defer { session.finishTasksAndInvalidate() }
    return try await send(request, in: session)
  }

  private func send(_ request: URLRequest, in session: URLSession) async throws -> Response {
    do {
      let (body, response) = try await answer(to: request, in: session)
      guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
      return Response(
        status: response.statusCode,
        contentType: response.value(forHTTPHeaderField: "Content-Type") ?? "", body: body,
        retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
        date: response.value(forHTTPHeaderField: "Date"))
    } catch {
      throw TransportFailure.meaning(of: error, host: request.url?.host() ?? "")
    }
  }

  /// Sends the request, and stops waiting after the timeout, or when the task is canceled.
  ///
  /// The `timeoutInterval` of a request is the time without any bytes, so that a slow reply would
  /// never time out. On Linux it is also truncated to whole seconds, so that half a second becomes 0.
  ///
  /// `URLSession.data(for:)` of Swift 6.3 on Linux can deadlock when it is canceled. It cancels its
  /// request while the runtime holds the task's lock, and waits for a queue that may wait for the
  /// same lock to deliver the reply. So another thread cancels the request here.
  private func answer(
    to request: URLRequest, in session: URLSession
  ) async throws -> (Data, URLResponse) {
    let (answers, answer) = AsyncThrowingStream.makeStream(of: (Data, URLResponse).self)
    let task = session.dataTask(with: request) { data, response, error in
      if let response, error == nil { answer.yield((data ?? Data(), response)) }
      answer.finish(throwing: error)
    }
    let deadline = Task { [timeout] in
      try await Task.sleep(for: timeout)
      answer.finish(throwing: URLError(.timedOut))
      task.cancel()
    }
    defer { deadline.cancel() }
    return try await withTaskCancellationHandler {
      task.resume()
      for try await answer in answers { return answer }
      throw CancellationError()
    } onCancel: {
      DispatchQueue.global().async { task.cancel() }
    }
  }

  private func request(_ method: String, _ path: [String]) throws(ServiceError) -> URLRequest {
    var base = baseURL.absoluteString
    while base.hasSuffix("/") { base.removeLast() }
    var allowed = CharacterSet.urlPathAllowed
    allowed.remove("/")
    let components = path.map { $0.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" }
    // Checked here, since the loader's error is ambiguous: on Linux, a reply that is not HTTP is
    // also reported as an unsupported URL.
    guard let url = URL(string: ([base] + components).joined(separator: "/")),
      ["http", "https"].contains(url.scheme), url.host() != nil
    else { throw .rejected("The server's address is malformed") }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.setValue(userID, forHTTPHeaderField: "X-User")
    return request
  }

  /// A session without caches and cookies, so that every reply is fresh.
  private static func session() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    return URLSession(
      configuration: configuration, delegate: RedirectRefuser(), delegateQueue: nil)
  }
}

/// Refuses redirects, so that a reply always comes from the server that received the request.
private final class RedirectRefuser: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}

/// The outcome of a request without a complete reply.
private enum TransportFailure {
  /// Returns `.offline` if the request was certainly not sent, and otherwise `.unknownOutcome`.
  static func meaning(of error: any Error, host: String) -> ServiceError {
    switch (error as? URLError)?.code {
    case .cannotConnectToHost: isRefusalCertain(host: host) ? .offline : .unknownOutcome
    // The host name is unknown or there is no network, so no request was sent.
    case .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .dataNotAllowed,
      .internationalRoamingOff, .callIsActive:
      .offline
    // Lost, timed out, canceled, truncated or invalid. A timeout of the connection can't be
    // distinguished from a timeout of the reply.
    default: .unknownOutcome
    }
  }

  /// Whether the error `cannotConnectToHost` means that no request was sent.
  ///
  /// On Linux the error follows from the last failed connection attempt. A host name with two
  /// addresses, such as "localhost", may be refused at the first and accepted at the second. If
  /// that connection is then lost with the request, the error is still `cannotConnectToHost`. With
  /// an IP address there is only one attempt.
  private static func isRefusalCertain(host: String) -> Bool {
    #if canImport(FoundationNetworking)
      host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
    #else
      true
    #endif
  }
}
