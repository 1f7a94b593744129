/// The HTTP status of a reply.
enum Status: Equatable {
  case ok
  case badRequest
  case unauthorized
  case notFound
  case notAllowed
  case conflict
  case unprocessable
  case failed
  case unavailable
  /// The status of a request that is refused before it is handled.
  case other(String)

  /// The number and the phrase.
  var line: String {
    switch self {
    case .ok: "200 OK"
    case .badRequest: "400 Bad Request"
    case .unauthorized: "401 Unauthorized"
    case .notFound: "404 Not Found"
    case .notAllowed: "405 Method Not Allowed"
    case .conflict: "409 Conflict"
    case .unprocessable: "422 Unprocessable Content"
    case .failed: "500 Internal Server Error"
    case .unavailable: "503 Service Unavailable"
    case .other(let line): line
    }
  }
}
