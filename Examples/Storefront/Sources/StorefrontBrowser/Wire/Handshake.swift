import FlyingFox
import Foundation
package import StorefrontSockets

extension RequestHead {
  /// The answer to a WebSocket's key, from FlyingFox; `nil` if this asks for no WebSocket.
  package var webSocketAccept: String? {
    get async {
      let request = HTTPRequest(
        method: HTTPMethod(method), version: .http11, path: path, query: [],
        headers: Dictionary(fields.map { (HTTPHeader($0), $1) }) { $1 },
        body: .init())
      let answer = try? await WebSocketHTTPHandler(handler: Nobody()).handleRequest(request)
      return answer?.headers[.webSocketAccept]
    }
  }

  /// Handles no frames: the handshake alone is asked for; see ``WebSocketReader`` for the reasons.
  private struct Nobody: WSHandler {
    func makeFrames(
      for client: AsyncThrowingStream<WSFrame, any Error>
    ) async throws -> AsyncStream<WSFrame> {
      AsyncStream { $0.finish() }
    }
  }
}
