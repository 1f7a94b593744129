import FlyingFox
import Foundation
package import StorefrontSockets

extension RequestHead {
  /// The answer to a WebSocket's key, from FlyingFox; `nil` if the request is not for a WebSocket.
  package var webSocketAccept: String? {
    get async {
      let request = HTTPRequest(
        method: HTTPMethod(method), version: .http11, path: path, query: [],
        headers: Dictionary(fields.map { (HTTPHeader($0), $1) }) { $1 },
        body: .init())
      let answer = try? await WebSocketHTTPHandler(handler: NoFrames()).handleRequest(request)
      return answer?.headers[.webSocketAccept]
    }
  }

  /// Handles no frames, since only the handshake is needed; see ``WebSocketReader``.
  private struct NoFrames: WSHandler {
    func makeFrames(
      for client: AsyncThrowingStream<WSFrame, any Error>
    ) async throws -> AsyncStream<WSFrame> {
      AsyncStream { $0.finish() }
    }
  }
}
