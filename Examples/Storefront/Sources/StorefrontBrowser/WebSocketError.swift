import NIOWebSocket

/// The reason for closing a WebSocket.
struct WebSocketError: Error {
  let code: WebSocketErrorCode
  let reason: String

  static let notText = Self(code: .unacceptableData, reason: "Only text is understood")

  static func broken(_ what: String) -> Self {
    Self(code: .protocolError, reason: "Protocol error: \(what)")
  }

  static func malformed(_ what: String) -> Self {
    Self(code: .policyViolation, reason: "Malformed: \(what)")
  }

  static func tooBig(_ limit: Int) -> Self {
    Self(code: .messageTooLarge, reason: "A message has at most \(limit) bytes")
  }
}

extension WebSocketError {
  /// The reason for an error of the decoder or the aggregator.
  init?(_ error: any Error, limit: Int) {
    switch error {
    case let error as WebSocketError: self = error
    case NIOWebSocketError.invalidFrameLength,
      NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
      self = .tooBig(limit)
    case let error as NIOWebSocketError: self = .broken("\(error)")
    case let error as NIOWebSocketFrameAggregator.Error: self = .broken("\(error)")
    default: return nil
    }
  }
}
