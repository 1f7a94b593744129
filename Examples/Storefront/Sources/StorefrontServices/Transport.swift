import Foundation
import SelfManaged

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests, and classifies failures by what is known of their outcome.
///
/// One failure can't be reported, because the process ends: FoundationNetworking of Swift 6.3,
/// on Linux, traps when a connection closes in the middle of an answer's head.
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

  /// Reads a value, on a connection that may be an old one: reading twice does no harm.
  func read(_ path: [String]) async throws -> Response {
    try await send(try request("GET", path), in: reads)
  }

  /// Loads an image; no user name is sent with it, since its address may be on any server.
  func image(at url: URL) async throws -> Response {
    try await send(URLRequest(url: url), in: reads)
  }

  /// Sends a change, on a connection of its own.
  ///
  /// On an old connection that turns out to be dead, libcurl (and, for some methods, Apple's loader)
  /// quietly sends a request again on a new one. The server may have carried the first one out, and
  /// if the new connection is then refused, all that is heard is "refused", which looks as if the
  /// request had never left. A session of its own has no old connections.
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
      let (body, response) = try await withDeadline(timeout) {
        try await Self.answer(to: request, in: session)
      }
      guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
      return Response(
        status: response.statusCode,
        contentType: response.value(forHTTPHeaderField: "Content-Type") ?? "", body: body)
    } catch {
      throw TransportFailure.meaning(of: error, host: request.url?.host() ?? "")
    }
  }

  /// Sends the request, and stops waiting when the task is canceled.
  ///
  /// `URLSession.data(for:)` of Swift 6.3, on Linux, can deadlock when canceled. It cancels its request
  /// while the runtime holds the task's lock, and waits there for a queue that may be waiting for the
  /// lock to deliver the answer. Both then wait for ever. So here another thread does the canceling.
  private static func answer(
    to request: URLRequest, in session: URLSession
  ) async throws -> (Data, URLResponse) {
    let (answers, answer) = AsyncThrowingStream.makeStream(of: (Data, URLResponse).self)
    let task = session.dataTask(with: request) { data, response, error in
      if let response, error == nil { answer.yield((data ?? Data(), response)) }
      answer.finish(throwing: error)
    }
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
    // Judged here, since an error of the loader's that says so may mean something else: on Linux an
    // answer that is not HTTP is reported as an unsupported URL.
    guard let url = URL(string: ([base] + components).joined(separator: "/")),
      ["http", "https"].contains(url.scheme), url.host() != nil
    else { throw .rejected("The server's address is malformed") }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.setValue(userID, forHTTPHeaderField: "X-User")
    return request
  }

  /// A session that remembers nothing: every answer is the server's, and of now.
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
