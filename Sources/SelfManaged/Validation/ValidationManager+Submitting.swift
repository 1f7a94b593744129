// Submits: those that wait, and the one of several that returns the success.
extension ValidationManager {
  /// Shows each field's failure, runs the async rules that have no result, and awaits them.
  ///
  /// Text that is being edited is committed, and the delay after a keystroke ends at once. When the
  /// async rules have finished, the first failing field gets the focus.
  ///
  /// Of overlapping submits, exactly one returns the success. The others return a failure with
  /// ``RuleCode/alreadySubmitting``, or the failing field that all of them found. The user may
  /// submit again while the app acts on a success; ``submit(_:)`` prevents that.
  ///
  /// A submit whose task is canceled is withdrawn. It returns the known failure, or else a failure
  /// with ``RuleCode/canceled``. It moves no focus and sends no event afterwards. Failures that it
  /// has shown stay visible.
  ///
  /// - Returns: The first failing field, or a success. For a success, `check()` is also a success
  ///   when the call returns, even if the user typed in the meantime.
  public func submit() async -> ValidationMessage {
    guard !Task.isCancelled else { return canceled() }
    guard accepted == nil else { return message(Self.overtaken, of: nil) }
    let submit = Submit()
    submits.append(submit)
    defer { submits.removeAll { $0 === submit } }
    for record in records where form[record.id]?.isEnabled == true { record.commit() }
    while true {
      process()
      submit.outcome = .open(tick())
      process(.submit, at: submit.time)
      while let time = submit.time {
        await submit.waiters.wait()
        if Task.isCancelled {
          process(.withdrawn(time))
          return canceled()
        }
      }
      guard !Task.isCancelled else { return canceled() }
      guard case .ended(let message) = submit.outcome else {
        return self.message(Self.overtaken, of: nil)
      }
      guard message.isSuccess else { return message }
      // The user may have typed between the last async result and the resumption of this task.
      if check().isSuccess {
        overtake(except: submit)
        return message
      }
    }
  }

  /// Submits the form and runs the action once if the form is valid.
  ///
  /// ```swift
  /// await form.submit { submitted in
  ///   do { try await server.save(values) } catch {
  ///     form.receive(error.fields.mapValues { .server($0) }, asOf: submitted)
  ///   }
  /// }
  /// ```
  ///
  /// Until the action returns, ``State/isSubmitting`` is true and every other submit returns at
  /// once with ``RuleCode/alreadySubmitting``, so that a double tap saves once.
  ///
  /// - Parameter action: The work for a valid form; called on the main actor, once if the form is
  ///   valid and never otherwise. It receives the success, for ``receive(_:asOf:)``.
  /// - Returns: The message that ``submit()`` returns.
  /// - Throws: The action's error; the form can then be submitted again.
  @discardableResult
  public func submit(
    _ action: @MainActor (ValidationMessage) async throws -> Void
  ) async rethrows -> ValidationMessage {
    let message = await submit()
    guard message.isSuccess else { return message }
    accepted = Submit()
    defer { accepted = nil }
    try await action(message)
    return message
  }

  func finish(_ times: [LogicalTime], _ message: ValidationMessage) {
    for submit in submits where submit.time.map(times.contains) == true {
      submit.end(.ended(message))
    }
  }

  /// Ends all other open submits without a success.
  private func overtake(except winner: Submit) {
    for submit in submits where submit !== winner {
      if case .ended(let message) = submit.outcome, !message.isSuccess { continue }
      if let time = submit.time { process(.withdrawn(time)) }
      submit.end(.overtaken)
    }
  }

  private func canceled() -> ValidationMessage {
    let known = check()
    return known.isSuccess ? message(RuleFinding(RuleFailure(.canceled)), of: nil) : known
  }

  private static let overtaken = RuleFinding(RuleFailure(.alreadySubmitting))

  /// A call of `submit` that has not returned.
  @MainActor
  final class Submit {
    var outcome = Outcome.overtaken
    let waiters = Waiters()

    /// The progress of a submit.
    enum Outcome {
      /// It waits in the form; the logical time identifies it.
      case open(LogicalTime)
      /// The form has decided.
      case ended(ValidationMessage)
      /// Another submit returned the success.
      case overtaken
    }

    /// The logical time that identifies the waiting submit in the form.
    var time: LogicalTime? { if case .open(let time) = outcome { time } else { nil } }

    func end(_ outcome: Outcome) {
      self.outcome = outcome
      waiters.resume()
    }
  }
}
