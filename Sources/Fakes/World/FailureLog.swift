import Components
import SelfManaged

/// A failure the person must be told of.
struct AdversarialFailure {
  let itemID: String
  let error: ServiceError
  /// The tap it is shown to.
  let tap: Stamp
}

/// The failures of one session: what must be told of them, and what is.
@MainActor
final class FailureLog {
  /// A component, as long as it stays bound to the item it is bound to, however often it is bound.
  struct Presser {
    let screen: Int
    let binding: Int
  }

  /// How often somebody must have been sent to the sign-in page.
  private(set) var signIns = 0
  private var expected: [String] = []
  private var heard: [String] = []
  private var pressers: [Stamp: Presser] = [:]
  private var askedForSignInAt: Stamp?

  init(_ session: Session) {
    let failures = session.failures()
    Task { @MainActor [weak self] in
      for await failure in failures {
        self?.heard.append(Self.words(failure.itemID, failure.error))
      }
    }
  }

  /// A component was pressed, and made a tap of it.
  func note(_ tap: Stamp, by presser: Presser) { pressers[tap] = presser }

  /// Something failed.
  ///
  /// - Returns: Who has to tell the person, if that is needed.
  func note(_ failure: AdversarialFailure, at now: Stamp) -> Presser? {
    if failure.error.code == .signedOut {
      // All that was tapped before somebody is asked to sign in has failed for that one reason.
      if hasAskedForSignIn(since: failure.tap) { return nil }
      if failure.error.reach != .intent { (signIns, askedForSignInAt) = (signIns + 1, now) }
    }
    // The stream has ended with the session.
    if failure.error.code != .sessionEnded {
      expected.append(Self.words(failure.itemID, failure.error))
    }
    return pressers[failure.tap]
  }

  /// Whether somebody was asked to sign in after a tap; what is tapped since then does not fail with it.
  func hasAskedForSignIn(since tap: Stamp?) -> Bool {
    guard let tap, let askedForSignInAt else { return false }
    return tap < askedForSignInAt
  }

  /// Whether all that must be told has been.
  var isComplete: Bool { heard.count >= expected.count }

  /// What is wrong with what was told, if anything is.
  var complaint: String? {
    guard heard.sorted() != expected.sorted() else { return nil }
    return "The session has told of \(heard), and what failed is \(expected)."
  }

  private static func words(_ itemID: String, _ error: ServiceError) -> String {
    "\(itemID): \(error.code.rawValue)"
  }
}

/// A page that counts the failures which rise to it from a component.
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
