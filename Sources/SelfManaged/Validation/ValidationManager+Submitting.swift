// Submits; of several submits that wait, one returns the success.
extension ValidationManager {
  /// Shows the failure of each field, runs the async rules without a result, and awaits them.
  ///
  /// The submit commits text that is being edited, and ends the delays of async rules. Once the
  /// async rules have ended, the first failing field gets the focus and sends ``SubmitFailed``.
  ///
  /// If several submits of a valid form wait at the same time, exactly one returns the success. The
  /// others return a failure with ``RuleCode/alreadySubmitting``. If the form is invalid, all of
  /// them return the same failure. The user may submit again while the app acts on a success;
  /// ``submit(_:)`` prevents that.
  ///
  /// If its task is canceled, a submit is withdrawn. It returns the known failure, or else a
  /// failure with ``RuleCode/canceled``. It then moves no focus and sends no event, but the
  /// failures that it has shown stay visible.
  ///
  /// - Returns: The failure of the first failing field, or a success. After a success, `check()`
  ///   returns a success too, even if the user typed in the meantime.
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
      // The user may have typed after the last async result, before this task resumed.
      if check().isSuccess {
        overtakeAll()
        return message
      }
    }
  }

  /// Submits the form, and runs an action once if the form is valid.
  ///
  /// ```swift
  /// await form.submit { submitted in
  ///   do { try await server.save(values) } catch {
  ///     form.receive(error.fields.mapValues { .server($0) }, asOf: submitted)
  ///   }
  /// }
  /// ```
  ///
  /// Until the action returns, ``State/isSubmitting`` is `true`, and every other submit returns at
  /// once with ``RuleCode/alreadySubmitting``. So a double tap saves once.
  ///
  /// - Parameter action: The work for a valid form. Called on the main actor, once if the form is
  ///   valid, and never otherwise. It receives the success, to pass to ``receive(_:asOf:)``.
  /// - Returns: The message that ``submit()`` returns.
  /// - Throws: The error of the action. The form can then be submitted again.
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

  /// Ends all submits, since the caller returns the success; a failure that ended a submit stays.
  private func overtakeAll() {
    for submit in submits {
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

    /// The progress of the submit.
    enum Outcome {
      /// The submit waits in the form, where its logical time identifies it.
      case open(LogicalTime)
      /// The form has ended the submit with this message.
      case ended(ValidationMessage)
      /// Another submit returned the success.
      case overtaken
    }

    /// The logical time that identifies the submit while it waits in the form; `nil` once it has
    /// ended.
    var time: LogicalTime? { if case .open(let time) = outcome { time } else { nil } }

    func end(_ outcome: Outcome) {
      self.outcome = outcome
      waiters.resume()
    }
  }
}
