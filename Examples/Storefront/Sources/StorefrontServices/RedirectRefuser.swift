import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Follows no redirection, so that what is heard of a request is heard from the one it was sent to.
final class RedirectRefuser: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
