import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Passes the requests of a URLSession to the recorded server of their host.
final class RecordedProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  override func stopLoading() {}

  /// Called by URLSession on a thread of its own.
  override func startLoading() {
    let request = request
    do {
      let received = try DispatchQueue.main.sync {
        try MainActor.assumeIsolated { try RecordedServer.reply(to: request) }
      }
      guard let reply = received else { return }
      guard let url = request.url,
        let response = HTTPURLResponse(
          url: url, statusCode: reply.status, httpVersion: "HTTP/1.1", headerFields: reply.headers)
      else { throw URLError(.badURL) }
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: reply.body)
      client?.urlProtocolDidFinishLoading(self)
    } catch {
      client?.urlProtocol(self, didFailWithError: error)
    }
  }
}
