/// A call of `submit` that has not returned.
package struct Submission: Hashable, Sendable {
  /// The logical time of the call, which identifies it.
  package let id: LogicalTime
  /// Whether an action runs if the form is valid.
  package let hasAction: Bool
  package internal(set) var state = State.waiting

  /// The progress of a submission, and its outcome.
  package enum State: Hashable, Sendable {
    /// It waits until no async check is pending.
    case waiting
    /// Every field was checked; its caller has not resumed.
    case checked
    /// A field failed, and the failure was shown.
    case failed(FieldID, RuleFinding)
    /// The form was reset; it can succeed only if the form was valid right after that.
    case reset(isValid: Bool)
    /// Another submission succeeded, or its action is running.
    case overtaken
    /// It has succeeded, and its action is running; the server may have refused the form.
    case accepted(isRefused: Bool)
  }
}

// The transitions of submissions.
extension FormState {
  /// Returns a submission; `nil` if it has returned, or has not reached the form.
  package func submission(_ id: LogicalTime) -> Submission? { submissions.first { $0.id == id } }

  /// Whether a submission waits.
  var isAwaited: Bool { submissions.contains { $0.state == .waiting } }

  /// Whether the action of a submission is running.
  package var isAccepted: Bool {
    submissions.contains { if case .accepted = $0.state { true } else { false } }
  }

  /// Whether a submission awaits async rules, or its action runs or is about to run.
  package var isSubmitting: Bool {
    submissions.contains { submission in
      switch submission.state {
      case .waiting, .accepted: true
      case .checked: firstFailing == nil && (submission.hasAction || isPending)
      case .failed, .reset, .overtaken: false
      }
    }
  }

  /// Begins a submission, or begins one again if the form has changed before its caller resumed.
  ///
  /// Returns `false` if the submission has another outcome, or if the action of another one is
  /// running.
  mutating func begin(_ id: LogicalTime, hasAction: Bool) -> Bool {
    guard let index = submissions.firstIndex(where: { $0.id == id }) else {
      submissions.append(Submission(id: id, hasAction: hasAction))
      guard isAccepted else { return true }
      submissions[submissions.count - 1].state = .overtaken
      return false
    }
    switch submissions[index].state {
    case .waiting, .checked, .failed: submissions[index].state = .waiting
    case .reset, .overtaken, .accepted: return false
    }
    return true
  }

  /// Ends all checked submissions with the first failure, which was shown; does nothing if there is
  /// none.
  package mutating func fail() {
    guard let failing = firstFailing, let finding = failing.finding else { return }
    for index in submissions.indices where submissions[index].state == .checked {
      submissions[index].state = .failed(failing.id, finding)
    }
  }

  /// Ends a submission with a success, and overtakes all others.
  ///
  /// The outcome of a reset stays, and so does an action that runs.
  package mutating func accept(_ id: LogicalTime) {
    for index in submissions.indices where submissions[index].id != id {
      switch submissions[index].state {
      case .waiting, .checked, .failed, .reset(isValid: true): submissions[index].state = .overtaken
      case .reset, .overtaken, .accepted: break
      }
    }
    guard let index = submissions.firstIndex(where: { $0.id == id }) else { return }
    if submissions[index].hasAction {
      submissions[index].state = .accepted(isRefused: false)
    } else {
      submissions.remove(at: index)
    }
  }

  /// Removes a submission that returns, or whose task was canceled.
  package mutating func withdraw(_ id: LogicalTime) { submissions.removeAll { $0.id == id } }
}
