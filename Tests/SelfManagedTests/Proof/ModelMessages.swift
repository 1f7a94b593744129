import SelfManaged

// The messages between the app and the server of a model world.
extension ModelWorld {
  struct Request {
    let time: LogicalTime
    let intent: Intent
    let key: LogicalTime
    let tap: LogicalTime
    /// The server's answer, once the server has applied the request.
    var answer: Report?
    /// The server's answer, once the server has refused the request.
    var refusal: Report?
    /// The server's value before it applied the request.
    var before: Intent.Value?
  }

  /// A report of the server's value, and the number of requests applied before it.
  struct Report {
    let answer: Intent.Answer
    let appliedCount: Int
  }

  /// List data that the app has requested.
  struct LateList {
    let report: Report
    let began: LogicalTime
    /// Whether nothing has left, arrived or been pending since, except for requests that could not
    /// be sent.
    var isQuiet: Bool
  }
}
