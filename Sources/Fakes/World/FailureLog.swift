import Components
import SelfManaged

/// A failure that must be reported to the user.
struct AdversarialFailure {
  let itemID: String
  let error: ServiceError
  /// The tap that the failure belongs to.
  let tap: LogicalTime
}

/// The failures of one session: the expected reports, and the actual ones.
@MainActor
final class FailureLog {
  /// A component with its binding to one item, which stays the same when it is bound to that item
  /// again.
  struct Presser {
    let screen: Int
    let binding: Int
  }

  /// How often the sign-in page must have been shown.
  private(set) var signIns = 0
  private var expected: [String] = []
  private var heard: [String] = []
  private var pressers: [LogicalTime: Presser] = [:]
  private var askedForSignInAt: LogicalTime?

  init(_ session: Session) {
    let failures = session.failures()
    Task { @MainActor [weak self] in
      for await failure in failures {
        self?.heard.append(Self.words(failure.itemID, failure.error))
      }
    }
  }

  /// Records a tap by a pressed component.
  func note(_ tap: LogicalTime, by presser: Presser) { pressers[tap] = presser }

  /// Records a failure.
  ///
  /// - Returns: The component that has to report it to the user, if one has to.
  func note(_ failure: AdversarialFailure, at now: LogicalTime) -> Presser? {
    if failure.error.code == .signedOut {
      // All taps before the sign-in page was shown have failed for that one reason.
      if hasAskedForSignIn(since: failure.tap) { return nil }
      if failure.error.scope != .intent { (signIns, askedForSignInAt) = (signIns + 1, now) }
    }
    // The stream ends with the session.
    if failure.error.code != .sessionEnded {
      expected.append(Self.words(failure.itemID, failure.error))
    }
    return pressers[failure.tap]
  }

  /// Whether the user was asked to sign in after a tap; later taps do not fail for that reason.
  func hasAskedForSignIn(since tap: LogicalTime?) -> Bool {
    guard let tap, let askedForSignInAt else { return false }
    return tap < askedForSignInAt
  }

  /// Whether at least as many failures were reported as expected.
  var isComplete: Bool { heard.count >= expected.count }

  /// The difference between reported and expected failures, if any.
  var complaint: String? {
    guard heard.sorted() != expected.sorted() else { return nil }
    return "The session reported the failures \(heard) instead of \(expected)."
  }

  private static func words(_ itemID: String, _ error: ServiceError) -> String {
    "\(itemID): \(error.code.rawValue)"
  }
}

/// A page that counts the failures that rise to it from a component.
@MainActor
final class FailurePage: Responder {
  weak var nextResponder: (any Responder)?
  private(set) var count = 0
  private let table = EventTable()

  var eventHandling: (any EventHandling)? { table }

  init() {
    table.replace(.tapFailed) { [weak self] _ in
      self?.count += 1
      return .stop
    }
  }
}
