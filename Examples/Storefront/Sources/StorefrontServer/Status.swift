/// How a request ended; the numbers are HTTP's.
enum Status: Int {
  case ok = 200
  case badRequest = 400
  case unauthorized = 401
  case notFound = 404
  case conflict = 409
  case unprocessable = 422
  case unavailable = 503

  var phrase: String {
    switch self {
    case .ok: "OK"
    case .badRequest: "Bad Request"
    case .unauthorized: "Unauthorized"
    case .notFound: "Not Found"
    case .conflict: "Conflict"
    case .unprocessable: "Unprocessable Content"
    case .unavailable: "Service Unavailable"
    }
  }
}
