import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Refuses redirects, so that a reply always comes from the server that received the request.
final class RedirectRefuser: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
