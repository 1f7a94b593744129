import Components
import SelfManaged

/// A failure that must be reported to the user.
struct AdversarialFailure {
  let itemID: String
  let error: ServiceError
  /// The tap that the failure belongs to.
  let tap: LogicalTime
}

/// The expected and the reported failures of one session.
@MainActor
final class FailureLog {
  /// A screen, and the number of its binding when its component was pressed.
  struct PressedComponent {
    let screen: Int
    let binding: Int
  }

  /// The number of times that the sign-in page must have been shown.
  private(set) var signIns = 0
  private var expected: [String] = []
  private var reported: [String] = []
  private var pressed: [LogicalTime: PressedComponent] = [:]
  private var signInRequestedAt: LogicalTime?

  init(_ session: Session) {
    let failures = session.failures()
    Task { @MainActor [weak self] in
      for await failure in failures {
        self?.reported.append(Self.words(failure.itemID, failure.error))
      }
    }
  }

  /// Records a tap by a pressed component.
  func note(_ tap: LogicalTime, by component: PressedComponent) { pressed[tap] = component }

  /// The component that was pressed for a tap.
  func component(of tap: LogicalTime) -> PressedComponent? { pressed[tap] }

  /// Records a failure.
  ///
  /// - Returns: The component that has to report it to the user, if one has to.
  func note(_ failure: AdversarialFailure, at now: LogicalTime) -> PressedComponent? {
    if failure.error.code == .signedOut {
      // All taps from before the sign-in page was requested have one common failure.
      if hasRequestedSignIn(after: failure.tap) { return nil }
      if failure.error.scope != .intent { (signIns, signInRequestedAt) = (signIns + 1, now) }
    }
    // The stream ends with the session.
    if failure.error.code != .sessionEnded {
      expected.append(Self.words(failure.itemID, failure.error))
    }
    return pressed[failure.tap]
  }

  /// Whether the sign-in page was requested after a tap.
  func hasRequestedSignIn(after tap: LogicalTime?) -> Bool {
    guard let tap, let signInRequestedAt else { return false }
    return tap < signInRequestedAt
  }

  /// Whether at least as many failures were reported as expected.
  var isComplete: Bool { reported.count >= expected.count }

  /// The difference between reported and expected failures, if any.
  var violation: String? {
    guard reported.sorted() != expected.sorted() else { return nil }
    return "The session reported the failures \(reported) instead of \(expected)."
  }

  private static func words(_ itemID: String, _ error: ServiceError) -> String {
    "\(itemID): \(error.code.rawValue)"
  }
}

/// A page that counts the `tapFailed` events of a component.
@MainActor
final class FailurePage: Responder {
  weak var nextResponder: (any Responder)?
  private(set) var count = 0
  /// The number of failures for which the component gave feedback.
  private(set) var feedbackCount = 0
  /// Called when the component gives the feedback of a tap.
  var lightTapped: @MainActor () -> Void = {}
  private let table = EventTable()

  var eventHandling: (any EventHandling)? { table }

  init() {
    table.replace(TapFailed.name) { [weak self] _ in
      self?.count += 1
      return .stop
    }
  }

  func note(_ feedback: Feedback) {
    switch feedback.haptic {
    case .failure: feedbackCount += 1
    case .lightTap: lightTapped()
    case .warning: break
    }
  }
}
