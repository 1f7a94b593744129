package import Foundation
package import NIOHTTP1

/// A reply to a request.
package struct Reply: Sendable {
  package let status: HTTPResponseStatus
  package var headers: HTTPHeaders
  package let body: Data

  /// Creates a reply; a reply about the methods of a path has them in `allowed`.
  package init(
    status: HTTPResponseStatus = .ok, body: Data, contentType: String = "application/json",
    allowed: [String] = []
  ) {
    self.status = status
    self.body = body
    headers = [
      "Content-Type": contentType, "Content-Length": "\(body.count)", "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff", "Connection": "close",
    ]
    if !allowed.isEmpty { headers.add(name: "Allow", value: allowed.joined(separator: ", ")) }
  }
}
